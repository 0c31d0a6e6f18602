"""A yes does what stands around it: what its dialog asks, what its form is for, what heading, window and address say."""

from __future__ import annotations

from collections.abc import Iterator

from lumos_layer.actions.sensitive import Sensitive, classes_in, is_command
from lumos_layer.perception.words import TYPED
from lumos_layer.safety import common_words as said
from lumos_layer.safety.addresses import classes_of_address
from lumos_layer.safety.finding import Finding, quoted
from lumos_layer.safety.pressing import LIKE_BUTTONS, pressed
from lumos_layer.safety.scene import Scene
from lumos_layer.tree import Node, Role


def by_dialog(scene: Scene) -> Iterator[Finding]:
    """A yes in a dialog does what the dialog asks about; so may a button of which nobody knows what it says."""
    if pressed(scene) and scene.dialog is not None:
        yield from by_answer(scene, scene.dialog, "dialog")


def by_answer(scene: Scene, dialog: int, rule: str) -> Iterator[Finding]:
    node = scene.node
    name = "" if scene.i is None else scene.name_of(scene.i)
    if node is None or node.role not in LIKE_BUTTONS or said.is_harmless(name):
        return
    if name and not said.says_yes(name) and not _few_choices(scene, dialog):
        return
    texts = list(scene.texts_in(dialog))
    told = texts if _few_choices(scene, dialog) else [text for text in texts if text == scene.tree[dialog].name or said.asks(text)]
    kinds = {kind: text for text in reversed(told) for kind in classes_in(text, sentence=True)}
    for kind, text in kinds.items():
        yield Finding(kind, rule, f"{quoted(name)} in the dialog that says {quoted(text)}")
    if not kinds and said.says_yes(name) and _asks(scene, dialog):
        yield Finding("submit", rule, f"{quoted(name)} in the dialog {quoted(' '.join(texts))}")


def _few_choices(scene: Scene, dialog: int) -> bool:
    """True for a dialog that only asks: few buttons, and no fields."""
    return len(scene.controls_in(dialog)) <= 4 and not any(True for _ in scene.fields_in(dialog))


def _asks(scene: Scene, dialog: int) -> bool:
    """True if one can say no as well, or something is filled in: a dialog with OK alone only tells."""
    answers = [scene.name_of(i) for i in scene.controls_in(dialog)]
    return any(True for _ in scene.fields_in(dialog)) or any(said.says_no(name) for name in answers if not _closes(name))


def _closes(name: str) -> bool:
    return name.strip().lower() in ("close", "x", "×", "help", "닫기", "minimize", "maximize", "more", "details")


def by_form(scene: Scene) -> Iterator[Finding]:
    """What sends a form does what its fields are for; without a word of its own every button of a form to pay or log in may."""
    if not pressed(scene) or scene.node is None or scene.node.role not in LIKE_BUTTONS or scene.form is None:
        return
    name = scene.name_of(scene.i) if scene.i is not None else ""
    if said.is_harmless(name) or scene.node.role is Role.MENUITEM or _is_link_away(scene.node, name):
        return
    if name and not said.says_yes(name) and scene.tree[scene.form].role is not Role.FORM and not _few_controls(scene, scene.form):
        return
    kinds = dict(of_fields(scene, scene.form))
    for kind, evidence in kinds.items():
        yield Finding(kind, "form", f"{quoted(name)} beside {evidence}")
    if not kinds and said.says_yes(name) and scene.tree[scene.form].role is Role.FORM and not _is_search(scene, scene.form):
        yield Finding("submit", "form", f"{quoted(name)} in a form")


def _few_controls(scene: Scene, form: int) -> bool:
    """True where all that can be pressed may belong to the fields: nothing there is said to be a form."""
    return len(scene.controls_in(form)) <= 6


def _is_link_away(node: Node, name: str) -> bool:
    return node.role is Role.LINK and not said.says_yes(name) and (bool(node.url) or not is_command(name))


def of_fields(scene: Scene, form: int) -> Iterator[tuple[Sensitive, str]]:
    """What the fields of a form are for, with the field that says so."""
    for i in (*scene.fields_in(form), *([scene.i] if scene.i is not None and scene.node and scene.node.role in TYPED else [])):
        node, name = scene.tree[i], scene.name_of(i)
        words = " ".join(filter(None, (name, node.hint, node.identifier)))
        if said.is_payment_field(words):
            yield "pay", f"the field {quoted(name or words)}"
        elif node.protected or said.is_login_field(words) or said.is_code_field(words):
            yield "log_in", f"the field {quoted(name or words or 'protected')}"


def _is_search(scene: Scene, form: int) -> bool:
    if scene.tree[form].role is Role.SEARCH:
        return True
    fields = list(scene.fields_in(form))
    return bool(fields) and all(
        scene.tree[i].role is Role.SEARCHBOX or said.is_search(f"{scene.name_of(i)} {scene.tree[i].hint}") for i in fields
    )


def by_place(scene: Scene) -> Iterator[Finding]:
    """A yes goes on with what heading, window and address say: Continue under Checkout, Next under Sign in."""
    if not pressed(scene) or scene.node is None or scene.node.role not in LIKE_BUTTONS or scene.dialog is not None:
        return
    name = scene.name_of(scene.i) if scene.i is not None else ""
    if not said.says_yes(name):
        return
    title = scene.observation.title if scene.window is None else scene.tree[scene.window].name or scene.observation.title
    for where, words in (("heading", scene.heading), ("window", title)):
        for kind in classes_in(words, sentence=True):
            yield Finding(kind, "place", f"{quoted(name)} under the {where} {quoted(words)}")
        if said.is_checkout(words):
            yield Finding("buy", "place", f"{quoted(name)} under the {where} {quoted(words)}")
    for kind in classes_of_address(scene.observation.url):
        yield Finding(kind, "place", f"{quoted(name)} at {quoted(scene.observation.url)}")
