// Marks of what has changed on the canvas: each colour has a line and a sign of its own.

const MARK_DASHES = { added: [], changed: [9, 3, 2, 3], moved: [], removed: [5, 4] };

function drawMark(row, box, colours) {
  const marks = marksOf(row);
  if (showsMoved(row) && (marks.includes("moved") || row.i === state.chosen)) drawWay(row, colours.moved);
  if (!marks.length) return;
  const mark = marks[0];
  const [x, y, width, height] = box.map(Math.round);
  pen.save();
  pen.fillStyle = pen.strokeStyle = colours[mark];
  if (!isLarge(row)) {
    pen.globalAlpha = 0.13;
    pen.fillRect(x, y, width, height);
    pen.globalAlpha = 1;
  }
  pen.lineWidth = isStop(row) ? 2 : 1;
  pen.setLineDash(MARK_DASHES[mark]);
  pen.strokeRect(x, y, Math.max(1, width), Math.max(1, height));
  if (mark === "removed" && isStop(row)) strike(x, y, width, height);
  pen.restore();
}

function strike(x, y, width, height) {
  pen.setLineDash([]);
  pen.lineWidth = 1;
  pen.globalAlpha = 0.6;
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(x + width, y + height);
  pen.stroke();
}

/** The place before, dashed, and an arrow from there to the place now. */
function drawWay(row, colour) {
  const [from, to] = [inSpace(row.was), inSpace(row.now)];
  pen.save();
  pen.strokeStyle = pen.fillStyle = colour;
  pen.lineWidth = 2;
  pen.setLineDash([4, 3]);
  const [there] = state.shown.before ? [to] : [from];
  pen.strokeRect(...there.map(Math.round));
  pen.setLineDash([]);
  arrow(middle(from), middle(to));
  pen.restore();
}

const middle = ([x, y, width, height]) => [Math.round(x + width / 2), Math.round(y + height / 2)];

function arrow([fromX, fromY], [toX, toY]) {
  const angle = Math.atan2(toY - fromY, toX - fromX);
  if (Math.hypot(toX - fromX, toY - fromY) < 10) return;
  pen.beginPath();
  pen.moveTo(fromX, fromY);
  pen.lineTo(toX - 6 * Math.cos(angle), toY - 6 * Math.sin(angle));
  pen.stroke();
  pen.beginPath();
  pen.moveTo(toX, toY);
  for (const side of [0.4, -0.4]) pen.lineTo(toX - 10 * Math.cos(angle + side), toY - 10 * Math.sin(angle + side));
  pen.fill();
}
