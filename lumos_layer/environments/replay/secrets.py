"""The secrets of recordings: texts that were typed and that nobody may see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from lumos_layer.environments.replay.scene import Scene


class Secrets:
    """`fillable` are those that an action can name; `hidden` are all that must not show anywhere, by name.

    `given` are the caller's. Without them the recorded ones can be named: `secret_1`, `secret_2` and so on, in the order in which
    they were typed. With them the recorded ones that the caller does not know are hidden all the same.
    """

    def __init__(self, scenes: Iterable[Scene], given: Mapping[str, str] | None) -> None:
        recorded = dict.fromkeys(scene.act.text for scene in scenes if scene.secret and scene.act.text)
        named = {f"secret_{i}": text for i, text in enumerate(recorded, 1)}
        self.fillable: Mapping[str, str] = dict(named if given is None else given)
        known = set(self.fillable.values())
        self.hidden: Mapping[str, str] = {
            **{f"recorded_{name}": text for name, text in named.items() if text not in known},
            **self.fillable,
        }

    def name_of(self, text: str) -> str | None:
        """The name under which an action can give the text; None if there is none."""
        return next((name for name, secret in self.fillable.items() if secret == text), None)
