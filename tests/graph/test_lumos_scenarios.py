"""The regression scenarios of the LUMOS layer, through the whole loop (L63 to L66)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import FaultPlan, Simulator, apps
from lumos_layer.graph.running import Stopped
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.pointers import resolved
from lumos_layer.planning.port import Request
from lumos_layer.planning.rules import RulePlanner
from lumos_layer.planning.task import Task
from lumos_layer.safety.approval import Reply
from lumos_layer.safety.policy import Policy
from lumos_layer.state.checks import AppCheck
from lumos_layer.state.requirement import Requirement
from lumos_layer.trace.events import Diagnosed, Planned, Repaired
from tests.graph.running_on import FINISH, Shop, Watched, answer, close, shop

APPS = Path(__file__).parents[2] / "blueprints"
TEXT = {"name": "Text editor", "role": "textbox"}
QUERY = {"name": "Type here to search"}
MAIN = {"role": "textbox", "identifier": "text"}


class Answers:
    """Plans that stand for a model's: each is taken as it comes, whatever was repaired before."""

    name = "answers"

    def __init__(self, *actions: Any) -> None:
        self.actions, self.hints = list(actions), list[tuple[str, ...]]()

    def plan(self, request: Request) -> Plan:
        self.hints.append(tuple(request.hints))
        action = self.actions.pop(0) if self.actions else FINISH
        return Plan(action=resolved(action, request.observation), planner=self.name, cursor=str(len(self.hints)))


def on_app(name: str, faults: FaultPlan | None = None) -> Watched:
    return Watched(Simulator.from_app(apps.load(APPS / name), clock=ManualClock(), faults=faults))


def run(tmp_path: Path, world: Watched, goal: str, planner: Any, **services: Any) -> tuple[Stopped, Shop]:
    made = shop(tmp_path, planner=planner, world=world, task=Task(goal=goal, surface="app", max_steps=20), **services)
    return made.running.start(), made


def repairs(made: Shop) -> list[str]:
    return [event.repair.type for event in events(made) if isinstance(event, Repaired)]


def events(made: Shop) -> Iterator[Any]:
    made.folder.journal.commit()
    return (entry.event for entry in made.folder.journal.entries())


def value(world: Watched, role: str, name: str) -> str | None:
    look = world.observe()
    return next(look.tree[i].value for i in look.refs.values() if look.tree[i].role == role and look.name_of(i) == name)


# L63: the text field among some thirty elements


def test_text_is_entered_into_the_one_field_among_thirty_elements_seen_there_and_the_run_finishes(tmp_path: Path) -> None:
    world = on_app("editor")
    stopped, made = run(tmp_path, world, 'Type "Call Bo about the roof" into the text editor', RulePlanner())
    first = next(event for event in events(made) if isinstance(event, Planned))
    assert first.element == "textbox 'Text editor'"
    assert len(world.observe().refs) >= 25
    assert stopped.status == "completed"
    assert value(world, "textbox", "Text editor") == "Call Bo about the roof"
    assert stopped.state["action_trace"][0].verified is True
    assert repairs(made) == []


def test_a_recorded_notepad_takes_text_where_its_only_large_field_is(tmp_path: Path) -> None:
    world = Watched(Simulator.from_dump(APPS / "notepad" / "dump.xml", clock=ManualClock()))
    look = world.observe()
    fields = [look.name_of(i) for i in look.refs.values() if look.tree[i].role == "textbox"]
    goal = f'Type "notes.txt" into "{fields[0]}"'
    stopped, _ = run(tmp_path, world, goal, RulePlanner())
    assert stopped.status == "completed"
    assert value(world, "textbox", fields[0]) == "notes.txt"


# L64: the search hand-off


def test_a_query_reaches_the_search_and_is_sent_although_a_page_has_a_stale_focus(tmp_path: Path) -> None:
    world = on_app("search")
    planner = Answers(
        {"type": "open_windows_search"},
        {"type": "type_text", "text": "calc"},  # to whatever has the focus: it stands in the page
        {"type": "wait", "seconds": 1},
        {"type": "press_key", "key": "Enter"},
        {"type": "wait", "seconds": 1},
    )
    stopped, made = run(tmp_path, world, "Search for calc and open the calculator", planner)
    assert stopped.status == "completed", stopped.said
    assert world.simulator.world.stage.values["launched"] == "Calculator"
    assert value(world, "textbox", "Comment") in ("", None)
    assert set(repairs(made)) == {"search_handoff"}


def test_without_the_repair_the_query_ends_in_the_page(tmp_path: Path) -> None:
    world = on_app("search")
    planner = Answers({"type": "open_windows_search"}, {"type": "set_text", "target": {"name": "Comment"}, "text": "calc"})
    _, made = run(tmp_path, world, "Search for calc", planner, switched_off=frozenset(("search_handoff",)))
    assert repairs(made) == []
    assert value(world, "textbox", "Comment") == "calc"


