"""What runs a script, command, query or macro is known, whether a button, a key, a paste or a line break does it."""

from __future__ import annotations

import pytest

from lumos_layer import Observation
from lumos_layer.safety.case import Case
from lumos_layer.safety.policy import DEFAULT_POLICY
from lumos_layer.safety.review import review
from lumos_layer.testing.trees import button, field, node, observed
from tests.safety.scenes import found, grounded

PASTES = ["Control+v", "Control+Shift+v", "Meta+v", "Shift+Insert", "Paste"]


@pytest.mark.parametrize(
    "name",
    [
        "Run", "RUN", "Execute", "Run script", "Run the selected query", "Run macro", "Run now", "Run as administrator", "Run SQL",
        "Execute command", "Evaluate", "Build and run", "실행", "쿼리 실행", "매크로 실행", "スクリプトを実行",
        "运行", "Ausführen", "Exécuter",
        "Ejecutar", "Выполнить",
    ],
)  # fmt: skip
def test_a_control_that_runs_something_is_known_by_its_words(name: str) -> None:
    look = observed((0, node("window", "App")), (1, button(name)))
    assert found(look, "click", name) == {"execute"}
    decision = review(grounded(look, "click", name), look, DEFAULT_POLICY, Case(trusted=True))
    assert (decision.verdict, decision.risk) == ("ask", "high")


@pytest.mark.parametrize("identifier", ["btnExecute", "com.example:id/run_query", "run_button"])
def test_a_control_that_runs_something_is_known_by_its_identifier(identifier: str) -> None:
    look = observed((0, node("window", "App")), (1, button("⏯", identifier=identifier)))
    assert found(look, "click", "⏯") == {"execute"}


@pytest.mark.parametrize(
    "name",
    [
        "실행 취소",
        "다시 실행",
        "Run history",
        "Runs",
        "Running",
        "Run time",
        "Morning run of last week",
        "Runner",
        "실행 기록",
        "Last run",
    ],
)
def test_undo_redo_and_what_tells_of_runs_run_nothing(name: str) -> None:
    assert found(observed((0, node("window", "App")), (1, button(name))), "click", name) == set()


def terminal(title: str = "ann@host: ~/work", app: str = "") -> Observation:
    inside = node("generic", "Screen", "click", "type", focused=True)
    return observed((0, node("window", title)), (1, inside), (1, button("New tab")), title=title, app=app)


@pytest.mark.parametrize(
    ("title", "app"),
    [
        ("ann@host: ~/work", ""), ("Windows PowerShell", ""), ("Command Prompt", ""), ("work", "xfce4-terminal"), ("터미널", ""),
        ("C:\\Windows\\system32\\cmd.exe", ""),
    ],
)  # fmt: skip
def test_enter_and_pasting_in_a_terminal_run_what_stands_there(title: str, app: str) -> None:
    look = terminal(title, app)
    for key in ("Enter", "Control+j", "Control+m", *PASTES):
        assert "execute" in found(look, "press_key", "Screen", key=key), key
        assert "execute" in found(look, "press_key", key=key), key
    assert found(look, "press_key", "Screen", key="a") == set()
    assert found(look, "press_key", "Screen", key="ArrowUp") == set()
    assert found(look, "press_key", "New tab", key="Enter") == set()


def test_a_line_break_in_what_is_typed_into_a_terminal_runs_it() -> None:
    look = terminal()
    assert found(look, "type_text", "Screen", text="ls\n") == {"execute"}
    assert found(look, "type_text", "Screen", text="ls") == set()


@pytest.mark.parametrize(
    "name",
    ["Command", "Enter a command", "SQL", "Query editor", "Script", "Console prompt", ">>>", "명령 입력", "쿼리", "스크립트"],
)
def test_a_field_of_commands_runs_what_is_entered_pasted_and_sent(name: str) -> None:
    look = observed((0, node("window", "Tools")), (1, field(name, multiline=True)), (1, button("▶")), (1, button("Close")))
    for key in ("Enter", "Control+Enter", "F5", *PASTES):
        assert "execute" in found(look, "press_key", name, key=key), key
    assert "execute" in found(look, "type_text", name, text="drop table a;\n")
    assert found(look, "type_text", name, text="select") == set()
    assert found(look, "click", "Close") == set()


def test_a_yes_beside_a_field_of_commands_runs_them() -> None:
    rows = ((0, node("window", "Tools")), (1, node("menubar")))
    look = observed(*rows, (1, field("SQL")), (1, button("▶")), (1, button("Go")), (1, button("Close")))
    assert found(look, "click", "▶") == {"execute"}
    assert found(look, "click", "Go") == {"execute"}


def test_ok_in_the_window_to_run_a_program_runs_it() -> None:
    look = observed((0, node("window", "Run")), (1, node("combobox", "Open:", "type")), (1, button("OK")), (1, button("Cancel")))
    assert "execute" in found(look, "click", "OK")


@pytest.mark.parametrize("name", ["Address and search bar", "URL", "주소창"])
def test_pasting_an_address_asks_and_entering_one_does_what_it_says(name: str) -> None:
    def bar(value: str) -> Observation:
        return observed((0, node("window", "Browser")), (1, field(name, value)))

    assert found(bar(""), "press_key", name, key="Control+v") == {"execute"}
    assert found(bar("javascript:send()"), "press_key", name, key="Enter") == {"execute"}
    assert found(bar("https://example.org/logout"), "press_key", name, key="Enter") == {"account"}
    assert found(bar("https://example.org/"), "press_key", name, key="Enter") == set()


def test_pasting_into_an_everyday_field_runs_nothing() -> None:
    look = observed((0, node("window", "Mail")), (1, field("To")), (1, field("Promo code")), title="Mail")
    assert [found(look, "press_key", name, key="Control+v") for name in ("To", "Promo code")] == [set(), set()]


def test_a_page_that_calls_itself_a_terminal_makes_none_of_its_fields_one() -> None:
    rows = ((0, node("window", "Airport terminal")), (1, node("document", "Airport terminal")), (2, field("To")))
    look = observed(*rows, dialect="cdp", title="Airport terminal")
    assert found(look, "press_key", "To", key="Control+v") == set()
