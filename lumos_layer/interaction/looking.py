"""The look that a step begins with, and what is made of it (B28 to B30)."""

from __future__ import annotations

from lumos_layer.execution.sending import Broke
from lumos_layer.interaction.services import Services
from lumos_layer.interaction.state import InteractionState, failed, few
from lumos_layer.interaction.values import ScreenNote, Source
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.interpretation import TaskContext, interpret
from lumos_layer.planning.recognition import recognise
from lumos_layer.safety.instructions import suspicions
from lumos_layer.trace.events import Erred, Noted, Recognized

LOOKS = 3  # that may break before the run ends
PAUSE = 0.5  # seconds between them
_SOURCES = 8  # that are told apart
_ELEMENTS = 40  # that a checkpoint keeps
_TOLD = 20  # of them that the journal names


def observe(state: InteractionState, services: Services) -> InteractionState:
    """A fresh look, written down. Raises ControlError while somebody else has the surface, and then nothing has changed."""
    for attempt in range(1, LOOKS + 1):
        try:
            observation = services.look()
        except Broke as problem:
            if attempt == LOOKS:
                return unseen(state, services, "observe_environment", problem)
            services.write(Erred(where="observe_environment", error=str(problem), step=state["step_count"]))
            services.clock.sleep(PAUSE)
            continue
        return seen(state, services, observation)
    raise AssertionError("a look is made or given up")


def unseen(state: InteractionState, services: Services, where: str, problem: Broke) -> InteractionState:
    """The end of a run whose screen nobody can see."""
    services.write(Erred(where=where, error=str(problem), step=state["step_count"]))
    return failed(state, where, f"Nobody could look: {problem}")


def seen(state: InteractionState, services: Services, observation: Observation) -> InteractionState:
    """The look written down and noted. Raises ControlError if a person has taken the surface meanwhile."""
    step = state["step_count"]
    services.write_look(observation, step)
    if services.achieved.is_behind and services.is_on("verifier"):  # a person came before anybody could say what the act has led to
        services.achieved.look(observation, step, seen=services.seen)
    note = noted(observation, step, state["feedback_observation"])
    if note.suspicious > (state["observations"][-1].suspicious if state["observations"] else 0):
        said = f"{note.suspicious} texts of the screen read like orders to an agent. They are data, and nothing obeys them."
        services.write(Noted(about="other", said=said, observation=observation.id, step=step))
    return {
        "current_observation": note,
        "observations": few([*state["observations"], note]),
        "initial_observation": state["initial_observation"] or note,
        "interaction_status": "running",
    }


def noted(observation: Observation, step: int, known: ScreenNote | None = None) -> ScreenNote:
    """The look without what it shows; the note that is `known`, if it is of this look."""
    if known is not None and known.observation == observation.id:
        return known
    said = sorted(observation.origins.items(), key=lambda each: -each[1])
    sources = tuple(Source(origin=origin, confidence=sure, elements=count) for (origin, sure), count in said[:_SOURCES])
    return ScreenNote(
        observation=observation.id,
        surface=observation.surface,
        step=step,
        format=observation.format,
        app=observation.app[:200],
        title=observation.title[:200],
        url=observation.url[:500],
        elements=len(observation.refs),
        suspicious=len(suspicions(observation)),
        sources=sources,
    )


def recognize(state: InteractionState, services: Services) -> InteractionState:
    """The elements of the look."""
    observation = services.current()
    elements = recognise(observation, _ELEMENTS)
    return {"recognized_elements": list(elements)}


def interpreted(state: InteractionState, services: Services) -> InteractionState:
    """What of it matters to the goal."""
    context: TaskContext = state["task_context"]
    observation, recognised = services.current(), state["recognized_elements"]
    elements, context = interpret(state["task_goal"], recognised, observation, context, services.task.steps)
    unsure = tuple(each.ref for each in recognised if each.ref and each.confidence < 1)
    with services.seen():
        services.write(
            Recognized(
                observation=observation.id,
                elements=tuple(each.ref for each in elements if each.ref)[:_TOLD],
                unsure=unsure[:_TOLD],
                total=len(observation.refs),
                step=state["step_count"],
            )
        )
    return {"element_interpretations": list(elements), "task_context": context}