def test_a_run_whose_memory_is_switched_off_does_not_know_that_a_search_is_open(tmp_path: Path) -> None:
    world = on_app("search")
    planner = Answers({"type": "open_windows_search"}, {"type": "set_text", "target": {"name": "Comment"}, "text": "calc"})
    stopped, made = run(tmp_path, world, "Search for calc", planner, switched_off=frozenset(("memory",)))
    assert repairs(made) == []
    assert value(world, "textbox", "Comment") == "calc"
    assert (stopped.state["memory"].acts, stopped.state["memory"].searching) == ((), False)


# L65: replacing text


def test_replacing_ends_with_exactly_the_new_text(tmp_path: Path) -> None:
    world = on_app("editor")
    planner = Answers(
        {"type": "set_text", "target": TEXT, "text": "old text"},
        {"type": "type_text", "target": TEXT, "text": "new text"},
    )
    goal = 'Type "old text" into the text editor. Then replace everything in it with "new text".'
    stopped, made = run(tmp_path, world, goal, planner)
    assert stopped.status == "completed"
    assert value(world, "textbox", "Text editor") == "new text"
    assert repairs(made) == ["append_for_replace"]


def test_replacing_ends_with_exactly_the_new_text_in_a_recorded_editor(tmp_path: Path) -> None:
    world = on_app("mousepad")
    look = world.observe()
    field = next(ref for ref, i in look.refs.items() if look.tree[i].role == "textbox" and look.tree[i].multiline)
    planner = Answers({"type": "set_text", "ref": field, "text": "milk"}, {"type": "type_text", "ref": field, "text": "tea"})
    _, made = run(tmp_path, world, 'Replace the text with "tea"', planner)
    after = world.observe()
    assert after.tree[after.refs[field]].value == "tea"
    assert repairs(made) == ["append_for_replace"]


# L66: coercion, generated text, safety, refresh


def test_a_generated_text_stays_as_the_planner_made_it(tmp_path: Path) -> None:
    world = on_app("editor")
    poem = "Soft paws at night,\na purr, a light."
    planner = Answers({"type": "set_text", "target": TEXT, "text": poem})
    stopped, made = run(tmp_path, world, "Write a short poem about cats into the text editor", planner)
    assert (stopped.status, repairs(made)) == ("completed", [])
    assert value(world, "textbox", "Text editor") == poem


def test_a_planner_that_copies_the_task_is_told_so_and_may_choose_anew(tmp_path: Path) -> None:
    world = on_app("editor")
    copied = {"type": "set_text", "target": TEXT, "text": "a short poem about cats"}
    planner = Answers(copied, {**copied, "text": "Soft paws."})
    stopped, _ = run(tmp_path, world, "Write a short poem about cats into the text editor", planner)
    assert stopped.status == "completed"
    assert value(world, "textbox", "Text editor") == "Soft paws."
    assert any("write such a text instead" in hint for hint in planner.hints[1])


def test_the_instruction_as_text_is_mended_and_shown_beside_the_original(tmp_path: Path) -> None:
    world = on_app("editor")
    goal = 'Type "Hello" into the text editor'
    stopped, made = run(tmp_path, world, goal, Answers({"type": "set_text", "target": TEXT, "text": goal}))
    assert stopped.status == "completed"
    assert value(world, "textbox", "Text editor") == "Hello"
    report = stopped.state["interaction_report"]
    assert report is not None
    assert report.repairs == {"copied_instruction": 1}
    repaired = next(event for event in events(made) if isinstance(event, Repaired))
    original: Any = repaired.repair.original
    assert original["text"] == goal
    assert 'became set_text A20 {"text":"Hello"}' in next(line.said for line in report.trace if line.said.startswith("repaired"))


def test_the_same_text_is_typed_once(tmp_path: Path) -> None:
    world = on_app("editor")
    once = {"type": "type_text", "target": TEXT, "text": "milk"}
    stopped, made = run(tmp_path, world, "Note that milk is out", Answers(once, once, once))
    assert stopped.status == "completed"
    assert value(world, "textbox", "Text editor") == "milk"
    assert repairs(made) == ["repeated_typing", "repeated_typing"]
    said = stopped.state["action_trace"][1].remembered().said
    assert "Your type_text was not done as you chose it (repeated_typing)" in said


def test_a_program_is_launched_once(tmp_path: Path) -> None:
    world = on_app("search")
    launch, wait = {"type": "open_app", "app": "Calculator"}, {"type": "wait", "seconds": 1}
    stopped, made = run(tmp_path, world, "Start the calculator", Answers(launch, wait, launch, launch))
    assert stopped.status == "completed"
    windows = [i for i in world.observe().refs.values() if world.observe().name_of(i) == "Calculator"]
    assert len(windows) == 1
    assert repairs(made) == ["repeated_launch", "repeated_launch"]


def test_a_run_that_has_met_its_goal_is_told_to_finish_and_ends_where_it_only_repeats_itself(tmp_path: Path) -> None:
    world = on_app("editor")
    planner = Answers(*[{"type": "select", "target": {"name": "Font", "role": "combobox"}, "option": "Arial"}] * 3)
    stopped, made = run(tmp_path, world, "Set Font to Arial", planner)
    assert stopped.status == "completed"
    assert repairs(made) == ["missing_finish"]
    assert any("What was asked for is done: finish" in hint for hint in planner.hints[-1])
    assert len(planner.hints) == 2


