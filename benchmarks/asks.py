"""How much a policy asks: of all that can be pressed on recorded screens and in simulated apps, what would be asked for, and why.

python -m benchmarks.asks FOLDER... [--list] [--policy FILE]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from lumos_layer import Observation, read
from lumos_layer.actions.click import Click
from lumos_layer.actions.grounding import GroundedAction, Spot
from lumos_layer.actions.target import target_of
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import apps
from lumos_layer.environments.simulator.simulator import Simulator
from lumos_layer.errors import LumosError
from lumos_layer.safety.case import Case
from lumos_layer.safety.decision import Decision
from lumos_layer.safety.policy import DEFAULT_POLICY, Policy
from lumos_layer.safety.policy_files import load_policy
from lumos_layer.safety.review import review

_ENDINGS = (".xml", ".json", ".txt", ".yaml", ".yml", ".uix")


def screens(folders: list[Path]) -> Iterator[tuple[Path, Observation]]:
    """Every dump below the folders that can be read, and the first screen of every app."""
    for path in sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in _ENDINGS):
        try:
            if path.name == "app.json":
                yield path, Simulator.from_app(apps.load(path), clock=ManualClock()).observe()
            else:
                yield path, read(path)
        except LumosError:
            continue


def presses(look: Observation) -> Iterator[GroundedAction]:
    """A press of everything that can be pressed."""
    for ref, node in look.refs.items():
        target = target_of(look, node)
        if {"click", "toggle", "select"}.intersection(target.can) and target.enabled:
            action = Click(ref=ref)
            yield GroundedAction(action, action.effect(target), spot=Spot(target, node))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--list", action="store_true", help="print every press that is asked for")
    parser.add_argument("--policy", type=Path)
    asked = parser.parse_args()
    policy = load_policy(asked.policy) if asked.policy else DEFAULT_POLICY
    _report(asked.folders, policy, asked.list)


def _report(folders: list[Path], policy: Policy, listed: bool) -> None:
    looks = count = 0
    rules: Counter[str] = Counter()
    spent = 0.0
    for path, look in screens(folders):
        looks += 1
        for grounded in presses(look):
            count += 1
            begun = time.perf_counter()
            decision = review(grounded, look, policy, Case(trusted=True))
            spent += time.perf_counter() - begun
            if decision.verdict != "allow":
                rules[decision.rule] += 1
                if listed:
                    sys.stdout.write(_line(path, look, grounded, decision) + "\n")
    total = sum(rules.values())
    sys.stdout.write(f"{looks} screens, {count} controls, {total} asked for ({total / max(count, 1):.1%}); ")
    sys.stdout.write(f"{spent / max(count, 1) * 1e6:.0f} µs each\n")
    for rule, times in rules.most_common():
        sys.stdout.write(f"{times:6} {rule}\n")


def _line(path: Path, look: Observation, grounded: GroundedAction, decision: Decision) -> str:
    node = grounded.node_id or 0
    return f"{decision.rule}\t{look.tree[node].role}\t{look.name_of(node)[:60]!r}\t{decision.why[:150]}\t{path}"


if __name__ == "__main__":
    main()
