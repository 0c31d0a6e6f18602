"""May this action happen: every rule speaks for itself, the strictest holds, and its name is told."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer import Observation
from lumos_layer.safety.case import Case
from lumos_layer.safety.constraints import Constraints
from lumos_layer.safety.decision import SILENCE, Decision, strictest
from lumos_layer.safety.patterns import matches
from lumos_layer.safety.policy import DEFAULT_POLICY, Policy
from lumos_layer.safety.policy_files import read_policy
from lumos_layer.safety.review import RULES, review
from lumos_layer.testing.trees import button, field, link, node, observed
from tests.safety.scenes import grounded

TRUSTED = Case(trusted=True)


def screen(app: str = "Mail", url: str = "") -> Observation:
    look = observed(
        (0, node("window", "Window")), (1, field("To")), (1, button("Send")), (1, button("Bold")), (1, button("")),
        (1, button("ทดสอบ")), (1, link("Help", url="https://help.example.net/")), (1, field("Search", "x")), (1, button("Delete")),
        title="Window", app=app,
    )  # fmt: skip
    look.url = url
    return look


def decided(
    verb: str,
    name: str | None = None,
    *,
    policy: str | Policy = DEFAULT_POLICY,
    case: Case = TRUSTED,
    app: str = "Mail",
    url: str = "",
    **fields: Any,
) -> Decision:
    """The answer to an action on the screen of this app, at this address."""
    look = screen(app, url)
    made = read_policy(policy) if isinstance(policy, str) else policy
    return review(grounded(look, verb, name, **fields), look, made, case)


def said(decision: Decision) -> tuple[str, str]:
    return decision.verdict, decision.rule


@pytest.mark.parametrize(
    ("verb", "name", "fields", "answer"),
    [
        ("observe", None, {}, ("allow", "reads")),
        ("scroll", None, {"direction": "down"}, ("allow", "reads")),
        ("click", "To", {}, ("allow", "reads")),
        ("click", "Help", {}, ("allow", "reads")),
        ("click", "Bold", {}, ("allow", "edits")),
        ("set_text", "To", {"text": "ann"}, ("allow", "edits")),
        ("press_key", "To", {"key": "a"}, ("allow", "edits")),
        ("clarify", None, {"question": "Which?"}, ("allow", "control")),
        ("finish", None, {"success": True, "reason": "done"}, ("allow", "control")),
        ("handoff", None, {"reason": "login"}, ("allow", "control")),
        ("click", "Send", {}, ("ask", "sensitive.send (words)")),
        ("press_key", "Send", {"key": "Enter"}, ("ask", "sensitive.send (words)")),
        ("click", "Delete", {}, ("ask", "sensitive.delete (words)")),
        ("press_key", None, {"key": "Enter"}, ("ask", "sensitive.submit (enter)")),
        ("click", "ทดสอบ", {}, ("ask", "unreadable")),
    ],
)
def test_the_default_policy_lets_read_and_edit_and_asks_for_the_rest(
    verb: str, name: str | None, fields: dict[str, Any], answer: tuple[str, str]
) -> None:
    assert said(decided(verb, name, **fields)) == answer


@pytest.mark.parametrize(("sign", "verdict"), [("🛸", "ask"), ("\ue800", "ask"), ("+", "allow"), ("✕", "allow"), ("☰", "allow")])
def test_a_sign_that_nobody_knows_is_asked_for(sign: str, verdict: str) -> None:
    look = observed((0, node("window", "App")), (1, button(sign)))
    assert review(grounded(look, "click", sign), look, DEFAULT_POLICY, TRUSTED).verdict == verdict


def test_a_button_without_any_words_is_asked_for() -> None:
    look = screen()
    ref = next(ref for ref, i in look.refs.items() if look.tree[i] == button(""))
    assert said(review(grounded(look, "click", ref=ref), look, DEFAULT_POLICY, TRUSTED)) == ("ask", "unreadable")


@pytest.mark.parametrize(
    ("policy", "verb", "name", "answer"),
    [
        ("actions: {deny: [click]}", "click", "Bold", ("deny", "actions.deny")),
        ("actions: {allow: [observe, click]}", "click", "Bold", ("allow", "edits")),
        ("actions: {allow: [observe]}", "click", "Bold", ("deny", "actions.allow")),
        ("apps: {deny: ['mail']}", "click", "Bold", ("deny", "apps.deny")),
        ("apps: {deny: ['M*l']}", "click", "Bold", ("deny", "apps.deny")),
        ("apps: {deny: ['/ma.l/']}", "click", "Bold", ("deny", "apps.deny")),
        ("apps: {deny: ['Mailer']}", "click", "Bold", ("allow", "edits")),
        ("apps: {allow: ['Notes']}", "click", "Bold", ("deny", "apps.allow")),
        ("apps: {allow: ['Notes']}", "observe", None, ("allow", "reads")),
        ("targets: {deny: [{name: 'Bo*'}]}", "click", "Bold", ("deny", "targets.deny[0]")),
        ("targets: {deny: [{role: textbox}, {role: button, name: Bold}]}", "click", "Bold", ("deny", "targets.deny[1]")),
        ("targets: {ask: [{name: bold, app: mail}]}", "click", "Bold", ("ask", "targets.ask[0]")),
        ("targets: {allow: [{name: To}]}", "click", "Bold", ("deny", "targets.allow")),
        ("targets: {allow: [{name: Bold}]}", "click", "Bold", ("allow", "edits")),
        ("sensitive: {send: allow}", "click", "Send", ("allow", "sensitive.send (words)")),
        ("sensitive: {send: deny}", "click", "Send", ("deny", "sensitive.send (words)")),
        ("sensitive: {pay: deny}", "click", "Send", ("ask", "sensitive.send (words)")),
        ("exceptions: [{where: {app: Mail}, sensitive: {send: allow}}]", "click", "Send",
         ("allow", "exceptions[0].sensitive.send (words)")),
        ("exceptions: [{where: {app: Notes}, sensitive: {send: allow}}]", "click", "Send", ("ask", "sensitive.send (words)")),
        ("edits: ask", "click", "Bold", ("ask", "edits")),
        ("reads: deny", "observe", None, ("deny", "reads")),
        ("unreadable: deny", "click", "ทดสอบ", ("deny", "unreadable")),
        ("autonomy: {level: look}", "click", "Bold", ("deny", "autonomy.level")),
        ("autonomy: {level: look}", "click", "To", ("allow", "reads")),
        ("autonomy: {level: confirm}", "click", "Bold", ("ask", "autonomy.level")),
        ("{autonomy: {level: edits}, sensitive: {send: allow}}", "click", "Send", ("ask", "autonomy.level")),
        ("{autonomy: {level: confirm}, actions: {deny: [click]}}", "click", "Bold", ("deny", "actions.deny")),
    ],
)  # fmt: skip
def test_a_policy_is_obeyed_and_its_field_is_named(policy: str, verb: str, name: str | None, answer: tuple[str, str]) -> None:
    assert said(decided(verb, name, policy=policy)) == answer


@pytest.mark.parametrize(
    ("policy", "url", "target", "answer"),
    [
        ("domains: {deny: [example.org]}", "", "https://example.org/", ("deny", "domains.deny")),
        ("domains: {deny: [example.org]}", "", "https://www.example.org./x", ("deny", "domains.deny")),
        ("domains: {deny: ['*.example.org']}", "", "https://example.org/", ("allow", "reads")),
        ("domains: {deny: [example.org]}", "", "https://notexample.org/", ("allow", "reads")),
        ("domains: {deny: [example.org]}", "", "https://EXAMPLE.ORG/", ("deny", "domains.deny")),
        ("domains: {deny: [example.org]}", "", "https://user@example.org:8443/", ("deny", "domains.deny")),
        ("domains: {allow: [example.com]}", "", "https://example.com.evil.net/", ("deny", "domains.allow")),
        ("domains: {allow: [example.com]}", "", "https://shop.example.com/", ("allow", "reads")),
        ("domains: {allow: [example.com]}", "https://evil.net/", "https://example.com/", ("allow", "reads")),
        ("domains: {allow: [example.com]}", "", "file:///etc/passwd", ("deny", "domains.allow")),
    ],
)
def test_domains_are_those_that_are_opened(policy: str, url: str, target: str, answer: tuple[str, str]) -> None:
    look = screen(url=url)
    action = grounded(look, "open_url", url=target)
    assert said(review(action, look, read_policy(policy), TRUSTED)) == answer


def test_acting_on_a_denied_site_is_denied_and_leaving_it_is_not() -> None:
    policy = "domains: {deny: [evil.example]}"
    assert said(decided("click", "Bold", policy=policy, url="https://evil.example/")) == ("deny", "domains.deny")
    assert said(decided("observe", policy=policy, url="https://evil.example/")) == ("allow", "reads")


def test_a_link_that_leads_to_a_denied_site_is_denied() -> None:
    assert said(decided("click", "Help", policy="domains: {deny: [example.net]}")) == ("deny", "domains.deny")


@pytest.mark.parametrize(
    ("forbidden", "verb", "name", "answer"),
    [
        ("click", "click", "Bold", ("deny", "forbidden")),
        ("send", "click", "Send", ("deny", "forbidden")),
        ("log_in", "click", "Send", ("ask", "sensitive.send (words)")),
        ("send", "click", "Bold", ("allow", "edits")),
        ("Delete anything", "click", "Delete", ("deny", "forbidden")),
        ("삭제", "click", "Delete", ("deny", "forbidden")),
        ("dance", "click", "Bold", ("ask", "forbidden")),
        ("dance", "observe", None, ("allow", "reads")),
    ],
)
def test_what_the_task_forbids_is_denied(forbidden: str, verb: str, name: str | None, answer: tuple[str, str]) -> None:
    case = Case(trusted=True, constraints=Constraints(forbidden_actions=(forbidden,)))
    assert said(decided(verb, name, case=case)) == answer


def test_a_task_can_be_kept_to_its_apps_and_sites() -> None:
    case = Case(trusted=True, constraints=Constraints(allowed_apps=("Mail", "example.org")))
    assert said(decided("click", "Bold", case=case)) == ("allow", "edits")
    assert said(decided("click", "Bold", case=case, app="Notes")) == ("deny", "allowed_apps")
    assert said(decided("click", "Bold", case=case, app="Browser", url="https://www.example.org/")) == ("allow", "edits")
    look = screen()
    assert said(review(grounded(look, "open_app", app="Mail"), look, DEFAULT_POLICY, case)) == ("allow", "reads")
    assert said(review(grounded(look, "open_app", app="Terminal"), look, DEFAULT_POLICY, case)) == ("deny", "allowed_apps")
    assert said(review(grounded(look, "open_url", url="https://evil.net/"), look, DEFAULT_POLICY, case)) == ("deny", "allowed_apps")


def test_no_app_is_left_of_two_lists_without_a_common_one() -> None:
    both = Constraints(allowed_apps=("Mail",)).with_more(Constraints(allowed_apps=("Notes",)))
    assert said(decided("click", "Bold", case=Case(trusted=True, constraints=both))) == ("deny", "allowed_apps")


def test_an_act_that_the_planner_is_unsure_of_is_asked_for() -> None:
    unsure = Case(trusted=True, confidence=0.4)
    assert said(decided("click", "Bold", case=unsure)) == ("ask", "confidence")
    assert said(decided("observe", case=unsure)) == ("allow", "reads")
    assert said(decided("click", "Bold", case=unsure, policy="confidence: {below: deny}")) == ("deny", "confidence")
    assert said(decided("click", "Bold", case=unsure, policy="confidence: {threshold: 0.3}")) == ("allow", "edits")


UNTRUSTED = Case(read_untrusted=True, trusted=False)


def test_typing_after_untrusted_text_was_read_is_asked_for() -> None:
    assert said(decided("set_text", "To", text="x", case=UNTRUSTED)) == ("ask", "untrusted_typing")
    assert said(decided("type_text", "To", text="x", case=UNTRUSTED)) == ("ask", "untrusted_typing")
    assert said(decided("press_key", "To", key="x", case=UNTRUSTED)) == ("ask", "untrusted_typing")
    assert said(decided("press_key", "To", key="Control+v", case=UNTRUSTED)) == ("ask", "untrusted_typing")
    assert said(decided("press_key", "To", key="Shift+Insert", case=UNTRUSTED)) == ("ask", "untrusted_typing")
    assert said(decided("press_key", "To", key="Backspace", case=UNTRUSTED)) == ("allow", "edits")
    assert said(decided("set_text", "To", text="", case=UNTRUSTED)) == ("allow", "edits")
    assert said(decided("click", "Bold", case=UNTRUSTED)) == ("allow", "edits")
    assert said(decided("set_text", "To", text="x", case=Case(read_untrusted=False))) == ("allow", "edits")


def test_a_change_after_orders_to_an_agent_were_read_is_asked_for() -> None:
    read = Case(read_untrusted=True, read_orders=True, trusted=False)
    assert said(decided("click", "Bold", case=read)) == ("ask", "untrusted_orders")
    assert said(decided("press_key", "To", key="Backspace", case=read)) == ("ask", "untrusted_orders")
    assert said(decided("click", "Bold", case=read, policy="untrusted_orders: deny")) == ("deny", "untrusted_orders")
    assert said(decided("click", "Bold", case=read, policy="trusted: {surfaces: [main]}")) == ("allow", "edits")
    assert said(decided("scroll_into_view", "To", case=read)) == ("allow", "reads")


@pytest.mark.parametrize("trusted", ["{surfaces: [main]}", "{apps: [Mail]}", "{domains: [example.org]}"])
def test_a_policy_can_trust_surfaces_apps_and_domains(trusted: str) -> None:
    typed = decided("set_text", "To", text="x", case=UNTRUSTED, policy=f"trusted: {trusted}", url="https://example.org/")
    assert said(typed) == ("allow", "edits")


def test_another_site_is_opened_only_with_leave_after_untrusted_text_was_read() -> None:
    look = screen(url="https://example.org/a")
    for url, verdict in (("https://example.org/b", "allow"), ("https://evil.net/?q=secret", "ask")):
        assert review(grounded(look, "open_url", url=url), look, DEFAULT_POLICY, UNTRUSTED).verdict == verdict
    listed = read_policy("domains: {allow: [example.net]}")
    assert review(grounded(look, "open_url", url="https://example.net/"), look, listed, UNTRUSTED).verdict == "allow"


def test_a_number_of_acts_may_be_done_before_a_person_is_asked() -> None:
    policy = "autonomy: {acts: 2}"
    assert said(decided("click", "Bold", policy=policy, case=Case(trusted=True, acts=1))) == ("allow", "edits")
    assert said(decided("click", "Bold", policy=policy, case=Case(trusted=True, acts=2))) == ("ask", "autonomy.acts")


def test_a_rule_about_secrets_is_heard() -> None:
    refused = Decision(verdict="deny", rule="secrets.scope", why="The secret belongs elsewhere.", risk="high")
    case = Case(trusted=True, secret_rule=lambda action, look: refused)
    assert said(decided("click", "Send", case=case)) == ("deny", "secrets.scope")


def test_the_decision_names_all_classes_and_the_highest_risk() -> None:
    look = observed((0, node("window", "App")), (1, button("Buy and send")))
    decision = review(grounded(look, "click", "Buy and send"), look, DEFAULT_POLICY, TRUSTED)
    assert (decision.classes, decision.risk) == (("buy", "send"), "high")


def test_a_name_in_look_alike_letters_is_denied_and_not_allowed() -> None:
    look = observed((0, node("window", "App")), (1, button("Воld")))  # Cyrillic
    action = grounded(look, "click", "Воld")
    assert review(action, look, read_policy("targets: {deny: [{name: bold}]}"), TRUSTED).verdict == "deny"
    assert review(action, look, read_policy("targets: {allow: [{name: Bold}]}"), TRUSTED).verdict == "deny"


def test_an_expression_that_takes_too_long_counts_where_it_denies_and_not_where_it_allows() -> None:
    slow, text = "/(x+x+)+y/", "x" * 1500
    assert matches(slow, text, denying=True)
    assert not matches(slow, text, denying=False)


DECISIONS = st.builds(Decision, verdict=st.sampled_from(["allow", "ask", "deny"]), rule=st.text(max_size=3), why=st.just(""))


@given(st.lists(DECISIONS, max_size=6))
def test_the_strictest_answer_wins_and_silence_asks(opinions: list[Decision]) -> None:
    answer = strictest(opinions)
    verdicts = [each.verdict for each in opinions]
    assert answer.verdict == ("deny" if "deny" in verdicts else "ask" if "ask" in verdicts else "allow" if verdicts else "ask")
    assert answer in opinions or answer == SILENCE


@given(st.lists(DECISIONS, min_size=1, max_size=6), DECISIONS)
def test_one_opinion_more_never_makes_it_less_strict(opinions: list[Decision], more: Decision) -> None:
    order = ["allow", "ask", "deny"]
    assert order.index(strictest([*opinions, more]).verdict) >= order.index(strictest(opinions).verdict)


def test_every_rule_says_when_it_speaks() -> None:
    assert [rule.__name__ for rule in RULES if not rule.__doc__] == []