def test_a_repaired_action_is_asked_about_like_any_other(tmp_path: Path) -> None:
    """The repair turns a text for the page into Enter in the search; a policy that wants to be asked about keys is asked."""
    world = on_app("search")
    policy = Policy(edits="ask")
    planner = Answers({"type": "open_windows_search"}, {"type": "type_text", "text": "calc"})
    stopped, made = run(tmp_path, world, "Search for calc", planner, policy=policy)
    assert stopped.status == "needs_approval"
    assert stopped.request is not None
    action: Any = stopped.request.action
    assert (action["type"], action["text"]) == ("set_text", "calc")
    assert value(world, "searchbox", "Type here to search") in ("", None)
    close(made)


def test_what_is_remembered_goes_on_in_another_process(tmp_path: Path) -> None:
    """A question stops the run; who goes on with it knows what was typed and what is searched for."""
    world = on_app("editor")
    once = {"type": "type_text", "target": TEXT, "text": "milk"}
    ask = {"type": "clarify", "question": "Which shop?"}
    stopped, first = run(tmp_path, world, "Note that milk is out", Answers(once, ask))
    assert stopped.status == "needs_approval"
    close(first)
    task = Task(goal="Note that milk is out", surface="app", max_steps=20)
    second = shop(tmp_path, planner=Answers(once), world=world, run=first.folder.name, task=task)
    stopped = second.running.resume(answer(stopped.request, Reply(text="Any.")))
    assert stopped.status == "completed"
    assert value(world, "textbox", "Text editor") == "milk"


def test_a_blueprint_is_new_after_each_act(tmp_path: Path) -> None:
    seen: list[str] = []

    class Looking(Answers):
        def plan(self, request: Request) -> Plan:
            seen.append(request.observation.blueprint().compact())
            return super().plan(request)

    world = on_app("editor")
    texts: Sequence[str] = ("one", "two")
    planner = Looking(*({"type": "set_text", "target": TEXT, "text": text} for text in texts))
    run(tmp_path, world, "Count in the text editor", planner)
    assert ["one" in seen[0], '"one"' in seen[1], '"two"' in seen[2]] == [False, True, True]


# Recovery (S44 to S52)


def test_three_acts_in_vain_force_another_way(tmp_path: Path) -> None:
    """A planner that knows nothing else is sent back; then one other way to do the same is taken."""
    planner = Answers(*[{"type": "click", "target": {"name": "Nothing"}}] * 10)
    made = shop(tmp_path, planner=planner, task=Task(goal="Order paper", surface="shop", max_steps=20))
    stopped = made.running.start()
    assert repairs(made) == ["change_of_strategy"]
    assert made.world.reached == ["click Nothing"] * 4 + ["press_key Nothing"]  # Enter; the first took the focus
    assert (stopped.status, stopped.said.partition(":")[0]) == ("failed", "no progress")
    found = [event for event in events(made) if isinstance(event, Diagnosed)]
    assert [(each.diagnosis.category, each.route) for each in found[:3]] == [
        ("tactical", "redo"),
        ("tactical", "redo"),
        ("strategic", "replan"),
    ]
    assert any(hint.startswith("This came to nothing 2 times") for hint in planner.hints[3])
    assert any(hint.startswith("This way leads nowhere") for hint in planner.hints[4])
    assert any("choose another way" in hint for hint in planner.hints[5])


def test_a_diagnosis_is_in_the_report_with_its_quotes(tmp_path: Path) -> None:
    world = on_app("invoice")
    planner = Answers(
        {"type": "set_text", "target": {"name": "Amount", "role": "textbox"}, "text": "much"}, {"type": "click", "ref": "A9999"}
    )
    stopped, made = run(tmp_path, world, "Fill in the amount", planner)
    found = [event for event in events(made) if isinstance(event, Diagnosed)]
    assert [each.trigger for each in found][:1] == ["actor_failure"]
    assert all(each.diagnosis.quotes for each in found)
    report = stopped.state["interaction_report"]
    assert report is None or report.diagnoses


def test_requirements_that_cannot_both_hold_are_reported_to_a_person_when_the_run_is_stuck(tmp_path: Path) -> None:
    wanted = (
        Requirement(id="dark", description="The theme is dark.", check=AppCheck(key="theme", equals="Dark")),
        Requirement(id="light", description="The theme is light.", check=AppCheck(key="theme", equals="Light")),
    )
    task = Task(goal="Set the theme", surface="shop", max_steps=20, requirements=wanted)
    made = shop(tmp_path, planner=Answers(*[{"type": "click", "target": {"name": "Nothing"}}] * 4), task=task)
    stopped = made.running.start()
    assert stopped.status == "needs_approval"
    assert stopped.request is not None
    assert "'The theme is dark.', 'The theme is light.'" in stopped.request.question
