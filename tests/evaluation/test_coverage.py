from __future__ import annotations

import lumos_layer
from lumos_layer import Observation
from lumos_layer.environments.replay.finding import find
from lumos_layer.environments.replay.recording import Step, Target
from lumos_layer.evaluation.coverage import Coverage, coverage, needed_element
from lumos_layer.tree import Rect
from tests.evaluation.screens import button, row, text, window

ROWS = window(
    row(button("Edit", y=10, more='AutomationId="e1" RuntimeId="42.1"'), button("Note", x=100), text("Ada", x=200))
    + row(button("Edit", y=60, more='AutomationId="e2" RuntimeId="42.2"'), button("Note", x=100, y=60), text("Bob", x=200, y=60))
    + button("Help", y=300)
    + button("Help", y=340)
)


def covered(observation: Observation, *targets: Target, gone: bool = False) -> Coverage | None:
    steps = [Step("step-000", "step-001", target, gone) for target in targets]
    return coverage(observation, steps, observation.blueprint(), observation.blueprint(view="interactive"))


def name(observation: Observation, node: int | None) -> str:
    assert node is not None
    return observation.tree[node].identifier


def test_the_id_of_the_platform_decides() -> None:
    assert name(ROWS, find(ROWS.tree, Target(native_id="42.2", name="Help"))) == "e2"


def test_a_box_names_an_element() -> None:
    assert name(ROWS, find(ROWS.tree, Target(bounds=Rect(10, 60, 80, 20)))) == "e2"


def test_the_id_of_its_developers_names_an_element() -> None:
    assert name(ROWS, find(ROWS.tree, Target(native_id="e2", identifier="e2"))) == "e2"


def test_of_equal_names_the_point_decides() -> None:
    assert name(ROWS, find(ROWS.tree, Target(name="Edit", point=(15, 65)))) == "e2"
    assert name(ROWS, find(ROWS.tree, Target(name="Edit", point=(15, 15)))) == "e1"


def test_a_role_names_an_element_only_if_it_is_the_only_one() -> None:
    screen = window(button("Edit") + button("Help") + '<Slider Name="Size" x="1" y="1" width="9" height="9"/>')
    assert find(screen.tree, Target(role="Slider")) == 3
    assert find(screen.tree, Target(role="Button")) is None


def test_what_is_not_there_is_not_found() -> None:
    assert find(ROWS.tree, Target(native_id="9", identifier="9", name="Undo", bounds=Rect(1, 1, 1, 1))) is None
    assert find(ROWS.tree, Target()) is None


def test_the_word_on_a_button_is_lifted_to_the_button() -> None:
    android = (
        '<hierarchy><node class="android.widget.LinearLayout" clickable="true" bounds="[0,0][90,90]">'
        '<node class="android.widget.TextView" text="Save" bounds="[9,9][50,50]"/></node></hierarchy>'
    )
    screen = lumos_layer.read(android.encode())
    found = find(screen.tree, Target(name="Save"))
    assert found == 2
    assert needed_element(screen, found) == [1]


def test_the_box_around_a_lone_button_is_lowered_to_it() -> None:
    screen = window(f'<Pane AutomationId="p" x="0" y="0" width="99" height="99">{button("Go")}{text("x")}</Pane>')
    found = find(screen.tree, Target(identifier="p"))
    assert found == 1
    assert needed_element(screen, found) == [2]


def test_a_wrapper_and_the_same_once_more_are_needed_together() -> None:
    outer = '<Button Name="Go" AutomationId="go" x="1" y="1" width="9" height="9">'
    screen = window(f"{outer}{outer}</Button></Button>")
    assert needed_element(screen, 2) == [1, 2]
    assert covered(screen, Target(identifier="go")) == Coverage(1, 1, 1, 1, 1, 1)


def test_what_nothing_can_be_done_with_is_not_needed() -> None:
    screen = window(f'<Pane AutomationId="p" x="0" y="0" width="99" height="99">{button("Go")}{button("Stop")}</Pane>')
    assert needed_element(screen, 1) == []
    assert covered(screen, Target(identifier="p")) == Coverage(1, 0, 0, 0, 0, 0)


def test_an_element_that_has_lost_its_ref_is_needed_and_not_shown() -> None:
    screen = window(button("Ghost", more='IsOffscreen="True"'))
    assert covered(screen, Target(name="Ghost")) == Coverage(1, 1, 0, 0, 0, 0)


def test_a_needed_element_is_shown_and_told_apart_by_its_row() -> None:
    assert covered(ROWS, Target(native_id="42.1"), Target(native_id="42.2")) == Coverage(2, 2, 2, 2, 2, 2)


def test_a_needed_element_among_equal_ones_is_shown_and_not_told_apart() -> None:
    assert covered(ROWS, Target(name="Help")) == Coverage(1, 1, 1, 0, 1, 0)


def test_a_needed_element_that_the_dump_does_not_have_is_not_held_against_the_blueprint() -> None:
    assert covered(ROWS, Target(name="Undo")) == Coverage(1, 0, 0, 0, 0, 0)
    assert covered(ROWS, Target(name="Help"), gone=True) == Coverage(1, 0, 0, 0, 0, 0)


def test_a_needed_element_that_a_view_leaves_out_is_not_shown() -> None:
    full, outline = ROWS.blueprint(), ROWS.blueprint(view="outline")
    steps = [Step("step-000", "step-001", Target(native_id="42.1"))]
    assert coverage(ROWS, steps, full, outline) == Coverage(1, 1, 1, 1, 0, 0)


def test_without_elements_used_there_is_no_coverage() -> None:
    blueprint = ROWS.blueprint()
    assert coverage(ROWS, [], blueprint, blueprint) is None
    assert coverage(ROWS, [Step("step-000", "step-001", None)], blueprint, blueprint) is None
