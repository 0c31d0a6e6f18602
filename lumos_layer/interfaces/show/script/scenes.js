// The screens of the run: each is the one before with some rows replaced. They are put together once, as lists of numbers.

const lists = [];
for (const scene of data.scenes) {
  const [start, gone, numbers] = scene.rows;
  const before = lists.at(-1) || [];
  lists.push([...before.slice(0, start), ...numbers, ...before.slice(start + gone)]);
}

/** The rows of a screen, with marks of what has changed in it, and rows for what is no longer there. */
function rowsOf(place, marks, gone) {
  const made = lists[place].map((number_, i) => ({ ...data.table[number_], ...(marks?.[i] || {}) }));
  for (const [number_, said] of gone || []) made.push({ ...data.table[number_], ...said });
  return made;
}

/** Draw a screen, in the place of the one that was drawn. */
function drawScene(place, marks, gone) {
  const scene = data.scenes[place];
  const sizeBefore = frame && frame.join();
  state.chosen = state.hovered = -1;
  state.shown.changes = Boolean(marks);
  rows.splice(0, rows.length, ...(scene ? rowsOf(place, marks, gone) : []));
  tops.length = 0;
  data.screen.focus = scene?.focus || null;
  frame = scene?.frame || null;
  relate();
  takeBoxes();
  measure();
  $("frame").hidden = !frame;
  $("space").hidden = !edges;
  $("empty").hidden = Boolean(edges);
  $("empty").textContent = scene ? "This screen has no boxes, so nothing can be drawn here." : "Nobody has looked yet.";
  document.body.classList.toggle("with-changes", state.shown.changes);
  for (const which of Object.keys(outlines)) outlines[which].hidden = true;
  $("tip").hidden = true;
  $("extent").textContent = extent();
  if (!edges) return;
  if (state.fitting || sizeBefore !== (frame && frame.join())) fit();
  else layOut();
}

function extent() {
  const [all, boxed] = counted();
  return all ? `${number(boxed)} of ${some(all, "element")} with a box` : "";
}

// An element that is chosen or hovered: this page has no rows to show it in.

function hover(i) {
  state.hovered = i;
  outline("hovered", rows[i]);
}

function choose(i) {
  state.chosen = i;
  outline("chosen", rows[i]);
  $("details").hidden = !rows[i];
  if (rows[i]) showDetails(rows[i]);
  if (rows[i]) bringBoxIntoView(rows[i]);
  if (rows[i]) announce(labelOf(rows[i]));
  drawSoon();
}
