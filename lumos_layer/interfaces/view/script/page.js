// Around it: the head of the page, what is shown, dark and light, the panes; and the start.

const STORED_THEME = "lumos-view-theme";
const PLAIN_JSON = 300_000; // characters from which JSON is shown without colours
const JSON_TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const NO_BOXES = "This dump gives no boxes, so nothing can be drawn here. Its elements are in the blueprint.";
const MAYBE_ELSEWHERE = "These boxes may count from the window's corner, not from the screen's. "
  + "Hold Alt and drag the screenshot, or press Alt and an arrow key, to put it under them.";

function showHead() {
  const { screen, dump, blueprint } = data;
  const title = screen.title || screen.app || dump.name;
  const app = screen.app === title ? "" : screen.app;
  $("title").textContent = title;
  document.title = `${title} - lumos view`;
  const names = delta ? `${data.before.name} → ${dump.name}` : dump.name;
  $("origin").textContent = [names, dump.format, app, screen.size?.join(" × "), screen.url].filter(Boolean).join("  ·  ");
  const share = (100 * blueprint.tokens) / Math.max(dump.tokens, 1);
  const about = blueprint.exact ? "" : "about ";
  for (const [what, figures] of [
    ["Dump", `${some(dump.bytes, "byte")}, about ${some(dump.tokens, "token")}`],
    ["Blueprint", `${some(blueprint.bytes, "byte")}, ${about}${some(blueprint.tokens, "token")}`],
    ["Share", `about ${share < 10 ? share.toFixed(1) : Math.round(share)} %`],
  ]) $("sizes").append(make("div", {}, make("dt", {}, what), make("dd", {}, figures)));
  showCost(blueprint);
}

const showCost = ({ exact, tokens, bytes }) => {
  $("cost").textContent = `${exact ? "" : "about "}${some(tokens, "token")}, ${some(bytes, "byte")}`;
};

function extent() {
  const [all, boxed] = counted();
  return `${frame ? `${frame[2]} × ${frame[3]}, ` : ""}${number(boxed)} of ${some(all, "element")} with a box`;
}

function showNotices() {
  const picture = $("picture");
  const [, boxed] = counted();
  const disable = (...ids) => ids.forEach((id) => { $(id).disabled = true; });
  if (!picture) disable("show-picture");
  if (!edges) disable("zoom-in", "zoom-out", "zoom-level", "zoom-fit");
  $("frame").hidden = !frame;
  if (!boxed) {
    disable("show-refs", "show-boxes", "show-texts");
    const notice = $(picture ? "notice" : "empty");
    notice.textContent = NO_BOXES;
    notice.hidden = false;
    if (!picture) setWidth(62);
  } else if (maybeElsewhere()) {
    $("notice").textContent = MAYBE_ELSEWHERE;
    $("notice").hidden = false;
  }
  $("extent").textContent = extent();
  const kinds = new Set(rows.filter((row) => !["more", "section"].includes(row.kind)).map((row) => row.colour));
  for (const [kind, label] of Object.entries(KINDS)) {
    if (kinds.has(kind)) $("legend").append(make("li", { "data-kind": kind }, make("span", { class: "dot", "aria-hidden": "true" }), label));
  }
}

// What is shown

function show(what) {
  if ($(`show-${what}`).disabled) return;
  state.shown[what] = !state.shown[what];
  if (what === "texts") state.textsAsked = true;
  if (what === "before") applyBefore();
  if (what === "changes") applyChanges();
  applyShown();
  if (what === "before") announce(`${state.shown.before ? data.before.name : data.dump.name} is shown`);
}

function applyChanges() {
  state.marks.clear();
  if (rows[state.chosen]?.gone) choose(-1, "keys");
  else showDetails(rows[state.chosen]);
  hover(-1, "keys");
  filter();
}

function applyShown() {
  if (!state.textsAsked) state.shown.texts = isBare(); // without a screenshot its words are wanted
  if ($("picture")) $("picture").hidden = isBare() || state.shown.before;
  if ($("picture-before")) $("picture-before").hidden = isBare() || !state.shown.before;
  const showsMarks = hasMarks && state.shown.changes;
  document.body.classList.toggle("with-changes", showsMarks || Boolean(delta?.focus && state.shown.changes));
  $("legend").hidden = showsMarks;
  $("marks-legend").hidden = !showsMarks;
  for (const [what, shown] of Object.entries(state.shown)) {
    const button = $(`show-${what}`);
    button.setAttribute("aria-pressed", String(shown && !button.disabled));
  }
  placeTags();
  drawSoon();
}

// Dark and light: as the system has it, until a person says otherwise

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const systemTheme = () => (prefersDark.matches ? "dark" : "light");

