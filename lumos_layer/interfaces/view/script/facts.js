// What the page was given, how its rows belong together, and what is chosen.

const data = JSON.parse($("data").textContent);
const rows = data.rows;
const tops = []; // the rows that stand in no other

// In the order in which the page explains them. A colour says what can be done.
const KINDS = {
  click: "click", edit: "edit", choose: "choose, switch, open", focus: "focus, scroll", container: "container", text: "text",
};

const state = {
  chosen: -1,
  hovered: -1,
  roles: new Set(),
  marks: new Set(),
  terms: [],
  closed: new Set(),
  zoom: 1,
  fitting: true,
  shown: { refs: true, boxes: true, texts: false, picture: true, changes: Boolean(data.delta?.told), before: false },
  textsAsked: false,
};

function kindOf(row) {
  const can = new Set(row.ref && row.kind !== "root" ? row.can || [] : []);
  if (["set_value", "type", "range"].some((word) => can.has(word))) return "edit";
  if (can.has("click") || can.has("long_click")) return "click";
  if (["toggle", "select", "expand"].some((word) => can.has(word))) return "choose";
  if (can.size) return "focus";
  return row.kind === "group" || row.kind === "root" ? "container" : "text";
}

function labelOf(row) {
  const marks = marksOf(row).map((mark) => MARKED_AS[mark]);
  return [marks.join(" and "), saidOf(row)].filter(Boolean).join(" ");
}

function saidOf(row) {
  if (row.kind === "section") return row.name;
  if (row.kind === "more") return `${number(row.count)} more${row.under ? ` under ${row.under}` : ""}`;
  return [row.ref, row.role, row.name || row.value].filter(Boolean).join(" ");
}

/** Give each row its place among the others, its colour and the words that a search looks through. */
function relate() {
  const open = [];
  rows.forEach((row, i) => {
    while (open.length && rows[open.at(-1)].level >= row.level) open.pop();
    row.i = i;
    row.parent = open.length ? open.at(-1) : -1;
    row.inside = [];
    row.siblings = row.parent >= 0 ? rows[row.parent].inside : tops;
    row.place = row.siblings.push(i);
    open.push(i);
    row.colour = kindOf(row);
    row.words = [row.ref, row.role, row.name, row.value, row.hint, ...(row.states || [])].join(" ").toLowerCase();
    row.quiet = !row.ref || row.kind === "root" || row.gone === true; // its box is drawn only when texts and containers are asked for
    row.matches = true;
  });
}

let frame = data.frame; // x, y, width, height of the screen in the dump's own pixels
let edges = null; // left, top, right, bottom of all that is drawn
let bySize = []; // rows with a box, the smallest first, and of equal ones first those with a ref

function measure() {
  const boxed = rows.filter((row) => row.box && !row.undrawn);
  edges = null;
  bySize = [];
  if (!frame && boxed.length) frame = sized(around(boxed.map((row) => row.box)));
  if (!frame) return;
  for (const row of boxed) {
    // Pages hide things far to the left; a screen may have others beside it.
    const [x, , width] = row.box;
    row.undrawn = x + width < frame[0] - 4 * frame[2] || x > frame[0] + 5 * frame[2];
  }
  bySize = boxed.filter((row) => !row.undrawn);
  bySize.sort((a, b) => a.box[2] * a.box[3] - b.box[2] * b.box[3] || a.quiet - b.quiet || b.i - a.i);
  edges = around([frame, ...bySize.map((row) => row.box)]);
}

function around(boxes) {
  const found = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y, width, height] of boxes) {
    found[0] = Math.min(found[0], x);
    found[1] = Math.min(found[1], y);
    found[2] = Math.max(found[2], x + width);
    found[3] = Math.max(found[3], y + height);
  }
  return found;
}

const sized = ([left, top, right, bottom]) => [left, top, right - left, bottom - top];
const drawn = (row) => Boolean(row?.box) && !row.undrawn && edges !== null;
