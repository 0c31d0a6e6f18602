// The blueprint as rows: a tree for eyes, keys and screen readers.

const DEEPEST = 14; // levels that are indented
const STRONG = new Set(["disabled", "invalid", "busy", "modal", "minimized"]);
const SIDES = { above: "above", below: "below", left: "to the left", right: "to the right" };
const PAGE = 15; // rows

function makeRows() {
  const all = document.createDocumentFragment();
  for (const row of rows) {
    row.element = makeRow(row);
    all.append(row.element);
  }
  $("rows").append(all);
}

function makeRow(row) {
  const said = make("div", { class: "said" });
  if (row.inside.length) said.append(make("span", { class: "caret", "aria-hidden": "true" }, icon("caret")));
  said.append(...words(row));
  const element = make("div", {
    class: "row", role: "treeitem", tabindex: "-1", "aria-level": row.level, "aria-selected": "false",
    "aria-setsize": row.siblings.length, "aria-posinset": row.place,
    "data-i": row.i, "data-ref": row.ref || "", "data-kind": row.colour, "data-row": row.kind, "data-mark": row.marks?.[0] || "",
  }, make("div", { class: "gutter" }, ...signs(row), row.ref ? make("span", { class: "ref" }, row.ref) : ""), said);
  element.style.setProperty("--level", Math.min(row.level, DEEPEST));
  return element;
}

/** The signs of what has changed, for eyes; and their words, for ears. */
const signs = (row) => (row.marks || []).flatMap((mark) => [
  make("span", { class: "sign", "data-mark": mark, "aria-hidden": "true", title: MARKED_AS[mark] }, SIGNS[mark]),
  make("span", { class: "unseen since" }, `${MARKED_AS[mark]} `),
]);

/** What a row says, with blanks between its parts for those who copy it or listen to it. */
function words(row) {
  if (row.kind === "section") return [make("span", { class: "name" }, row.name), ` ${number(row.count)}`];
  if (row.kind === "more") return [saidOf(row)];
  const made = [make("span", { class: "role" }, row.role)];
  const say = (kind, text, left) => {
    made.push(make("span", { class: kind, dir: "auto" }, text));
    if (left) state_(`and ${some(left, "more character")}`);
  };
  const state_ = (text) => made.push(make("span", { class: STRONG.has(text) ? "state strong" : "state" }, text));
  if (row.name) say("name", row.name, row.name_left);
  else if (row.kind === "element" && row.value === undefined) made.push(make("span", { class: "unnamed" }, "without a name"));
  if (row.value !== undefined) say("value", row.value, row.value_left);
  if (row.hint) say("hint", row.hint, row.hint_left);
  if (row.nth) state_(`${ordinal(row.nth)} of this name`);
  (row.states || []).forEach(state_);
  if (row.ref && row.ref === data.screen.focus && !row.gone) state_("focused");
  if (focusOf(row)) made.push(make("span", { class: "state since", "data-mark": "moved" }, focusOf(row)));
  for (const change of row.changes || []) {
    for (const text of shortly(change)) made.push(make("span", { class: "state since", "data-mark": "changed", dir: "auto" }, text));
  }
  for (const [side, where] of Object.entries(SIDES)) if (row[side]) state_(`${row[side]} % ${where}`);
  if (row.offscreen) state_(`${number(row.offscreen)} out of view`);
  return made.flatMap((part) => [part, " "]);
}

const tabStop = () => document.querySelector("#rows > [tabindex='0']");

function setTabStop(row) {
  const before = tabStop();
  if (before) before.tabIndex = -1;
  if (row) row.element.tabIndex = 0;
}

/** Open the groups around a row and scroll it into view. */
function revealRow(row) {
  let opened = false;
  for (let parent = row.parent; parent >= 0; parent = rows[parent].parent) {
    if (state.closed.delete(parent)) opened = true;
  }
  if (opened) filter();
  const scroll = () => {
    if (!row.element.hidden && !$("rows-panel").hidden) row.element.scrollIntoView({ block: "nearest" });
  };
  scroll();
  requestAnimationFrame(scroll); // rows that come into view may be higher than they were taken for
}

function toggle(row) {
  if (!state.closed.delete(row.i)) state.closed.add(row.i);
  filter();
}

function moveInRows(event) {
  const here = event.target.closest(".row");
  if (!here) return;
  const row = rows[Number(here.dataset.i)];
  const shown = rows.filter((other) => !other.element.hidden);
  const open = row.inside.length > 0 && here.getAttribute("aria-expanded") === "true";
  const go = (place) => () => choose(shown[Math.max(0, Math.min(shown.length - 1, place))].i, "rows");
  const place = shown.indexOf(row);
  act({
    ArrowDown: go(place + 1),
    ArrowUp: go(place - 1),
    PageDown: go(place + PAGE),
    PageUp: go(place - PAGE),
    Home: go(0),
    End: go(shown.length - 1),
    ArrowRight: () => {
      if (open) go(place + 1)();
      else if (row.inside.length) toggle(row);
    },
    ArrowLeft: () => {
      if (open && !filtering()) toggle(row);
      else if (row.parent >= 0) choose(row.parent, "rows");
    },
    " ": go(place),
    Enter: () => {
      choose(row.i, "rows");
      view.focus();
    },
  }, event);
}

function listenToRows() {
  const list = $("rows");
  const rowOf = (event) => Number(event.target.closest(".row")?.dataset.i ?? -1);
  list.addEventListener("pointerover", (event) => hover(rowOf(event), "rows"));
  list.addEventListener("pointerleave", () => hover(-1, "rows"));
  list.addEventListener("click", (event) => {
    const i = rowOf(event);
    if (i >= 0 && event.target.closest(".caret")) toggle(rows[i]);
    else if (i >= 0) choose(i, "rows");
  });
  list.addEventListener("keydown", moveInRows);
}
