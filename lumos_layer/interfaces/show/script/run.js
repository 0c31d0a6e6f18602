// The run as a whole: its head, the timeline, and the way from step to step.

const STORED_THEME = "lumos-view-theme";
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
let here = -1; // the moment that is shown
let after = false; // its screen after the action is shown

function showHead() {
  const { run } = data;
  $("goal").textContent = run.goal || run.run;
  document.title = `${run.run} - lumos show`;
  $("origin").textContent = [run.run, run.started && `${run.started} to ${run.last}`, run.summary].filter(Boolean).join("  ·  ");
  const counts = Object.entries(run.counts).filter(([, count]) => count).map(([what, count]) => `${number(count)} ${what}`);
  for (const [what, said] of [
    ["Status", run.status.replaceAll("_", " ")],
    ["Actions", counts.join(", ") || "none"],
    ["Findings", `${number(run.findings)} safety, ${some(run.errors, "error")}`],
  ]) $("sizes").append(make("div", {}, make("dt", {}, what), make("dd", {}, said)));
}

function makeTimeline() {
  const made = data.moments.map((moment, i) => make("li", {
    class: "moment", role: "option", id: `moment-${i}`, "aria-selected": "false", "data-i": String(i), "data-state": moment.state,
  },
  make("span", { class: "number" }, moment.action ? String(moment.step) : "–"),
  make("div", {}, make("div", { class: "title", dir: "auto" }, moment.title),
    make("div", { class: "said" }, make("span", { class: "state-word" }, stateOf(moment)), moment.summary ? ` ${moment.summary}` : ""))));
  $("moments").append(...made);
  $("slider").max = String(data.moments.length - 1);
}

function goTo(i) {
  const place = Math.max(0, Math.min(data.moments.length - 1, i));
  if (place === here) return;
  $(`moment-${here}`)?.setAttribute("aria-selected", "false");
  here = place;
  const moment = data.moments[here];
  const item = $(`moment-${here}`);
  item.setAttribute("aria-selected", "true");
  item.scrollIntoView({ block: "nearest" });
  $("moments").setAttribute("aria-activedescendant", item.id);
  $("slider").value = String(here);
  $("slider").setAttribute("aria-valuetext", `${moment.title}: ${stateOf(moment)}`);
  $("place").textContent = `${number(here + 1)} of ${number(data.moments.length)}`;
  for (const [id, isEnd] of [["first", !here], ["previous", !here], ["next", here === data.moments.length - 1], ["last", here === data.moments.length - 1]]) {
    $(id).disabled = isEnd;
  }
  choose(-1);
  showStep(moment);
  showScene(after);
}

/** Show the screen before the action, or the one after it, where there is one. */
function showScene(wanted) {
  const moment = data.moments[here];
  const isAfter = wanted && moment.after !== undefined;
  const place = isAfter ? moment.after : moment.look;
  const scene = data.scenes[place];
  after = wanted;
  drawScene(place, isAfter ? moment.marks : null, isAfter ? moment.gone : null);
  $("show-after").disabled = moment.after === undefined;
  $("show-look").setAttribute("aria-pressed", String(!isAfter));
  $("show-after").setAttribute("aria-pressed", String(isAfter));
  $("scene").textContent = scene ? [scene.id, scene.surface, scene.title || scene.app, scene.url, `a blueprint of ${number(scene.bytes)} bytes`].filter(Boolean).join("  ·  ") : "";
  $("summary").textContent = isAfter ? moment.summary || "" : "";
  const target = moment.ref && rows.find((row) => row.ref === moment.ref && !row.gone);
  outline("target", target);
  if (target) bringBoxIntoView(target);
}

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

function pressedKey(event) {
  if ($("keys").open) return;
  const inside = (place) => place.contains(event.target);
  act({
    "?": () => $("keys").showModal(), w: () => showScene(!after), j: () => goTo(here + 1), k: () => goTo(here - 1),
    f: fit, 0: () => zoomTo(1), "+": larger, "=": larger, "-": smaller, Escape: () => choose(-1),
  }, event);
  if (event.defaultPrevented || inside(view) || inside($("step")) || inside($("details")) || event.target === $("slider")) return;
  act({
    ArrowRight: () => goTo(here + 1), ArrowDown: () => goTo(here + 1), ArrowLeft: () => goTo(here - 1), ArrowUp: () => goTo(here - 1),
    Home: () => goTo(0), End: () => goTo(data.moments.length - 1), PageDown: () => goTo(here + 10), PageUp: () => goTo(here - 10),
  }, event);
}

function listen() {
  listenToScreen();
  document.addEventListener("keydown", pressedKey);
  $("slider").addEventListener("input", () => goTo(Number($("slider").value)));
  $("moments").addEventListener("click", (event) => {
    const item = event.target.closest(".moment");
    if (item) goTo(Number(item.dataset.i));
  });
  const clicks = {
    first: () => goTo(0), previous: () => goTo(here - 1), next: () => goTo(here + 1), last: () => goTo(data.moments.length - 1),
    "show-look": () => showScene(false), "show-after": () => showScene(true),
    "zoom-in": larger, "zoom-out": smaller, "zoom-level": () => zoomTo(1), "zoom-fit": fit, help: () => $("keys").showModal(),
    theme: () => setTheme(storedTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark")),
  };
  for (const [id, done] of Object.entries(clicks)) $(id).addEventListener("click", done);
  prefersDark.addEventListener("change", () => storedTheme() || setTheme(prefersDark.matches ? "dark" : "light"));
}

state.shown.texts = true; // without a screenshot its words are wanted
outlines.target = $("target");
Object.defineProperty(state, "target", { get: () => rows.findIndex((row) => data.moments[here]?.ref && row.ref === data.moments[here].ref && !row.gone) });
setTheme(storedTheme() || (prefersDark.matches ? "dark" : "light"));
showHead();
makeTimeline();
listen();
goTo(0);
