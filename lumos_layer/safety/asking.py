"""What a person is asked: the action, the element, what the screen says about it, the risk, and a question in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lumos_layer.actions.base import BaseAction
from lumos_layer.actions.fields import Secret
from lumos_layer.actions.grounding import GroundedAction, Spot
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.words import FIELDS, ROWS
from lumos_layer.safety.approval import ApprovalRequest
from lumos_layer.safety.binding import around_of, binding_of
from lumos_layer.safety.decision import Decision
from lumos_layer.safety.instructions import suspicions
from lumos_layer.safety.policy import CLASS_WORDS
from lumos_layer.safety.scene import DIALOGS, Scene
from lumos_layer.safety.sensitive import classes_of, standing
from lumos_layer.tree import Role

_SHOWN = 120  # characters of a quotation
_MOST = 12  # quotations
_ORDERS = 3  # texts that read like orders

_DOES: Mapping[str, str] = {
    "click": "press {it}",
    "double_click": "press {it} twice",
    "right_click": "open the menu of {it}",
    "drag": "drag {it} to {end}",
    "type_text": "type {text} into {it}",
    "set_text": "fill {it} with {text}",
    "select": "choose {option} in {it}",
    "set_checked": "switch {it} {checked}",
    "set_value": "move {it} to {value}",
    "press_key": "press the key {key} in {it}",
    "open_url": "open {url}",
    "open_app": "start {app}",
    "switch_window": "bring up {it}",
    "expand": "open or close {it}",
    "scroll": "scroll {it}",
}


def request_for(
    grounded: GroundedAction, observation: Observation, decision: Decision, approval_id: str, action_id: str
) -> ApprovalRequest:
    """The question that goes with a decision to ask; of secrets only their names are in it."""
    return ApprovalRequest(
        approval_id=approval_id,
        action_id=action_id,
        observation=observation.id,
        action=grounded.action.model_dump(mode="json", exclude_none=True),
        element=element_words(grounded.spot, observation),
        question=_question(grounded, observation, decision),
        evidence=(*dict.fromkeys(_evidence(grounded, observation)),)[:_MOST] + tuple(_orders(observation)),
        risk=decision.risk,
        rule=decision.rule,
        binding=binding_of(grounded, observation),
    )


def element_words(spot: Spot | None, observation: Observation) -> str:
    """The element as a person would name it: role and name, its row, dialog, and window; empty if there is none."""
    if spot is None or spot.node_id is None:
        return ""
    tree = observation.tree
    named = _named(observation, spot.node_id)
    for above in list(tree.ancestors(spot.node_id))[:500]:
        if (tree[above].role in ROWS or tree[above].role in DIALOGS) and observation.name_of(above):
            named += f", in the {_named(observation, above)}"
    window = next((i for i in tree.ancestors(spot.node_id) if tree[i].role is Role.WINDOW and observation.name_of(i)), None)
    title = observation.title if window is None else observation.name_of(window)
    return f"{named}, in {_quoted(title)}" if title else named


def _named(observation: Observation, i: int) -> str:
    node = observation.tree[i]
    words = observation.name_of(i) or node.hint or node.identifier
    return f"{node.role} {_quoted(words)}" if words else f"{node.role} without a name"


def _question(grounded: GroundedAction, observation: Observation, decision: Decision) -> str:
    where = f" in {observation.app}" if observation.app and observation.app != observation.title else ""
    does = [CLASS_WORDS[kind] for kind in CLASS_WORDS if kind in decision.classes]
    because = f" It {'; it '.join(does)}." if does else f" {decision.why}"
    return f"May I {_doing(grounded, observation)}{where}?{because}"


def _doing(grounded: GroundedAction, observation: Observation) -> str:
    action = grounded.action
    words = {name: _shown(value) for name, value in _fields(action)}
    words["it"] = _the(element_words(grounded.spot, observation), "what has the focus")
    words["end"] = _the(element_words(grounded.end, observation), "that place")
    words.setdefault("option", "it")
    if action.verb() == "select" and getattr(action, "option", None) is None:
        return f"choose {words['it']}"
    return _DOES.get(action.verb(), f"do {action.verb()}").format_map(words)


def _the(words: str, otherwise: str) -> str:
    return f"the {words}" if words else otherwise


def _fields(action: BaseAction) -> Iterator[tuple[str, object]]:
    for name in type(action).model_fields:
        value = getattr(action, name)
        if value is not None:
            yield name, value


def _shown(value: object) -> str:
    if isinstance(value, Secret):
        return f"the secret {value.secret!r}"
    if isinstance(value, bool):
        return "on" if value else "off"
    return _quoted(value) if isinstance(value, str) else f"{value:g}" if isinstance(value, float) else str(value)


def _evidence(grounded: GroundedAction, observation: Observation) -> Iterator[str]:
    """What says that it is sensitive, what a dialog asks, and what would be sent."""
    yield from (each.evidence for each in standing(classes_of(grounded, observation)))
    scene = Scene(grounded, observation)
    holder = around_of(scene)
    if scene.i is not None and holder is None:
        holder = scene.form
    if holder is None:
        return
    if scene.tree[holder].role in DIALOGS:
        yield from (_quoted(words) for words in list(scene.texts_in(holder))[:3])
    for i in scene.inside(holder):
        node = scene.tree[i]
        if node.role in FIELDS or node.protected:
            name = observation.name_of(i) or "field"
            holds = ("filled, not shown" if node.filled else "not shown") if node.protected else _quoted(node.value or "")
            yield f"{name}: {holds}"


def _orders(observation: Observation) -> Iterator[str]:
    """What on the screen reads like an order to the agent, so that a person knows what may have led to the question."""
    found = suspicions(observation)
    for each in found[:_ORDERS]:
        yield f"On the screen stands what {each.kind}: {each.text}"
    if len(found) > _ORDERS:
        yield f"{len(found) - _ORDERS} more texts of the screen read like orders to an agent."


def _quoted(text: str) -> str:
    text = " ".join(text.split())
    return f"“{text if len(text) <= _SHOWN else text[: _SHOWN - 1] + '…'}”"
