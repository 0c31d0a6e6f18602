// The screen: its scale and place in the view, the screenshot under it, and what lies at a point.

const MARGIN = 24; // pixels around what is drawn
const ZOOMS = [0.1, 0.15, 0.25, 0.35, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4, 6, 8];
const SMALLEST = 0.05;
const LARGEST_FIT = 2;
const TALL = 3; // times as high as wide: a whole page, of which the width is what can be read

const view = $("view");
const space = $("space");
const outlines = { hovered: $("hovered"), chosen: $("chosen") };
let margins = [MARGIN, MARGIN];
let shifted = [0, 0]; // by how much a person has moved the screenshot

function layOut() {
  if (!edges) return;
  const [width, height] = sized(edges).slice(2).map((length) => length * state.zoom);
  margins = [Math.max(MARGIN, (view.clientWidth - width) / 2), Math.max(MARGIN, (view.clientHeight - height) / 2)].map(Math.floor);
  const style = space.style;
  style.width = `${Math.floor(width + 2 * margins[0])}px`;
  style.height = `${Math.floor(height + 2 * margins[1])}px`;
  space.classList.toggle("enlarged", state.zoom >= 3);
  $("zoom-level").textContent = `${Math.round(state.zoom * 100)} %`;
  showFitting();
  put($("frame"), frame);
  putPicture();
  for (const which of Object.keys(outlines)) outline(which, rows[state[which]]);
  placeTags();
  drawSoon();
}

function showFitting() {
  $("zoom-fit").setAttribute("aria-pressed", String(state.fitting && edges !== null));
}

/** A box of the dump in pixels of the scrolled space. */
function inSpace([x, y, width, height]) {
  const scale = state.zoom;
  return [(x - edges[0]) * scale + margins[0], (y - edges[1]) * scale + margins[1], width * scale, height * scale];
}

function put(element, box) {
  const [x, y, width, height] = inSpace(box);
  Object.assign(element.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
}

/** The dump's pixel under a pointer. */
function pixelAt(event) {
  const corner = view.getBoundingClientRect();
  const x = event.clientX - corner.left - view.clientLeft + view.scrollLeft;
  const y = event.clientY - corner.top - view.clientTop + view.scrollTop;
  return [(x - margins[0]) / state.zoom + edges[0], (y - margins[1]) / state.zoom + edges[1]];
}

function fit() {
  state.fitting = true;
  showFitting();
  if (!frame) return;
  const across = (view.clientWidth - 2 * MARGIN) / frame[2];
  const down = (view.clientHeight - 2 * MARGIN) / frame[3];
  const tall = frame[3] > TALL * frame[2];
  state.zoom = Math.max(SMALLEST, Math.min(LARGEST_FIT, across, tall ? Infinity : down));
  layOut();
  const [x, y, width, height] = inSpace(frame);
  view.scrollTo(x - (view.clientWidth - width) / 2, tall ? y - MARGIN : y - (view.clientHeight - height) / 2);
}

/** Zoom so that what is at the point (in pixels of the view) stays there. */
function zoomTo(zoom, [atX, atY] = [view.clientWidth / 2, view.clientHeight / 2]) {
  if (!edges) return;
  const x = (atX + view.scrollLeft - margins[0]) / state.zoom + edges[0];
  const y = (atY + view.scrollTop - margins[1]) / state.zoom + edges[1];
  state.fitting = false;
  state.zoom = Math.min(ZOOMS.at(-1), Math.max(SMALLEST, zoom));
  layOut();
  const [left, top] = inSpace([x, y, 0, 0]);
  view.scrollTo(left - atX, top - atY);
}

const larger = () => zoomTo(ZOOMS.find((zoom) => zoom > state.zoom + 0.001) || ZOOMS.at(-1));
const smaller = () => zoomTo(ZOOMS.findLast((zoom) => zoom < state.zoom - 0.001) || ZOOMS[0]);

function bringBoxIntoView(row) {
  if (!drawn(row)) return;
  const [x, y, width, height] = inSpace(row.box);
  view.scrollTo(
    scrolledTo(x, width, view.scrollLeft, view.clientWidth),
    scrolledTo(y, height, view.scrollTop, view.clientHeight),
  );
}

/** Where to scroll, so that as much as possible of what begins at `start` is seen, and no farther than needed. */
function scrolledTo(start, length, scrolled, room) {
  const end = start + length;
  if (start >= scrolled && end <= scrolled + room) return scrolled;
  if (length > room - 2 * MARGIN) return start <= scrolled && end >= scrolled + room ? scrolled : start - MARGIN;
  return start < scrolled ? start - MARGIN : end - room + MARGIN;
}

/** Show which row is hovered or chosen. */
function outline(which, row) {
  const element = outlines[which];
  element.hidden = !drawn(row);
  if (element.hidden) return;
  put(element, row.box);
  element.firstElementChild.textContent = row.ref || row.role;
  element.classList.toggle("large", isLarge(row));
  element.classList.toggle("at-top", inSpace(row.box)[1] < 22);
}

/** The rows whose boxes hold a pixel, the smallest box first. */
function at([x, y]) {
  return bySize.filter((row) => {
    const [left, top, width, height] = row.box;
    return x >= left && x < left + width && y >= top && y < top + height && row.matches && isThere(row);
  });
}

// Some programs count from their window's corner, others from the screen's: a person may have to move the screenshot.

function putPicture() {
  for (const picture of [$("picture"), $("picture-before")]) {
    if (picture) put(picture, [frame[0] + shifted[0], frame[1] + shifted[1], frame[2], frame[3]]);
  }
}

function shiftPicture(dx, dy) {
  shifted = [shifted[0] + dx, shifted[1] + dy];
  putPicture();
  $("notice").hidden = true;
}

/** True if the boxes may count from the corner of a window that is somewhere on the screenshot. */
function maybeElsewhere() {
  const first = rows.find((row) => row.box && ["window", "dialog"].includes(row.role));
  const [x, y, width, height] = first?.box || [];
  return Boolean(data.picture && first) && x === 0 && y === 0 && width < frame[2] && height < frame[3];
}

// Keys

function moveOnScreen(event) {
  if (event.altKey && data.picture && movePicture(event)) return;
  const go = (dx, dy) => () => {
    const row = rows[state.chosen];
    const next = drawn(row) && row.matches ? nearest(row, dx, dy) : rows.find((other) => drawn(other) && other.matches && !other.quiet);
    if (next) choose(next.i, "screen");
  };
  act({
    ArrowRight: go(1, 0), ArrowLeft: go(-1, 0), ArrowDown: go(0, 1), ArrowUp: go(0, -1),
    Enter: () => rows[state.chosen] && choose(state.chosen, "rows"),
  }, event);
}

function movePicture(event) {
  const step = event.shiftKey ? 1 : 10;
  const [dx, dy] = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key] || [0, 0];
  if (!dx && !dy) return false;
  event.preventDefault();
  shiftPicture(dx, dy);
  return true;
}

