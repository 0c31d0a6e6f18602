"""What is pressed does what it is called: by its name, hint and identifier, and by what stands in it."""

from __future__ import annotations

from collections.abc import Iterator

from lumos_layer.actions.sensitive import Sensitive, classes_in, is_command, of_identifier
from lumos_layer.perception.words import TYPED
from lumos_layer.safety.addresses import navigates
from lumos_layer.safety.clearing import cleared
from lumos_layer.safety.finding import Finding, quoted
from lumos_layer.safety.pressing import pressed
from lumos_layer.safety.scene import CONTENT, DIALOGS, Scene
from lumos_layer.tree import Node, Role

# A press of them shows, focuses or sorts.
_SHOWING = (
    frozenset(
        (Role.COMBOBOX, Role.COLUMNHEADER, Role.DOCUMENT, Role.WINDOW, Role.APPLICATION, Role.SCROLLBAR, Role.LIST, Role.LISTBOX,
         Role.TOOLBAR, Role.TABLIST, Role.TABLE, Role.GRID, Role.TREE, Role.TREEGRID, Role.ROWGROUP, Role.MENU, Role.MENUBAR)
    )
    | TYPED
    | DIALOGS
)  # fmt: skip
_TICKED = frozenset((Role.CHECKBOX, Role.MENUITEMCHECKBOX))
_BY_TICKING: frozenset[Sensitive] = frozenset(("permission", "account", "system_setting", "publish", "buy", "pay"))
_SHORT_LINK = 3  # words of a link that nobody knows where it leads
_LONGEST_CARD = 60  # characters of a name that is no longer a command, of what has no role


def by_words(scene: Scene) -> Iterator[Finding]:
    """What the pressed element is called: its name, hint, identifier, or what stands in it."""
    if pressed(scene):
        yield from words_of(scene, "words")


def words_of(scene: Scene, rule: str) -> Iterator[Finding]:
    node = scene.node
    if node is None or node.role in _SHOWING or (node.role is Role.TAB and _in_tablist(scene)):
        return
    for words in scene.own_words:
        for kind in _kinds(node, words.source, words.text):
            if node.role in _TICKED and (kind not in _BY_TICKING or words.text.lower().startswith(("enable", "disable"))):
                continue
            yield Finding(kind, rule, f"{words.source} {quoted(words.text)}", cleared(scene, kind, words))


def _kinds(node: Node, source: str, text: str) -> tuple[Sensitive, ...]:
    if source == "identifier":
        return of_identifier(text) if not node.name or is_command(node.name) or node.role not in CONTENT else ()
    if node.role is Role.LINK and not navigates(node.url):
        return classes_in(text) if len(text.split()) <= _SHORT_LINK or is_command(" ".join(text.split()[:1])) else ()
    card = node.role in (Role.GENERIC, Role.GROUP, Role.IMG) and len(node.name or text) > _LONGEST_CARD
    if card and source == "inside":
        return ()
    return classes_in(text) if not (card or node.role in CONTENT) or is_command(text) else ()


def _in_tablist(scene: Scene) -> bool:
    return any(scene.tree[i].role is Role.TABLIST for i in scene.near) or (
        sum(scene.tree[i].role is Role.TAB for i in scene.siblings) > 1
    )
