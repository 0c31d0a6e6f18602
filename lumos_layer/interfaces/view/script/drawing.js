// Boxes, refs and words on the canvas, which covers what is in view and some way beyond, so that scrolling needs no drawing.

const BEYOND = 480; // pixels
const LARGE = 0.03; // of the frame: boxes from there on are not tinted, because others lie in them
const TAG_HEIGHT = 14;
const TAG_FONT = 'bold 10px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace';
const WORD_FONT = '11px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
const WORD_HEIGHT = 13;
const DENSE = 150; // refs: from there on a box must have room for its own, or refs would cover the screen
const ROOM = 1.5; // times a ref's area
const DASHES = { container: [5, 3], text: [2, 2] };

const canvas = $("boxes");
const pen = canvas.getContext("2d");
let covered = [0, 0, 0, 0]; // left, top, right, bottom of the canvas in the scrolled space
let waiting = false;

const isLarge = (row) => row.box[2] * row.box[3] > LARGE * frame[2] * frame[3];
const isBare = () => !$("picture") || !state.shown.picture;
const isShown = (row) => row.matches && (row.gone ? isThere(row) : !row.quiet || state.shown.texts || marksOf(row).length > 0);

function drawSoon() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    draw();
  });
}

function drawIfUncovered() {
  const [left, top, right, bottom] = covered;
  const beyond = view.scrollLeft < left || view.scrollTop < top
    || view.scrollLeft + view.clientWidth > right || view.scrollTop + view.clientHeight > bottom;
  if (beyond) drawSoon();
}

function draw() {
  if (!edges) return;
  cover();
  const bare = isBare();
  const colours = coloursFor(bare);
  const [left, top, right, bottom] = covered;
  const seen = bySize.filter((row) => isShown(row)).map((row) => ({ row, box: inSpace(row.box) }))
    .filter(({ box: [x, y, width, height] }) => x < right && y < bottom && x + width > left && y + height > top).reverse();
  const isQuieter = hasMarks && state.shown.changes; // so that what has changed stands out, and no colour says two things
  const colourOf = (row) => colours[isQuieter ? "container" : row.colour];
  if (state.shown.boxes) for (const { row, box } of seen) if (!row.gone) drawBox(row, box, colourOf(row), bare);
  if (bare) for (const { row, box } of seen) if (!row.gone) drawWords(row, box, colours.words);
  if (isQuieter) for (const { row, box } of seen) drawMark(row, box, bare ? colours : colours.marks);
  for (const { row, box } of seen) drawTag(row, box, colours.marks[marksOf(row)[0] || (isQuieter ? "container" : row.colour)]);
}

/** Put the canvas where the view is, and empty it. */
function cover() {
  const [width, height] = [parseFloat(space.style.width), parseFloat(space.style.height)];
  covered = [
    Math.max(0, Math.floor(view.scrollLeft) - BEYOND), Math.max(0, Math.floor(view.scrollTop) - BEYOND),
    Math.min(width, Math.ceil(view.scrollLeft + view.clientWidth) + BEYOND),
    Math.min(height, Math.ceil(view.scrollTop + view.clientHeight) + BEYOND),
  ];
  const [left, top, right, bottom] = covered;
  canvas.style.left = `${left}px`;
  canvas.style.top = `${top}px`;
  canvas.style.width = `${right - left}px`;
  canvas.style.height = `${bottom - top}px`;
  canvas.width = Math.max(1, Math.round((right - left) * devicePixelRatio));
  canvas.height = Math.max(1, Math.round((bottom - top) * devicePixelRatio));
  pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, -left * devicePixelRatio, -top * devicePixelRatio);
}

function coloursFor(bare) {
  const style = getComputedStyle(document.documentElement);
  const colours = { words: style.getPropertyValue("--paper-ink"), marks: {} };
  for (const kind of [...Object.keys(KINDS), ...Object.keys(SIGNS)]) {
    colours.marks[kind] = style.getPropertyValue(`--${kind}-mark`);
    colours[kind] = bare ? style.getPropertyValue(`--${kind}`) : colours.marks[kind];
  }
  return colours;
}

function drawBox(row, [x, y, width, height], colour, bare) {
  const [left, top] = [Math.round(x), Math.round(y)];
  const [right, bottom] = [Math.max(left + 1, Math.round(x + width)), Math.max(top + 1, Math.round(y + height))];
  pen.globalAlpha = (row.states || []).includes("disabled") ? 0.5 : 1;
  if (!isLarge(row) && row.colour !== "container") {
    pen.save();
    pen.globalAlpha *= bare ? 0.07 : 0.1;
    pen.fillStyle = colour;
    pen.fillRect(left, top, right - left, bottom - top);
    pen.restore();
  }
  pen.strokeStyle = colour;
  pen.lineWidth = 1;
  pen.setLineDash(DASHES[row.colour] || []);
  pen.strokeRect(left + 0.5, top + 0.5, Math.max(0, right - left - 1), Math.max(0, bottom - top - 1));
  pen.globalAlpha = 1;
}

