"""How well names alone tell sensitive acts from harmless controls, on names that were written down before the rules."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import pytest

from lumos_layer import Observation
from lumos_layer.safety.case import Case
from lumos_layer.safety.decision import Decision
from lumos_layer.safety.policy import DEFAULT_POLICY
from lumos_layer.safety.review import review
from lumos_layer.testing.trees import Row, button, node, observed
from tests.safety.scenes import grounded

# They open what is written before it is sent: the window holds no field.
DRAFTS = {"Reply all", "Forward", "답장", "Reply to customer"}
# Alone on a screen, nothing says that Next only turns a page, what is cleared, or that a heading that can be pressed only folds.
ALONE = {
    "en": {"Next", "Delete your account", "Sign in"},
    "ko": {"다음", "검색어 지우기", "계정 삭제", "로그인", "의견 보내기"},
}


@cache
def controls() -> tuple[dict[str, str], ...]:
    with Path(__file__).with_name("controls.tsv").open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def screen(role: str, name: str) -> Observation:
    """The control beside another one, where its role stands."""
    can = ("select", "click") if role == "tab" else ("click",)
    made = node(role, name, *can, url="https://example.org/page/12" if role == "link" else "")
    rows: dict[str, tuple[Row, ...]] = {
        "tab": ((1, node("tablist", "")), (2, made), (2, node("tab", "Other", "select", "click"))),
        "menuitem": ((1, node("menu", "")), (2, made)),
    }
    return observed((0, node("window", "App")), *rows.get(role, ((1, made), (1, button("Alpha")))), app="App")


def decided(row: dict[str, str]) -> Decision:
    look = screen(row["role"], row["name"])
    return review(grounded(look, "click", row["name"]), look, DEFAULT_POLICY, Case(trusted=True))


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_control_called_by_a_sensitive_act_is_asked_for_by_its_class(language: str) -> None:
    rows = [row for row in controls() if row["language"] == language and row["class"] != "-"]
    assert len(rows) > 250
    assert {row["name"] for row in rows if row["class"] not in decided(row).classes} == {
        name for name in DRAFTS if name.isascii() == (language == "en")
    }


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_control_called_by_anything_else_is_not_asked_for(language: str) -> None:
    rows = [row for row in controls() if row["language"] == language and row["class"] == "-"]
    assert len(rows) > 250
    assert {row["name"] for row in rows if decided(row).verdict != "allow"} == ALONE[language]