function storedTheme(theme) {
  try {
    if (theme) localStorage.setItem(STORED_THEME, theme);
    return localStorage.getItem(STORED_THEME);
  } catch {
    return theme || null; // no storage here: the choice lasts as long as the page
  }
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  $("theme").setAttribute("aria-checked", String(theme === "dark"));
  drawSoon();
}

// The two forms

const FORMS = { "tab-rows": () => data.blueprint, "tab-json": () => data.blueprint, "tab-delta": () => delta };

function fillJson(place, text) {
  if (place.firstChild) return;
  if (text.length > PLAIN_JSON) {
    place.append(text);
    return;
  }
  const all = document.createDocumentFragment();
  let end = 0;
  for (const found of text.matchAll(JSON_TOKEN)) {
    const kind = found[2] ? "key" : found[1] ? "string" : "number";
    all.append(text.slice(end, found.index), make("span", { class: kind }, found[0]));
    end = found.index + found[0].length;
  }
  all.append(text.slice(end));
  place.append(all);
}

const tabs = () => Object.keys(FORMS).map($);
const jsonShown = () => ($("tab-delta").getAttribute("aria-selected") === "true" ? delta.json : data.blueprint.compact);

function selectTab(tab) {
  for (const other of tabs()) {
    other.setAttribute("aria-selected", String(other === tab));
    other.tabIndex = other === tab ? 0 : -1;
    $(other.getAttribute("aria-controls")).hidden = other !== tab;
  }
  showCost(FORMS[tab.id]());
  if (tab === $("tab-json")) fillJson($("json"), data.blueprint.compact);
  else if (tab === $("tab-delta")) fillJson($("delta"), delta.json);
  else if (rows[state.chosen]) revealRow(rows[state.chosen]);
}

// Width of the panes, in percent

function setWidth(percent) {
  const width = Math.max(20, Math.min(75, percent));
  $("panes").style.setProperty("--side", `${width}%`);
  $("splitter").setAttribute("aria-valuenow", String(Math.round(width)));
}

function listenToSplitter() {
  const splitter = $("splitter");
  splitter.addEventListener("pointerdown", (event) => {
    splitter.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  splitter.addEventListener("pointermove", (event) => {
    if (splitter.hasPointerCapture(event.pointerId)) setWidth(100 * (1 - event.clientX / innerWidth));
  });
  splitter.addEventListener("keydown", (event) => {
    const width = Number(splitter.getAttribute("aria-valuenow"));
    const to = (percent) => () => setWidth(percent);
    act({ ArrowLeft: to(width + 2), ArrowRight: to(width - 2), Home: to(75), End: to(20) }, event);
  });
}

// Keys

function escape() {
  const field = $("search");
  if (document.activeElement === field && field.value) clearSearch();
  else if (document.activeElement === field) tabStop()?.focus();
  else if (state.chosen >= 0) choose(-1, "keys");
  else if (filtering()) showAll();
}

function pressedAnywhere(event) {
  if ($("keys").open) return;
  if (event.key === "Escape") escape();
  if (event.target.closest("input, textarea")) return;
  act({
    "/": () => $("search").select(),
    "?": () => $("keys").showModal(),
  }, event);
}

function pressedLetter(event) {
  act({
    r: () => show("refs"), b: () => show("boxes"), t: () => show("texts"), s: () => show("picture"),
    f: fit, 0: () => zoomTo(1), "+": larger, "=": larger, "-": smaller,
    ...(delta && {
      c: () => show("changes"), w: () => pressBefore(event), n: () => nextChange(1), N: () => nextChange(-1),
    }),
  }, event);
}

function listen() {
  listenToSplitter();
  listenToScreen();
  listenToRows();
  listenToSearch();
  for (const place of [view, $("rows")]) place.addEventListener("keydown", pressedLetter);
  document.addEventListener("keydown", pressedAnywhere);
  document.addEventListener("keyup", releaseBefore);
  for (const what of Object.keys(state.shown)) $(`show-${what}`).addEventListener("click", () => show(what));
  for (const tab of tabs()) tab.addEventListener("click", () => selectTab(tab));
  rove(document.querySelector("[role='tablist']"), selectTab);
  const clicks = {
    "zoom-in": larger, "zoom-out": smaller, "zoom-level": () => zoomTo(1), "zoom-fit": fit,
    copy: () => copy(jsonShown(), $("copy")),
    "change-before": () => nextChange(-1), "change-after": () => nextChange(1),
    help: () => $("keys").showModal(),
    theme: () => setTheme(storedTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark")),
  };
  for (const [id, done] of Object.entries(clicks)) $(id).addEventListener("click", done);
  prefersDark.addEventListener("change", () => storedTheme() || setTheme(systemTheme()));
}

setTheme(storedTheme() || systemTheme());
relate();
takeBoxes();
measure();
makeChanges();
showHead();
makeRows();
makeRoles();
showNotices();
showDetails(null);
listen();
applyShown();
filter();
fit();
