"""Nothing that looks for evidence changes what it looks at (S32)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.state.authoring import forgotten
from lumos_layer.state.checks import AllOf, AppCheck, Check, CommandCheck, FileCheck
from lumos_layer.state.transitions import begin
from lumos_layer.verification.auditor import EvidenceAuditor, audited, case_of
from lumos_layer.verification.infeasible import infeasible
from lumos_layer.verification.probes import probe
from lumos_layer.verification.sources import LiveSources, SimulatorSources
from lumos_layer.verification.verifier import Verifier
from tests.verification.looks import seen, wanted
from tests.verification.test_probes import CHECKS, WINDOW

BLUEPRINTS = Path(__file__).resolve().parents[2] / "blueprints"
APPS = ("browser", "editor", "files", "invoice", "mail", "search", "settings")
_WORDS = st.sampled_from(
    ["", "notes.txt", "/etc/settings.ini", "/home/ann/todo.txt", "submitted", "theme", "Dark", "..", "/", "a\0b"]
)
_STORED = (
    CHECKS
    | st.builds(FileCheck, path=_WORDS.filter(bool), exists=st.booleans(), contains=_WORDS, absent=_WORDS)
    | st.builds(AppCheck, key=_WORDS.filter(bool), contains=_WORDS)
    | st.builds(CommandCheck, argv=st.lists(_WORDS, min_size=1, max_size=3).map(tuple), expects=st.lists(_WORDS).map(tuple))
).filter(lambda check: not any(forgotten(check)))  # others make no plan


@pytest.mark.parametrize("app", APPS)
@settings(max_examples=15, deadline=None)
@given(check=_STORED)
def test_a_simulated_world_is_the_same_to_the_byte_after_it_was_looked_at(app: str, check: Check) -> None:
    simulator = Simulator.from_app(apps.load(BLUEPRINTS / app), clock=ManualClock())
    look = simulator.observe()
    before = simulator.save()
    sources = SimulatorSources(simulator, look)
    requirement = wanted("r", check)
    state = begin((requirement,)).state
    probe(check, sources)
    Verifier().decide(state, sources, 1)
    audited(EvidenceAuditor(), case_of("goal", state, sources))
    infeasible(requirement, sources, 3)
    assert simulator.save() == before
    assert simulator.observe() is look


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(check=_STORED)
def test_files_and_folders_are_as_they_were(tmp_path: Path, check: Check) -> None:
    notes = tmp_path / "notes.txt"
    if not notes.exists():
        notes.write_text("Dark\n")
    before = notes.read_bytes(), notes.stat().st_mtime_ns, tmp_path.stat().st_mtime_ns, sorted(tmp_path.iterdir())
    probe(check, LiveSources(seen(WINDOW), [tmp_path]))
    assert (notes.read_bytes(), notes.stat().st_mtime_ns, tmp_path.stat().st_mtime_ns, sorted(tmp_path.iterdir())) == before


def test_secrets_in_files_and_values_are_told_by_their_names() -> None:
    simulator = Simulator.from_app(apps.load(BLUEPRINTS / "mail"), clock=ManualClock(), secrets={"pin": "swordfish-7"})
    simulator.world.stage.files["/pin.txt"] = "The pin is swordfish-7."
    simulator.world.stage.values["pin"] = "swordfish-7"
    sources = SimulatorSources(simulator, simulator.observe())
    for check in (FileCheck(path="/pin.txt", contains="pin"), AppCheck(key="pin"), FileCheck(path="/pin.txt", equals="x")):
        assert "swordfish" not in probe(check, sources).model_dump_json()


def test_live_files_are_read_only_inside_of_the_folders_given(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "a.txt").write_text("Hello")
    (tmp_path / "b.txt").write_text("secret")
    (inside / "link").symlink_to(tmp_path / "b.txt")
    (inside / "here").symlink_to(inside / "a.txt")
    os.mkfifo(inside / "pipe")
    sources = LiveSources(seen(WINDOW), [inside])
    answers = {path: probe(FileCheck(path=path, contains="Hello"), sources) for path in ("a.txt", "here", str(inside / "a.txt"))}
    assert {path: each.verdict for path, each in answers.items()} == dict.fromkeys(answers, True)
    for path in ("../b.txt", "link", "pipe", "/etc/passwd", str(tmp_path / "b.txt"), "."):
        answer = probe(FileCheck(path=path), sources)
        assert (answer.verdict, bool(answer.error)) == (None, True)
    assert probe(FileCheck(path="none.txt"), sources).verdict is False
    assert sorted(sources.files() or ()) == [str(inside / name) for name in ("a.txt", "here", "link", "pipe")]


def test_a_machine_of_which_no_folder_is_given_keeps_its_files() -> None:
    sources = LiveSources(seen(WINDOW))
    assert probe(FileCheck(path="/etc/passwd"), sources).error == "OSError: no folder has been given that may be looked into"
    assert "no folder has been given" in probe(CommandCheck(argv=("ls",)), sources).error
    assert probe(AppCheck(key="k"), sources).error == "LookupError: nobody can tell what the app has stored"
    assert probe(AppCheck(key="k", equals="v"), LiveSources(seen(WINDOW), stored={"k": "v"})).verdict is True


def test_a_command_and_a_file_say_the_same_of_a_live_machine(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Hello, Bo\n")
    sources = LiveSources(seen(WINDOW), [tmp_path])
    command = CommandCheck(argv=("cat", "a.txt"), expects=("Hello",), forbids=("Cy",))
    answer = probe(AllOf(checks=(command, FileCheck(path="a.txt", contains="Bo"))), sources)
    assert (answer.verdict, answer.kind, answer.error) == (True, "command", "")
    assert probe(CommandCheck(argv=("cat", "a.txt"), expects=("Bob",)), sources).verdict is False
    assert probe(CommandCheck(argv=("cat", "a.txt"), forbids=("Bo",)), sources).verdict is False
    assert probe(CommandCheck(argv=("grep", "Cy", "a.txt"), exit_code=1), sources).verdict is True
