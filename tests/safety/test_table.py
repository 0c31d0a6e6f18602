"""The decision table is what is decided: each row, tried on a screen, answers as it says."""

from __future__ import annotations

import jsonschema
import pytest

from lumos_layer.actions.sensitive import CLASSES, Sensitive
from lumos_layer.interfaces.schemas import SCHEMAS
from lumos_layer.safety.case import Case
from lumos_layer.safety.decision import Decision, Verdict
from lumos_layer.safety.policy import DEFAULT_POLICY, Policy
from lumos_layer.safety.policy_files import read_policy
from lumos_layer.safety.review import RULES, review
from lumos_layer.safety.sensitive import FINDERS
from lumos_layer.safety.table import decision_table
from lumos_layer.testing.trees import button, node, observed
from tests.safety.scenes import grounded

NAMES: dict[Sensitive, tuple[str, str]] = {
    "buy": ("Buy now", "구매하기"), "pay": ("Pay", "결제"), "submit": ("Submit", "제출"), "send": ("Send", "보내기"),
    "publish": ("Share", "공유"), "delete": ("Delete", "삭제"), "overwrite": ("Overwrite", "덮어쓰기"), "save": ("Save", "저장"),
    "log_in": ("Log in", "로그인"), "account": ("Log out", "로그아웃"), "system_setting": ("Restart", "다시 시작"),
    "permission": ("Allow", "허용"), "install": ("Install", "설치"), "upload": ("Upload", "업로드"),
    "download": ("Download", "다운로드"), "print": ("Print", "인쇄"), "quit": ("Quit", "강제 종료"),
    "execute": ("Execute", "실행"),
}  # fmt: skip


def pressed(name: str, policy: Policy) -> Decision:
    look = observed((0, node("window", "App")), (1, button(name)), app="App")
    return review(grounded(look, "click", name), look, policy, Case(trusted=True))


def dragged(policy: Policy) -> Decision:
    look = observed((0, node("window", "App")), (1, node("slider", "Volume", "range")), app="App")
    return review(grounded(look, "set_value", "Volume", value=1), look, policy, Case(trusted=True))


@pytest.mark.parametrize("verdict", ["allow", "ask", "deny"])
@pytest.mark.parametrize("kind", CLASSES)
def test_each_class_is_answered_as_its_row_says_in_english_and_korean(kind: Sensitive, verdict: Verdict) -> None:
    policy = Policy(sensitive={kind: verdict})
    (row,) = [row for row in decision_table(policy).classes if row.sensitive == kind]
    decisions = [dragged(policy)] if kind == "slider_drag" else [pressed(name, policy) for name in NAMES[kind]]
    for decision in decisions:
        assert (decision.verdict, decision.rule.split(" ")[0]) == (row.verdict, row.field) == (verdict, f"sensitive.{kind}")
        assert (decision.classes, decision.risk) == ((kind,), row.risk)


def test_the_table_has_a_row_for_each_rule_and_class_in_order() -> None:
    table = decision_table(DEFAULT_POLICY)
    assert [row.rule for row in table.rules] == [rule.__name__ for rule in RULES]
    assert [row.sensitive for row in table.classes] == list(CLASSES)
    assert len(table.found_by) == len(FINDERS)
    assert table.silence == "ask"


def test_the_default_policy_as_a_table() -> None:
    table = decision_table(DEFAULT_POLICY)
    assert {row.rule: row.answers for row in table.rules} == {
        "forbidden": ("ask", "deny"),
        "actions": (),
        "apps": ("deny",),
        "domains": ("deny",),
        "targets": (),
        "secrets": ("ask", "deny"),
        "credentials": ("ask", "deny"),
        "autonomy": (),
        "sensitive": ("ask",),
        "confidence": ("ask",),
        "untrusted_typing": ("ask",),
        "untrusted_orders": ("ask",),
        "untrusted_leaving": ("ask",),
        "unreadable": ("ask",),
        "effect": ("allow", "ask"),
    }
    assert {row.verdict for row in table.classes} == {"ask"}


def test_a_table_says_what_the_policy_says_itself_and_what_it_leaves_open() -> None:
    policy = read_policy("sensitive: {save: allow}\nedits: ask\nexceptions: [{where: {app: Notes}, sensitive: {send: allow}}]")
    table = decision_table(policy)
    assert [row.sensitive for row in table.classes if row.given] == ["save"]
    assert [row.rule for row in table.rules if row.given] == ["sensitive", "effect"]
    (exception,) = table.exceptions
    assert (exception.sensitive, exception.verdict, exception.field, exception.where) == (
        "send", "allow", "exceptions[0].sensitive.send", {"app": "Notes"},
    )  # fmt: skip


def test_the_table_keeps_to_its_schema() -> None:
    document = decision_table(DEFAULT_POLICY).model_dump(mode="json")
    jsonschema.Draft202012Validator(SCHEMAS["policy-table.schema.json"]).validate(document)
