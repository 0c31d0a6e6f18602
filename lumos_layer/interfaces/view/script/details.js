// Everything that is known of the chosen element; of the screen, where none is chosen.

function showDetails(row) {
  const details = $("details");
  details.replaceChildren(...(row ? detailsOf(row) : overview()));
  details.dataset.kind = row ? row.colour : "text";
  details.scrollTop = 0;
}

/** A list of terms; what is empty is not said. */
class Terms {
  element = make("dl");

  /** `what` is a text, an element or a list of them. */
  say(term, what, { exact = false, copied = "" } = {}) {
    const parts = [what].flat().filter((part) => part !== undefined && part !== "" && part !== null && part !== false);
    if (!parts.length) return;
    const description = make("dd", { class: exact ? "exact" : "", dir: "auto" }, ...parts);
    if (copied) description.append(copyButton(copied, term));
    this.element.append(make("dt", {}, term), description);
  }
}

const chips = (words) => (words || []).map((word) => make("span", { class: "word" }, word));

function detailsOf(row) {
  const terms = new Terms();
  if (row.kind === "section") terms.say("What", `${some(row.count, "thing was", "things were")} there in ${data.before.name}.`);
  else if (row.kind === "more") {
    terms.say("What", `${some(row.count, "thing was", "things were")} left out here.`);
    terms.say("To see", row.under && `lumos blueprint ${data.dump.name} --ref ${row.under}`, { exact: true });
  } else sayElement(row, terms);
  return [heading(row), terms.element];
}

function heading(row) {
  const name = row.name || (row.kind === "more" ? saidOf(row) : "without a name");
  return make("header", {},
    row.ref ? make("span", { class: "ref" }, row.ref) : "",
    make("span", { class: "role" }, row.role || ""),
    make("h2", { dir: "auto", class: row.name ? "" : "unnamed" }, name),
    row.ref ? copyButton(row.ref, "Ref") : "",
    row.name ? copyButton(row.name, "Name") : "");
}

function sayElement(row, terms) {
  const range = row.min !== undefined || row.max !== undefined;
  sayChange(row, terms);
  terms.say("Ref", row.gone && row.ref && `${row.ref} means nothing any more`);
  terms.say("Ref", row.silent && `${row.silent}, not in the blueprint: nothing can be done with it`);
  terms.say("Value", row.value, { exact: true, copied: row.value });
  terms.say("Hint", row.hint);
  terms.say("States", chips(row.states));
  terms.say("Can", chips(row.ref ? row.can : []));
  terms.say("Range", range && `${row.min ?? 0} to ${row.max ?? 100}`);
  terms.say("Box", boxText(row), { exact: Boolean(row.box) });
  terms.say("In the dump", row.path, { exact: true, copied: row.path });
  terms.say("Tag", row.tag_in_dump, { exact: true });
  terms.say("Identifier", row.identifier, { exact: true });
  terms.say("Native id", row.native, { exact: true });
  terms.say("Leads to", row.url, { exact: true });
  const left = row.text_left && `and ${some(row.text_left, "more character")} that this page does not hold`;
  terms.say("Full text", row.text && row.text !== row.name ? [make("pre", { tabindex: "0", dir: "auto" }, row.text), left] : "");
}

function boxText(row) {
  if (!row.box) return row.path ? "The dump gives none." : "Not known: nothing in the dump says just these words.";
  const where = placeText(row.now || row.box);
  return row.undrawn ? `${where}  ·  not drawn: empty, or far off the screen` : where;
}

const placeText = ([x, y, width, height]) =>
  `x ${x}, y ${y}, ${width} × ${height}  ·  centre ${x + Math.floor(width / 2)}, ${y + Math.floor(height / 2)}`;

function overview() {
  const { screen, dump } = data;
  const terms = new Terms();
  const [all, boxed] = counted();
  const omitted = Object.entries(screen.omitted || {}).map(([reason, count]) => `${reason.replaceAll("_", " ")} ${number(count)}`);
  terms.say("Elements", `${number(all)} with a ref, ${number(boxed)} of them with a box; ${some(dump.nodes, "node")} in the dump`);
  terms.say("Left out", omitted.length ? chips(omitted) : "nothing");
  terms.say("Address", screen.url, { exact: true });
  terms.say("Focus", delta?.focus ? `${data.before.focus || "none"} → ${screen.focus || "none"}` : screen.focus, { exact: true });
  terms.say(`Since`, delta && `${data.before.name}: ${delta.summary}`);
  terms.say("Screenshot", data.picture && `${data.picture.name}, ${data.picture.size.join(" × ")}`);
  const warnings = screen.warnings.map((warning) => make("li", { dir: "auto" }, warning));
  terms.say("Warnings", warnings.length ? make("ul", {}, ...warnings) : "");
  const head = make("header", {}, make("h2", {}, "The screen"), make("span", { class: "figures" }, "choose an element to see its details"));
  return [head, terms.element];
}

/** How many elements have a ref, and how many of these a box that is drawn. */
function counted() {
  const withRef = rows.filter((row) => row.ref && !row.gone);
  return [withRef.length, withRef.filter((row) => row.now && edges !== null).length];
}

function copyButton(text, what) {
  const label = `Copy ${what.toLowerCase()}`;
  const button = make("button", { type: "button", title: label, "aria-label": label }, icon("copy"));
  button.addEventListener("click", () => copy(text, button));
  return button;
}

async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text); // the clipboard may be closed to pages from files
  }
  const label = button.querySelector("span") || button;
  const before = [...label.childNodes];
  label.replaceChildren("Copied");
  announce("Copied");
  setTimeout(() => label.replaceChildren(...before), 1200);
}

function copyBySelection(text) {
  const area = make("textarea", { class: "unseen" });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
