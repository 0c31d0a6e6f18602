// What has changed since an earlier look: marks on rows, the way from change to change, and how it looked before.

const HELD = 350; // milliseconds from which a key counts as held down
const SIGNS = { added: "+", changed: "~", moved: "→", removed: "−" };
const MARKED_AS = { added: "added", changed: "changed", moved: "moved", removed: "no longer there" };

const delta = data.delta || null;
const isTold = Boolean(delta?.told);
const hasMarks = isTold && Object.values(delta.counts).some(Boolean);

/** The marks of a row, as far as changes are shown. */
const marksOf = (row) => (state.shown.changes ? row.marks || [] : []);
const signsOf = (row) => marksOf(row).map((mark) => SIGNS[mark]).join("");
/** What a box is signed with: of all that is gone together only what it stood in. */
const boxSigns = (row) => (isStop(row) || (row.ref && !row.gone) ? signsOf(row) : "");
const isThere = (row) => !row.gone || state.shown.changes;
const isCounted = (row) => isThere(row) && row.kind !== "section";

/** The box in the look that is shown; a thing that is gone keeps the one it had, a new one had none. */
function boxOf(row) {
  if (!state.shown.before || row.gone) return row.now;
  if (!isTold || (row.marks || []).includes("added")) return null;
  return row.was === undefined ? row.now : row.was;
}

function takeBoxes() {
  for (const row of rows) {
    if (row.now === undefined) row.now = row.undrawn ? null : row.box || null;
    const box = boxOf(row);
    row.isBox = Boolean(box);
    if (box) row.box = box;
    row.undrawn = !box;
  }
}

const showsMoved = (row) => Boolean(row.was && row.now && !row.gone);

// What is told of it

const focusOf = (row) => {
  if (!delta?.focus || !state.shown.changes || !row.ref) return "";
  if (row.ref === data.screen.focus) return row.gone ? "" : "focus came here";
  return row.ref === data.before.focus ? "had the focus" : "";
};

/** The words of a list that begin or no longer hold, with signs. */
function signed(before, after) {
  const [old, now] = [before || [], after || []];
  const gone = old.filter((word) => !now.includes(word));
  const come = now.filter((word) => !old.includes(word));
  return [...gone.map((word) => `−${word}`), ...come.map((word) => `+${word}`)];
}

const told = (value) => (value === null || value === undefined || value === "" ? "nothing" : [value].flat().join(", "));

/** A change in as few words as a row has room for. */
function shortly({ field, before, after }) {
  if (field === "states") return signed(before, after);
  const was = `was ${told(before)}`;
  return [field === "text" || field === "value" ? was : `${field.replaceAll("_", " ")} ${was}`];
}

function changeInFull({ field, before, after }) {
  const name = { text: "words", states: "role and states", at: "place" }[field] || field.replaceAll("_", " ");
  const value = (class_, what) => make(class_ === "was" ? "del" : "ins", { class: class_, dir: "auto" }, told(what));
  return make("li", {}, make("span", { class: "field" }, `${name}: `), value("was", before), " → ", value("is", after));
}

function sayChange(row, terms) {
  const marks = row.marks || [];
  if (!state.shown.changes || !(marks.length || showsMoved(row) || focusOf(row))) return;
  terms.say("Since then", [...marks.map((mark) => make("span", { class: "word since", "data-mark": mark }, signWord(mark))), focusOf(row)]);
  terms.say("Changed", row.changes && make("ul", { class: "fields" }, ...row.changes.map(changeInFull)));
  terms.say("Was at", showsMoved(row) && placeText(row.was), { exact: true });
}

const signWord = (mark) => `${SIGNS[mark]} ${MARKED_AS[mark]}`;

// The bar of changes

function makeChanges() {
  if (!delta) return;
  for (const element of document.querySelectorAll(".of-two")) element.hidden = false;
  $("summary").textContent = `Since ${data.before.name}: ${delta.summary}`;
  $("delta-note").textContent = delta.note;
  $("delta-note").hidden = !delta.note;
  for (const [mark, count] of Object.entries(delta.counts)) $("marks").append(markButton(mark, count));
  const first = [...$("marks").children].find((button) => !button.disabled);
  if (first) first.tabIndex = 0;
  rove($("marks"));
  $("marks").hidden = !hasMarks;
  state.shown.changes = hasMarks || delta.focus;
  for (const id of ["show-changes", "change-before", "change-after"]) $(id).disabled = !state.shown.changes;
  $("show-before").disabled = !(data.picture && data.before.picture);
  for (const mark of Object.keys(SIGNS)) {
    if (!delta.counts[mark]) continue;
    $("marks-legend").append(make("li", { "data-mark": mark }, make("span", { class: "sign" }, SIGNS[mark]), MARKED_AS[mark]));
  }
}

function markButton(mark, count) {
  const button = make("button", { type: "button", tabindex: "-1", "aria-pressed": "false", "data-mark": mark },
    make("span", { class: "sign", "aria-hidden": "true" }, SIGNS[mark]), mark, make("span", { class: "count" }, number(count)));
  button.disabled = !count;
  button.addEventListener("click", () => {
    if (!state.marks.delete(mark)) state.marks.add(mark);
    filter();
  });
  return button;
}

/** Choose the next change, or the one before, going round at the ends; things in a group that is new or gone are one with it. */
function nextChange(step) {
  if (!state.shown.changes) return;
  const found = rows.filter((row) => row.matches && isStop(row));
  if (!found.length) return;
  const before = found.filter((row) => row.i < state.chosen).length;
  const here = found[before]?.i === state.chosen;
  const next = step < 0 ? before - 1 : before + (here ? 1 : 0);
  choose(found.at(next % found.length).i, $("rows").contains(document.activeElement) ? "rows" : "changes");
}

function isStop(row) {
  if (focusOf(row)) return true;
  if (!row.marks?.length) return false;
  const around = rows[row.parent]?.marks || [];
  return row.marks.some((mark) => mark === "changed" || mark === "moved" || !around.includes(mark));
}

// How it looked before

let pressed = 0;

function pressBefore(event) {
  if (event.repeat) return;
  pressed = performance.now();
  show("before");
}

/** A key that is held down shows the earlier screenshot only as long. */
function releaseBefore(event) {
  if (event.key.toLowerCase() !== "w" || !pressed) return;
  if (performance.now() - pressed > HELD) show("before");
  pressed = 0;
}

function applyBefore() {
  takeBoxes();
  frame = state.shown.before ? data.before.frame : data.frame;
  measure();
  if (state.fitting) fit();
  else layOut();
  showDetails(rows[state.chosen]);
  $("when").textContent = `Before: ${data.before.name}`;
  $("when").hidden = !state.shown.before;
}
