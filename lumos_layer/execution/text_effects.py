"""What must be seen after text was put into a field: exactly that text, once, and in that field."""

from __future__ import annotations

from lumos_layer.actions.fields import Secret
from lumos_layer.actions.keys import parts
from lumos_layer.execution.field_texts import fields_in, forms_of, text_in, typed, without_the_second
from lumos_layer.execution.own_way import says_the_same
from lumos_layer.execution.scene import Scene
from lumos_layer.execution.verdict import CHANGED, MET, UNMET, UNSEEN, Verdict, quoted
from lumos_layer.perception.known_secrets import said
from lumos_layer.perception.text import clean_value, plain_breaks
from lumos_layer.tree import Role

_HOLDS_SECRET = Verdict("unseen", "The field keeps a secret; whether it holds what was meant cannot be seen.")
_INVISIBLE = Verdict("unseen", "Blanks and characters without a picture cannot be seen on a screen.")
_WRITTEN_IN = frozenset((Role.TEXTBOX, Role.SEARCHBOX, Role.COMBOBOX, Role.SPINBUTTON))


def set_text(scene: Scene) -> Verdict:
    node, text = scene.node_after, scene.action.text
    if node is None:
        return _field_gone(scene)
    became = scene.after.tree[node]
    if became.protected:
        asked = bool(text) if isinstance(text, str) else True
        return _HOLDS_SECRET if became.filled in (asked, None) else UNMET
    held = text_in(scene.after.tree, node)
    if isinstance(text, Secret):
        return _holds_secret(held, text)
    if held is None and not text:
        return UNSEEN if became.filled is True else MET
    if held is None:
        return scene.by_change(UNSEEN)
    return _as_asked(scene, held, text)


def _as_asked(scene: Scene, held: str, text: str) -> Verdict:
    forms = forms_of(text)
    before = text_in(scene.before.tree, scene.node_before) if scene.node_before is not None else None
    if held == forms[0]:
        if held == plain_breaks(text):
            return MET
        return _INVISIBLE if held == (before or "") else Verdict("met", _INVISIBLE.said)
    if held in forms:
        return Verdict("met", "The field holds one line; its line breaks are gone.")
    if held == before or (before is None and not scene.changed):
        return UNMET
    if says_the_same(held, text):
        return Verdict("met", f"The field writes it {quoted(held)}.")
    return Verdict("wrong", f"The field holds {quoted(held)} and not {quoted(text)}.", mend=text)


def _holds_secret(held: str | None, secret: Secret) -> Verdict:
    if held is None:
        return UNSEEN
    stands = said(secret.secret)
    if held == stands:
        return MET
    if stands in held:
        return Verdict("wrong", f"The field holds more than the secret {secret.secret!r}.")
    return Verdict("unseen", "Whether the field holds the secret cannot be seen.") if held else UNMET


def _field_gone(scene: Scene) -> Verdict:
    gone = f"{scene.named} is gone since, so that nobody sees what it held."
    if scene.stirs:
        return Verdict("untold", gone)
    if scene.grounded.ref is None and scene.node_before is not None:
        return CHANGED if scene.changed else UNSEEN
    return Verdict("changed", mismatch=gone)


def type_text(scene: Scene) -> Verdict:
    node, text, before_node = scene.node_after, scene.action.text, scene.node_before
    if node is None or before_node is None:
        return _field_gone(scene)
    if scene.after.tree[node].protected:
        return _HOLDS_SECRET if scene.after.tree[node].filled is not False else UNMET
    before, held = text_in(scene.before.tree, before_node), text_in(scene.after.tree, node)
    if isinstance(text, Secret):
        return _typed_secret(before, held, text)
    if not clean_value(text):
        return _INVISIBLE
    if held is None:
        return _elsewhere(scene, text) or scene.by_change(UNSEEN)
    return _typed(scene, before or "", held, text)


def _typed(scene: Scene, before: str, held: str, text: str) -> Verdict:
    match typed(before, held, text):
        case "inserted":
            one_line = "\n" in clean_value(text) and "\n" not in held
            return Verdict("met", "The field holds one line; its line breaks are gone.") if one_line else MET
        case "completed" | "formatted":
            return Verdict("met", f"The field made {quoted(held)} of it.")
        case "same":
            return _elsewhere(scene, text) or UNMET
        case "doubled":
            once = without_the_second(before, held, text)
            return Verdict("wrong", f"The text stands twice in the field: {quoted(held)}.", mend=once)
    return Verdict("wrong", f"The field holds {quoted(held)} now, which is not {quoted(text)} added to {quoted(before)}.")


def written_by_key(scene: Scene) -> Verdict | None:
    """A letter or digit that stands twice in the field where its key was pressed once; None for other keys, and if it does not.

    What else editors write by themselves: the quote or bracket that closes another.
    """
    *held, key = parts(scene.action.key)
    if len(key) != 1 or not key.isalnum() or held not in ([], ["Shift"]) or scene.node_before is None or scene.node_after is None:
        return None
    before, after = text_in(scene.before.tree, scene.node_before), text_in(scene.after.tree, scene.node_after)
    if after is None or scene.after.tree[scene.node_after].protected:
        return None
    for character in dict.fromkeys((key, key.upper())):
        if typed(before or "", after, character) == "doubled":
            once = without_the_second(before or "", after, character)
            return Verdict("wrong", f"{quoted(character)} stands twice in the field: {quoted(after)}.", mend=once)
    return None


def _typed_secret(before: str | None, held: str | None, secret: Secret) -> Verdict:
    if held is None:
        return UNSEEN
    times = held.count(said(secret.secret)) - (before or "").count(said(secret.secret))
    if times > 1:
        return Verdict("wrong", f"The secret {secret.secret!r} stands in the field twice.")
    return MET if times == 1 else UNMET if held == before else _HOLDS_SECRET


def _elsewhere(scene: Scene, text: str) -> Verdict | None:
    """The words went into another field."""
    words = forms_of(text)[0]
    if not words or not scene.changed:
        return None
    for node in fields_in(scene.after):
        held = text_in(scene.after.tree, node) or ""
        if node == scene.node_after or words not in held:
            continue
        ref = scene.after.ref_of(node)
        old = scene.before.refs.get(ref) if ref else None
        if old is not None and (text_in(scene.before.tree, old) or "").count(words) < held.count(words):
            if scene.was is not None and scene.was.role in _WRITTEN_IN:
                return Verdict("wrong", f"The words went into {ref} {scene.after.name_of(node)!r} and not into {scene.named}.")
            return Verdict("changed", f"The words stand in {ref} {scene.after.name_of(node)!r}.")  # a cell is edited elsewhere
    return None
