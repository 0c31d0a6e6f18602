// One row is hovered, one is chosen, on the screen and in the blueprint alike. `from` says where a person did it.

function hover(i, from) {
  if (i === state.hovered) return;
  rows[state.hovered]?.element.classList.remove("under");
  state.hovered = i;
  const row = rows[i];
  outline("hovered", row);
  if (!row) return;
  row.element.classList.add("under");
  if (from === "screen") revealRow(row);
  else bringBoxIntoView(row);
}

function choose(i, from) {
  rows[state.chosen]?.element.setAttribute("aria-selected", "false");
  state.chosen = i;
  const row = rows[i];
  outline("chosen", row);
  showDetails(row);
  drawSoon();
  if (!row) return;
  row.element.setAttribute("aria-selected", "true");
  setTabStop(row);
  revealRow(row);
  bringBoxIntoView(row);
  if (from === "rows") row.element.focus({ preventScroll: true });
  else announce(labelOf(row));
}
