// Elements and figures. Whatever comes from a dump is untrusted: it becomes text nodes and numbers, never markup.

const $ = (id) => document.getElementById(id);

const ORDINALS = new Intl.PluralRules("en", { type: "ordinal" });
const ENDINGS = { one: "st", two: "nd", few: "rd", other: "th" };

const number = (value) => value.toLocaleString("en");
const some = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;
const ordinal = (value) => `${number(value)}${ENDINGS[ORDINALS.select(value)]}`;

/** An element with attributes and children; strings become text nodes, what is empty is left out. */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== "") element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

/** One of the symbols that page.html draws. */
function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#icon-${name}`);
  svg.append(use);
  return svg;
}

function announce(text) {
  $("announcement").textContent = text;
}

/** Do what belongs to the key pressed, if anything does. */
function act(acts, event) {
  const wanted = !event.ctrlKey && !event.metaKey && !event.altKey && acts[event.key];
  if (!wanted) return false;
  event.preventDefault();
  wanted();
  return true;
}

/** Make a toolbar or list of tabs one stop of the Tab key, with arrow keys inside. */
function rove(container, chosen) {
  container.addEventListener("keydown", (event) => {
    const buttons = [...container.querySelectorAll("button")].filter((button) => button.offsetParent && !button.disabled);
    const here = buttons.indexOf(document.activeElement);
    if (here < 0) return;
    const go = (place) => () => {
      const next = buttons.at(place % buttons.length);
      for (const button of container.querySelectorAll("button")) button.tabIndex = button === next ? 0 : -1;
      next.focus();
      chosen?.(next);
    };
    act({ ArrowRight: go(here + 1), ArrowLeft: go(here - 1), Home: go(0), End: go(-1) }, event);
  });
}