/** The words of an element in its box, in as many lines as fit; none where there is no room. */
function drawWords(row, [x, y, width, height], colour) {
  const words = row.kind === "group" || row.kind === "root" ? "" : row.name || row.value || row.hint || "";
  const most = Math.min(6, Math.max(1, Math.floor((height - 2) / WORD_HEIGHT)));
  if (!words || width < 14 || height < 9) return;
  pen.font = WORD_FONT;
  pen.fillStyle = colour;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  const lines = inLines(words.slice(0, 200), width - 6, most);
  const first = y + height / 2 - ((lines.length - 1) * WORD_HEIGHT) / 2 + 0.5;
  lines.forEach((line, i) => pen.fillText(line, x + width / 2, first + i * WORD_HEIGHT));
}

function inLines(words, width, most) {
  const lines = [];
  let line = "";
  for (const word of words.split(/\s+/)) {
    const longer = line ? `${line} ${word}` : word;
    if (!line || pen.measureText(longer).width <= width) line = longer;
    else if (lines.push(line) < most) line = word;
    else return lines.map((made, i) => shortened(i === most - 1 ? `${made} ${word}` : made, width));
  }
  return [...lines, line].map((made) => shortened(made, width));
}

function shortened(line, width) {
  const needed = pen.measureText(line).width;
  if (needed <= width) return line;
  return `${line.slice(0, Math.max(1, Math.floor((line.length * (width - 8)) / needed)))}…`;
}

function drawTag(row, [x, y], colour) {
  if (!row.tag || row.i === state.chosen) return;
  const text = tagOf(row);
  const width = tagWidth(text);
  const [left, top] = [Math.round(x + row.tag[0]), Math.round(y + row.tag[1])];
  pen.globalAlpha = (row.states || []).includes("disabled") && !marksOf(row).length ? 0.75 : 1;
  pen.fillStyle = "rgb(255 255 255 / 75%)";
  pen.beginPath();
  pen.roundRect(left - 1, top - 1, width + 2, TAG_HEIGHT + 2, 4);
  pen.fill();
  pen.fillStyle = colour;
  pen.beginPath();
  pen.roundRect(left, top, width, TAG_HEIGHT, 3);
  pen.fill();
  pen.globalAlpha = 1;
  pen.fillStyle = "#fff";
  pen.font = TAG_FONT;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, left + width / 2, top + TAG_HEIGHT / 2 + 0.5);
}

/** The signs of what has changed, and the ref. */
const tagOf = (row) => (row.gone && !boxSigns(row) ? "" : [boxSigns(row), state.shown.refs && row.ref].filter(Boolean).join(" "));

let letterWidth = 0;

function tagWidth(text) {
  if (!letterWidth) {
    pen.font = TAG_FONT;
    letterWidth = pen.measureText("0123456789").width / 10;
  }
  return Math.ceil(6 + letterWidth * text.length);
}

/** Give each ref a corner of its box where it covers no other ref; where there is none it is left out until there is room.
 * What has changed takes its place first, and is never left out. */
function placeTags() {
  const taken = new Taken();
  const tagged = rows.filter((row) => drawn(row) && isShown(row) && tagOf(row));
  tagged.sort((a, b) => Boolean(boxSigns(b)) - Boolean(boxSigns(a)));
  for (const row of rows) row.tag = null;
  for (const row of tagged) {
    const [x, y, width, height] = row.box.map((value) => value * state.zoom);
    const needed = tagWidth(tagOf(row));
    const must = boxSigns(row) !== "";
    if (!must && tagged.length > DENSE && width * height < ROOM * needed * TAG_HEIGHT) continue;
    const places = corners(width, height, needed);
    const corner = places.find(([dx, dy]) => taken.isFree(x + dx, y + dy, needed)) || (must && places[0]);
    if (!corner) continue;
    row.tag = corner;
    taken.take(x + corner[0], y + corner[1], needed);
  }
}

/** Where a ref may stand, from the box's top left corner: what hides the least of the element comes first. */
function corners(width, height, needed) {
  const right = width - needed + 1;
  if (width > 2.4 * needed) return [[right, -8], [-1, -8], [right, height - 7], [-1, height - 7], [right - needed - 2, -8]];
  return [[-1, -12], [right, -12], [-1, height - 3], [width - 2, -6], [-needed + 2, -6], [-1, -8]];
}

/** The places that refs have taken, found by the cells of a grid. */
class Taken {
  #cells = new Map();

  isFree(x, y, width) {
    return Taken.#cellsOf(x, y, width).every((cell) => (this.#cells.get(cell) || []).every(
      ([otherX, otherY, otherWidth]) => x >= otherX + otherWidth || otherX >= x + width || Math.abs(y - otherY) > TAG_HEIGHT,
    ));
  }

  take(x, y, width) {
    for (const cell of Taken.#cellsOf(x, y, width)) {
      if (!this.#cells.has(cell)) this.#cells.set(cell, []);
      this.#cells.get(cell).push([x, y, width]);
    }
  }

  static #cellsOf(x, y, width) {
    const size = 40;
    const cells = [];
    for (let column = Math.floor(x / size); column <= Math.floor((x + width) / size); column++) {
      for (let line = Math.floor(y / size); line <= Math.floor((y + TAG_HEIGHT) / size); line++) cells.push(`${column},${line}`);
    }
    return cells;
  }
}
