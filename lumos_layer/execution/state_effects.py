"""What must be seen after something was ticked, chosen, opened or moved: that it is so now."""

from __future__ import annotations

from lumos_layer.actions.target import CHOOSERS
from lumos_layer.execution.scene import Scene
from lumos_layer.execution.verdict import MET, UNMET, UNSEEN, Verdict, quoted
from lumos_layer.perception.numbers import number_in, readings_of
from lumos_layer.tree import Role


def set_checked(scene: Scene) -> Verdict:
    became = scene.became
    if became is None:
        return _gone(scene)
    wanted = "true" if scene.action.checked else "false"
    state = became.checked or became.pressed or _tristate(became.selected)
    if state is None:
        return scene.by_change(UNSEEN)
    return MET if state == wanted else Verdict("unmet", f"{scene.named} is {on_or_off(state)}.")


def _tristate(value: bool | None) -> str | None:
    return None if value is None else str(value).lower()


def on_or_off(state: str) -> str:
    return {"true": "on", "false": "off"}.get(state, "neither on nor off")


def select(scene: Scene) -> Verdict:
    if scene.action.option is not None:
        return _select_option(scene, scene.action.option)
    became, was = scene.became, scene.was
    if became is not None and (became.selected or became.checked == "true"):
        return MET
    chooser = _value_of_chooser(scene)
    if chooser is not None and was is not None and chooser == scene.before.name_of(scene.node_before or 0):
        return MET
    if became is None or (became.selected is None and became.checked is None) or scene.grounded.ref not in scene.after.refs:
        return scene.by_change(UNSEEN)
    return Verdict("unmet", f"{scene.named} is not selected.")


def _value_of_chooser(scene: Scene) -> str | None:
    """What the combobox that the option belonged to shows now."""
    if scene.node_before is None:
        return None
    for above in scene.before.tree.ancestors(scene.node_before):
        ref = scene.before.ref_of(above)
        if scene.before.tree[above].role is Role.COMBOBOX and ref is not None and ref in scene.after.refs:
            return scene.after.tree[scene.after.refs[ref]].value
    return None


def _select_option(scene: Scene, option: str) -> Verdict:
    node = scene.node_after
    if node is None:
        return _gone(scene)
    tree = scene.after.tree
    inside = [i for i in range(node + 1, tree.end(node)) if tree[i].role in CHOOSERS.get(tree[node].role, ())]
    chosen = [scene.after.name_of(i) for i in inside if tree[i].selected or tree[i].checked == "true"]
    if tree[node].value == option or option in chosen:
        return MET
    if tree[node].value is None and all(tree[i].selected is None and tree[i].checked is None for i in inside):
        return scene.by_change(UNSEEN)
    shown = tree[node].value if tree[node].value is not None else ", ".join(chosen)
    return Verdict("unmet", f"{scene.named} has {quoted(shown or 'nothing')} chosen.")


def expand(scene: Scene) -> Verdict:
    became = scene.became
    if became is None:
        return _gone(scene)
    if became.expanded is None:
        return scene.by_change(UNSEEN)
    if became.expanded is scene.action.expanded:
        return MET
    return Verdict("unmet", f"{scene.named} is {'open' if became.expanded else 'closed'}.")


def set_value(scene: Scene) -> Verdict:
    became = scene.became
    if became is None:
        return _gone(scene)
    now, was, asked = number_in(became.value), number_in(scene.was.value if scene.was else None), float(scene.action.value)
    if now is None:
        return scene.by_change(UNSEEN)
    if any(abs(read - asked) <= max(1e-9, abs(asked) * 1e-6) for read in readings_of(became.value)):
        return MET
    return UNMET if now == was else Verdict("wrong", f"It stands at {now:g} and not at {asked:g}; it may take steps.")


def _gone(scene: Scene) -> Verdict:
    gone = f"{scene.named} is gone since."
    if scene.stirs:
        return Verdict("untold", gone)
    return Verdict("changed", mismatch=gone) if scene.changed else UNSEEN
