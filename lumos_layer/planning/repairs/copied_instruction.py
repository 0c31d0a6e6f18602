"""The words of the instruction as if they were the text to be written (L51)."""

from __future__ import annotations

from collections.abc import Iterator

from lumos_layer.planning.repairs.sayings import asks_to_write, clauses, content_of, describes, plain, quoted, without_place
from lumos_layer.planning.repairs.scene import Mended, Scene, SentBack

TYPE = "copied_instruction"
_QUESTION = "What text is to be written? The task describes it, and does not say it: {!r}"


def repair(scene: Scene) -> Mended | SentBack | None:
    """The text that the instruction asks for; where it only describes one, the planner has to make it up."""
    text = scene.text
    if not text or plain(text) in {plain(each) for said in (scene.goal, *scene.steps) for each in quoted(said)}:
        return None
    copied = next((clause for clause in _instructions(scene) if plain(clause) == plain(text)), "")
    if copied:
        content = content_of(copied)
        if content and plain(content) != plain(text):
            why = f"{text[:80]!r} is the instruction; what it asks for is {content[:80]!r}."
            return Mended({**scene.document, "text": content}, why)
    elif not _is_description(scene, text):
        return None
    why = f"{text[:80]!r} are words of the task that describe a text; write such a text instead."
    return SentBack(why, {"type": "clarify", "question": _QUESTION.format(text[:300])})


def _instructions(scene: Scene) -> Iterator[str]:
    """Goal, steps and their clauses, as far as they ask for writing; the shortest last."""
    said = (scene.goal, *scene.steps)
    yield from (each for each in said if asks_to_write(each) or any(map(asks_to_write, clauses(each))))
    for clause in clauses(scene.goal, scene.steps):
        if asks_to_write(clause):
            yield from (clause, without_place(clause))


def _is_description(scene: Scene, text: str) -> bool:
    """True if the text is the goal's description of one that somebody has to make up."""
    if not describes(text):
        return False
    return any(asks_to_write(each) and plain(text) in plain(each) for each in clauses(scene.goal, scene.steps))
