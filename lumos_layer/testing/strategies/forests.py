"""Trees as dialects make them: forests of any shape, whose nodes say anything."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

from hypothesis import strategies as st
from msgspec.structs import replace

from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats import FORMATS
from lumos_layer.perception.formats.affordances import OWN, merged
from lumos_layer.perception.observation import AskedView, Observation
from lumos_layer.tree import Affordance, Node, Rect, Role, Scroll, Tree

# Few words, so that names repeat, contain each other, and read like what the compact form writes itself.
_WORDS = (
    "Save", "Save as", "Edit", "Remove", "12", "12 Home", "7.disabled", "# Title", "ok", "저장", "日本", "שלום", "a|b", '"q"', "\\",
    "more", "value", "Loading…", "👍🏽", "Ada", "Bob",
)  # fmt: skip
_DIALECTS = {dialect.name: dialect for dialect in FORMATS}

_LONG = tuple(("lorem ipsum " * times).strip() for times in (3, 16, 17, 18, 60))
_verbs: tuple[Affordance, ...] = get_args(Affordance)
_BOXES = tuple(Rect(x, y, w, h) for x in (-20, 0, 90) for y in (0, 40, 700) for w in (0, 30, 400) for h in (-1, 20, 300))
_ROLES = tuple(Role)
_FIELDS = (Role.TEXTBOX, Role.SEARCHBOX)


def _node(random: Random) -> Node:
    """A node of any role; its affordances are those of its role, declared ones, both or none."""
    pick, chance = random.choice, random.random
    role = pick(_ROLES)
    rare = chance() < 0.25
    own = OWN.get(role, ()) if chance() < 0.5 else ()
    declared = random.sample(_verbs, random.randint(0, 3)) if rare else []
    protected = rare and role in _FIELDS and chance() < 0.5

    def sometimes(*values: Any) -> Any:
        return pick((None, *values)) if rare else None

    return Node(
        role=role,
        name=pick(_LONG) if chance() < 0.05 else pick(("", "", *_WORDS)),
        value=None if protected else sometimes("", *_WORDS, *_LONG),
        hint=sometimes(*_WORDS) or "",
        bounds=pick((None, *_BOXES)),
        can=merged(own, declared),
        hidden=chance() < 0.1,
        offscreen=chance() < 0.1,
        modal=rare and chance() < 0.3,
        minimized=rare and role is Role.WINDOW and chance() < 0.5,
        enabled=pick((None, False, True)),
        focused=True if chance() < 0.04 else None,
        checked=sometimes("false", "true", "mixed"),
        pressed=sometimes("false", "true", "mixed"),
        selected=sometimes(False, True),
        expanded=sometimes(False, True),
        readonly=sometimes(False, True),
        required=sometimes(False, True),
        busy=sometimes(False, True),
        protected=protected,
        filled=chance() < 0.5 if protected else None,
        minimum=sometimes(0.0, 1.0, -5.5),
        maximum=sometimes(100.0, 7.0),
        scroll=sometimes(Scroll(above=3, below=40)),
    )


def _telling(random: Random, node: Node, number: int, around: Node | None) -> Node:
    """The node with words that no other has, except that it may share its name with what is around it."""
    own = ("", f"name{number}", f"name{number} word{number}", str(number), f"# head{number}", f"{number}.disabled word{number}")
    name = around.name if around is not None and random.random() < 0.25 else random.choice(own)
    value = None if node.protected else random.choice((None, None, None, f"value{number}", name or None))
    return replace(node, name=name, value=value, hint=random.choice(("", "", "", f"hint{number}")))


@st.composite
def drafts(draw: st.DrawFn, max_size: int = 40, telling: bool = False) -> Draft:
    """A forest of up to `max_size` nodes, of any shape from a chain to a row. `telling`: its words tell whose they are."""
    draft = Draft()
    path: list[int] = []
    random = draw(st.randoms(use_true_random=False))
    # How many levels to go up before each node: what Hypothesis shrinks first.
    for ups in draw(st.lists(st.integers(0, 4), min_size=1, max_size=max_size)):
        for _ in range(min(ups, len(path))):
            draft.close(path.pop())
        node = _node(random)
        if telling:
            node = _telling(random, node, len(draft.nodes), draft.nodes[path[-1]] if path else None)
        path.append(draft.open(node, path[-1] if path else -1, node.role.value))
    while path:
        draft.close(path.pop())
    draft.title, draft.app = (random.choice(("", "", random.choice(draft.nodes).name, "Title")) for _ in range(2))
    return draft


@st.composite
def observations(draw: st.DrawFn, max_size: int = 40, telling: bool = False) -> Observation:
    """A look at such a forest, as a Windows or browser dialect gives it. `telling`: its words tell whose they are."""
    draft = draw(drafts(max_size, telling))
    return Observation(draft, _DIALECTS[draw(st.sampled_from(("uia", "browser")))], "main", 1000)


@st.composite
def trees(draw: st.DrawFn, max_size: int = 30) -> Tree:
    """Forests of any shape; the dump's words are roles or other ones, and some nodes have native ids, not all of them unique."""
    draft = draw(drafts(max_size))
    random = draw(st.randoms(use_true_random=False))
    draft.nodes = [
        replace(node, native_id=str(random.randint(1, max_size)) if random.random() < 0.5 else "") for node in draft.nodes
    ]
    draft.tags = [random.choice((tag, "node")) for tag in draft.tags]
    return draft.freeze()


@st.composite
def blueprints(draw: st.DrawFn, max_size: int = 40, view: AskedView | None = None) -> Blueprint:
    """A blueprint of such a look, in the view that is asked for or in any; `Blueprint.refs` are the refs that it shows."""
    views: tuple[AskedView, ...] = (view,) if view is not None else ("full", "interactive", "outline")
    return draw(observations(max_size)).blueprint(view=draw(st.sampled_from(views)))