/** The nearest element with a ref in a direction: straight on is nearer than aside. */
function nearest(from, dx, dy) {
  const centre = ([x, y, width, height]) => [x + width / 2, y + height / 2];
  const [x, y] = centre(from.box);
  let best = null;
  let least = Infinity;
  for (const row of bySize) {
    if (row === from || row.quiet || !row.matches) continue;
    const [otherX, otherY] = centre(row.box);
    const along = (otherX - x) * dx + (otherY - y) * dy;
    const across = Math.abs((otherX - x) * dy) + Math.abs((otherY - y) * dx);
    if (along <= 0 || across > 3 * along + 40 || along + 2 * across >= least) continue;
    best = row;
    least = along + 2 * across;
  }
  return best;
}

// Pointer

let lastClick = null;

function listenToScreen() {
  view.addEventListener("pointermove", (event) => {
    if (!edges || event.pointerType === "touch") return;
    if (view.hasPointerCapture(event.pointerId)) shiftPicture(event.movementX / state.zoom, event.movementY / state.zoom);
    else point(event);
  });
  view.addEventListener("pointerleave", () => {
    hover(-1, "screen");
    $("tip").hidden = true;
    $("extent").textContent = extent();
  });
  view.addEventListener("pointerdown", (event) => {
    if (event.altKey && event.button === 0 && data.picture) view.setPointerCapture(event.pointerId);
  });
  view.addEventListener("click", (event) => {
    if (edges && !event.altKey) chooseAt(event);
  });
  view.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const corner = view.getBoundingClientRect();
    zoomTo(state.zoom * Math.exp(-event.deltaY / 300), [event.clientX - corner.left, event.clientY - corner.top]);
  }, { passive: false });
  view.addEventListener("scroll", drawIfUncovered, { passive: true });
  view.addEventListener("keydown", moveOnScreen);
  new ResizeObserver(() => (state.fitting ? fit() : layOut())).observe(view);
}

function point(event) {
  const pixel = pixelAt(event);
  const row = at(pixel)[0];
  hover(row ? row.i : -1, "screen");
  $("extent").textContent = `x ${Math.floor(pixel[0])}, y ${Math.floor(pixel[1])}`;
  const tip = $("tip");
  tip.hidden = !row;
  if (!row) return;
  tip.replaceChildren(row.ref ? make("b", {}, tipOf(row)) : tipOf(row), ` ${row.role} `, make("span", { dir: "auto" }, row.name || row.value || ""));
  const corner = view.getBoundingClientRect();
  const [x, y] = [event.clientX - corner.left, event.clientY - corner.top];
  tip.style.left = `${Math.max(4, Math.min(x + 14, corner.width - tip.offsetWidth - 18))}px`;
  tip.style.top = `${y + 18 + tip.offsetHeight > corner.height ? y - tip.offsetHeight - 10 : y + 18}px`;
}

const tipOf = (row) => [signsOf(row), row.ref].filter(Boolean).join(" ");

/** Choose what was clicked; a click at the same place again chooses what lies around it. */
function chooseAt(event) {
  const found = at(pixelAt(event));
  const again = lastClick && Math.hypot(event.clientX - lastClick[0], event.clientY - lastClick[1]) < 4;
  const before = again ? found.findIndex((row) => row.i === state.chosen) : -1;
  lastClick = [event.clientX, event.clientY];
  choose(found.length ? found[(before + 1) % found.length].i : -1, "screen");
}
