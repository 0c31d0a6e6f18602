// Search and filter: what matches is shown, with the groups around it, in the blueprint and on the screen.

const USUAL_ROLES = 8; // shown before the others are asked for
const MOST_FOUND = 2000; // matches that are coloured

const filtering = () => state.roles.size > 0 || state.terms.length > 0 || state.marks.size > 0;
const isMatch = (row) => isCounted(row) && hasMark(row) && (!state.roles.size || state.roles.has(row.role))
  && state.terms.every((term) => row.words.includes(term));

const hasMark = (row) => !state.marks.size || marksOf(row).some((mark) => state.marks.has(mark));

function filter() {
  const active = filtering();
  const kept = new Set(); // groups around what matches
  let count = 0;
  for (let i = rows.length - 1; i >= 0; i--) {
    const row = rows[i];
    row.matches = active ? isMatch(row) : isThere(row);
    if (row.matches && row.kind !== "section") count++;
    if ((row.matches || kept.has(i)) && row.parent >= 0) kept.add(row.parent);
  }
  for (const row of rows) {
    row.shut = !active && row.parent >= 0 && (rows[row.parent].shut || state.closed.has(row.parent));
    const hidden = !isThere(row) || (active ? !row.matches && !kept.has(row.i) : row.shut);
    if (row.element.hidden !== hidden) row.element.hidden = hidden;
    row.element.classList.toggle("context", active && !row.matches);
    if (row.inside.length) row.element.setAttribute("aria-expanded", String(active || !state.closed.has(row.i)));
  }
  for (const button of $("roles").querySelectorAll("[data-filter]")) {
    const role = button.dataset.filter;
    button.setAttribute("aria-pressed", String(role === "all" ? !state.roles.size : state.roles.has(button.dataset.role)));
  }
  for (const button of $("marks").children) button.setAttribute("aria-pressed", String(state.marks.has(button.dataset.mark)));
  countRoles();
  $("none").hidden = count > 0 || !active;
  $("found").textContent = active ? `${number(count)} of ${number(rows.filter(isCounted).length)}` : some(count, "row");
  if (!tabStop() || rows[Number(tabStop().dataset.i)].element.hidden) setTabStop(rows.find((row) => !row.element.hidden));
  colourFound();
  placeTags();
  drawSoon();
}

function search() {
  state.terms = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  filter();
  if (state.terms.length) announce($("found").textContent);
}

function clearSearch() {
  $("search").value = "";
  search();
}

function showAll() {
  state.roles.clear();
  state.marks.clear();
  clearSearch();
}

/** Choose the next match, or the one before, going round at the ends. */
function nextMatch(step) {
  const found = rows.filter((row) => row.matches && row.kind !== "root" && row.kind !== "section");
  if (!found.length) return;
  const before = found.filter((row) => row.i < state.chosen).length;
  const here = found[before]?.i === state.chosen;
  const next = step < 0 ? before - 1 : before + (here ? 1 : 0);
  choose(found.at(next % found.length).i, "search");
}

/** Colour the words that were searched for, in browsers that can do it without changing the page. */
function colourFound() {
  if (!window.Highlight || !CSS.highlights) return;
  CSS.highlights.delete("found");
  if (!state.terms.length) return;
  const found = [];
  for (const row of rows) {
    if (!row.matches || found.length >= MOST_FOUND) continue;
    const texts = document.createTreeWalker(row.element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) found.push(...rangesIn(texts.currentNode));
  }
  CSS.highlights.set("found", new Highlight(...found));
}

function rangesIn(node) {
  const text = node.data.toLowerCase();
  if (text.length !== node.data.length) return []; // what is lower case may be longer: places would not be the same
  const found = [];
  for (const term of state.terms) {
    for (let start = text.indexOf(term); start >= 0; start = text.indexOf(term, start + term.length)) {
      const range = new Range();
      range.setStart(node, start);
      range.setEnd(node, start + term.length);
      found.push(range);
    }
  }
  return found;
}

function makeRoles() {
  const named = rows.filter((row) => row.kind !== "more" && row.kind !== "section");
  const kinds = new Map(); // role: kind: how many
  for (const row of named) {
    if (!kinds.has(row.role)) kinds.set(row.role, new Map());
    kinds.get(row.role).set(row.colour, (kinds.get(row.role).get(row.colour) || 0) + 1);
  }
  const sum = (counts) => [...counts.values()].reduce((total, count) => total + count, 0);
  const roles = [...kinds].sort((a, b) => sum(b[1]) - sum(a[1]) || (a[0] < b[0] ? -1 : 1));
  const rare = roles.length > USUAL_ROLES + 1 ? roles.length - USUAL_ROLES : 0;
  $("roles").append(roleButton("all", "", named.length, ""));
  roles.forEach(([role, counts], place) => {
    const usual = [...counts].sort((a, b) => b[1] - a[1])[0][0];
    const button = roleButton("role", role, sum(counts), usual);
    button.classList.toggle("rare", rare > 0 && place >= USUAL_ROLES);
    $("roles").append(button);
  });
  if (rare) $("roles").append(rareButton(rare));
  $("roles").firstElementChild.tabIndex = 0;
  rove($("roles"));
}

/** Without the changes there are fewer rows. */
function countRoles() {
  const counts = new Map();
  let all = 0;
  for (const row of rows) {
    if (row.kind === "more" || !isCounted(row)) continue;
    counts.set(row.role, (counts.get(row.role) || 0) + 1);
    all++;
  }
  for (const button of $("roles").querySelectorAll("[data-filter]")) {
    const count = button.dataset.role ? counts.get(button.dataset.role) || 0 : all;
    button.querySelector(".count").textContent = number(count);
    button.hidden = !count;
  }
}

function roleButton(filtered, role, count, kind) {
  const button = make("button", {
    type: "button", tabindex: "-1", "aria-pressed": "false", "data-filter": filtered, "data-role": role, "data-kind": kind,
  }, kind ? make("span", { class: "dot", "aria-hidden": "true" }) : "", role || "All", make("span", { class: "count" }, number(count)));
  button.addEventListener("click", () => {
    if (filtered === "all") state.roles.clear();
    else if (!state.roles.delete(role)) state.roles.add(role);
    filter();
  });
  return button;
}

function rareButton(count) {
  const button = make("button", { type: "button", tabindex: "-1", class: "more", "aria-expanded": "false" }, `${count} more`);
  button.addEventListener("click", () => {
    const all = $("roles").classList.toggle("all");
    button.setAttribute("aria-expanded", String(all));
    button.textContent = all ? "Fewer" : `${count} more`;
  });
  return button;
}

function listenToSearch() {
  $("search").addEventListener("input", search);
  $("search").addEventListener("keydown", (event) => act({
    Enter: () => nextMatch(event.shiftKey ? -1 : 1),
    ArrowDown: () => tabStop()?.focus(),
  }, event));
  $("clear").addEventListener("click", () => {
    showAll();
    $("search").focus();
  });
}
