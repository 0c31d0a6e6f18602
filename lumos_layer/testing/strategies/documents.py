"""Action documents that are right or wrong whatever the screen: valid ones of every type, and the same with something changed."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

from lumos_layer.actions.keys import MODIFIERS, NAMED

Document = dict[str, Any]

refs = st.builds(lambda letter, number: f"{letter}{number}", st.sampled_from("AW"), st.integers(1, 10**9 - 1))
pixels = st.integers(-(2**31) + 1, 2**31 - 1) | st.integers(-3000, 3000).map(float)
points = st.fixed_dictionaries({"x": pixels, "y": pixels})
places = st.fixed_dictionaries({"ref": refs}) | st.fixed_dictionaries({"point": points})
lines = st.text(st.characters(min_codepoint=32, exclude_characters="\x7f", exclude_categories=["Cs"]), min_size=1, max_size=40)
texts = st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n\t\r"), max_size=60)
secrets = st.fixed_dictionaries({"secret": st.from_regex(r"[A-Za-z][A-Za-z0-9_.-]{0,63}", fullmatch=True)})
seconds = st.floats(0.001, 300) | st.integers(1, 300)
keys = st.builds(
    lambda held, key: "".join(f"{name}+" for name in MODIFIERS if name in held) + key,
    st.sets(st.sampled_from(MODIFIERS)),
    st.sampled_from((*NAMED, "F12", "a", "+", " ", "ü", "é", "1")),
)
conditions = st.fixed_dictionaries({"kind": st.just("text"), "text": lines, "shown": st.booleans()}) | st.fixed_dictionaries(
    {"kind": st.just("element"), "ref": refs, "state": st.sampled_from(("gone", "enabled", "checked", "idle"))}
)
addresses = st.sampled_from(
    ("https://example.org/a?b=1#c", "http://127.0.0.1:8765/", "file:///tmp/a.html", "https://위키/한국", "about:blank")
)


def _of(verb: str, required: Mapping[str, Any], optional: Mapping[str, Any] | None = None) -> st.SearchStrategy[Document]:
    return st.fixed_dictionaries({"type": st.just(verb), **required}, optional=dict(optional or {}))


def _at(verb: str) -> st.SearchStrategy[Document]:
    return places.map(lambda place: {"type": verb, **place})


VALID: Mapping[str, st.SearchStrategy[Document]] = {
    "observe": _of("observe", {}),
    "click": _at("click"),
    "double_click": _at("double_click"),
    "right_click": _at("right_click"),
    "hover": _at("hover"),
    "drag": _of("drag", {"start": places, "end": places}),
    "type_text": _of("type_text", {"text": texts.filter(bool) | secrets}, {"ref": refs}),
    "set_text": _of("set_text", {"ref": refs, "text": texts | secrets}),
    "select": _of("select", {"ref": refs}, {"option": lines}),
    "set_checked": _of("set_checked", {"ref": refs, "checked": st.booleans()}),
    "set_value": _of("set_value", {"ref": refs, "value": st.floats(-1e15, 1e15) | st.integers(-(10**15), 10**15)}),
    "expand": _of("expand", {"ref": refs, "expanded": st.booleans()}),
    "focus": _of("focus", {"ref": refs}),
    "press_key": _of("press_key", {"key": keys}, {"ref": refs}),
    "scroll": _of(
        "scroll",
        {"direction": st.sampled_from(("up", "down", "left", "right"))},
        {"ref": refs, "pages": st.floats(0.01, 100) | st.integers(1, 100)},
    ),
    "scroll_to": _of("scroll_to", {"edge": st.sampled_from(("top", "bottom", "left", "right"))}, {"ref": refs}),
    "scroll_into_view": _of("scroll_into_view", {"ref": refs}),
    "open_url": _of("open_url", {"url": addresses}),
    "open_app": _of("open_app", {"app": lines}),
    "switch_window": _of("switch_window", {"ref": refs}) | _of("switch_window", {"title": lines}),
    "open_windows_search": _of("open_windows_search", {}, {"text": lines}),
    "wait": _of("wait", {"seconds": seconds}),
    "wait_for_change": _of("wait_for_change", {"seconds": seconds}),
    "wait_for": _of("wait_for", {"condition": conditions, "seconds": seconds}),
    "clarify": _of("clarify", {"question": texts.filter(bool)}),
    "propose_options": _of(
        "propose_options", {"question": texts.filter(bool), "options": st.lists(lines, min_size=2, max_size=9, unique=True)}
    ),
    "request_approval": _of("request_approval", {"what": texts.filter(bool), "reason": texts.filter(bool)}),
    "handoff": _of("handoff", {"reason": texts.filter(bool)}),
    "finish": _of("finish", {"success": st.booleans(), "reason": texts.filter(bool)}),
}  # fmt: skip
valid = st.sampled_from(sorted(VALID)).flatmap(lambda verb: VALID[verb])

# What stands in documents where it should not.
_STRANGE: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, 3.0, 3.5, -1, 0.0, -0.0, 1e300, -1e300, 10**20, 10**400, 2**31, -(2**31), 301, 300, 1e15,
    10**15 + 1, "", "A12", "A12\n", "a12", "A0", "A012", "W1 ", "A1234567890", "12", "true", "click", "line\nbreak",
    "tab\tstop", "bell\a", "del\x7f", "\x85", "\u2028", "Control+a", "Shift+Control+a", "Control+", "Control+Control+a", "+", "++",
    "Control++", "ab", "F24", "F25", "Enter\n", "\r\n", "https://a b", "https://", "javascript:alert(1)", "https://example.org\n",
    "x" * 500, "x" * 501, "up", "sideways", "top", [],
    ["A1"], ["a", "a"], ["a", "b"], ["a"] * 12, {}, {"secret": "pin"}, {"secret": ""}, {"secret": "1a"}, {"secret": "a\n"},
    {"secret": "a", "b": 1}, {"ref": "A1"}, {"ref": "A1", "point": {"x": 1, "y": 2}}, {"x": 1, "y": 2.0}, {"x": 1, "y": 2.5},
    {"x": True, "y": 1}, {"x": 1}, {"point": {"x": 1, "y": 2}}, {"kind": "text", "text": "a", "shown": True}, {"kind": "element"},
    {"kind": "other"}, {"kind": ["text"]},
)  # fmt: skip
strange = st.sampled_from(_STRANGE).map(deepcopy) | texts | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
_FIELDS = (
    "type", "ref", "point", "start", "end", "text", "option", "checked", "value", "expanded", "key", "direction", "pages", "edge",
    "url", "app", "title", "seconds", "condition", "question", "options", "what", "reason", "success", "secret", "x", "kind",
    "shown", "Ref", "",
)  # fmt: skip


def _objects(document: Any) -> list[Any]:
    """The document and all objects and arrays in it."""
    if isinstance(document, dict):
        return [document, *(part for value in document.values() for part in _objects(value))]
    return [document, *(part for value in document for part in _objects(value))] if isinstance(document, list) else []


@st.composite
def mutated(draw: st.DrawFn) -> Any:
    """A valid document in which one to three things are changed; it may be valid still."""
    document = deepcopy(draw(valid))
    for _ in range(draw(st.integers(1, 3))):
        part = draw(st.sampled_from(_objects(document)))
        if isinstance(part, list):
            part.append(draw(strange))
        elif part and draw(st.booleans()):
            name = draw(st.sampled_from(sorted(part)))
            if draw(st.booleans()):
                part[name] = draw(strange)
            else:
                del part[name]
        elif draw(st.booleans()):
            part["type"] = draw(st.sampled_from(sorted(VALID)))
        else:
            part[draw(st.sampled_from(_FIELDS))] = draw(strange)
    return document
