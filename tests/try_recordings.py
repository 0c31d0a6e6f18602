"""Every step of recorded sessions, done again as it was recorded: `python tests/try_recordings.py DIR…`.

A line is printed for each step that no action does again, with the reason; then a table. The exit code is 1 if a step was refused
whose element is on its screen, 2 if there was nothing to try.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

if __package__ in (None, ""):  # run as a script
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from lumos_layer.actions.grounding import GroundedAction, Spot, validate
from lumos_layer.actions.outcomes import Rejected
from lumos_layer.actions.reading import read_action
from lumos_layer.actions.target import target_of
from lumos_layer.environments.replay.recording import KINDS, STEPS
from lumos_layer.environments.replay.replay import Replay
from lumos_layer.environments.replay.scene import Scene
from lumos_layer.perception.observation import Observation

# In the order of the table.
RESULTS = ("matched", "matched, not allowed", "refused", "not on the screen", "not recorded", "no such action")


@dataclass(frozen=True)
class Tried:
    """What became of one step. `matched, not allowed`: the recording takes it, but grounding refuses it first, by `why`."""

    place: str
    kind: str
    result: str
    why: str = ""


def tried(recording: Path) -> Iterator[Tried]:
    """Each step of the recording, begun on its own screen."""
    replay = Replay(recording)
    number = 0
    while (scene := replay.next_scene()) is not None:
        number += 1
        place, observation = replay.place, replay.observe()
        document = replay.next_action()
        result, why = _do(replay, scene, observation, document, number)
        yield Tried(f"{place}:{scene.step.number}", scene.act.kind, result, why)
        if replay.place == place:
            replay.advance()


def _do(replay: Replay, scene: Scene, observation: Observation, document: dict[str, object] | None, number: int) -> tuple[str, str]:
    if not scene.act.kind:
        return "not recorded", ""
    if document is None:
        return ("not on the screen", "") if scene.act.kind in KINDS.values() else ("no such action", scene.act.kind)
    grounded = validate(document, observation)
    not_allowed = ""
    if isinstance(grounded, Rejected):
        not_allowed = f"{grounded.reason}: {grounded.violations[0].message}"
        grounded = _by_hand(document, observation, scene)
    delivery = replay.perform(str(number), grounded)
    if delivery.status == "refused":
        return "refused", delivery.note
    return ("matched, not allowed", not_allowed) if not_allowed else ("matched", delivery.note)


def _by_hand(document: dict[str, object], observation: Observation, scene: Scene) -> GroundedAction:
    """The action as it is, whatever stands against it."""
    read = read_action(document)
    assert not isinstance(read, Rejected), read
    node = scene.element
    point = None if scene.act.point is None else (int(scene.act.point[0]), int(scene.act.point[1]))
    spot = Spot(None if node is None else target_of(observation, node), node, point)
    return GroundedAction(read[0], "edits", spot=spot)


def main(folders: list[str]) -> int:
    recordings = sorted({file.parent for folder in folders for file in Path(folder).rglob(STEPS)})
    results = [each for recording in recordings for each in tried(recording)]
    for each in results:
        if each.result != "matched":
            print(f"{each.place} {each.kind or '-'}: {each.result}{f' ({each.why})' if each.why else ''}")
    counted = Counter(each.result for each in results)
    print(f"\n{len(recordings)} recordings, {len(results)} steps")
    for result in RESULTS:
        print(f"{counted[result]:6} {result}")
    return 2 if not results else 1 if counted["refused"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
