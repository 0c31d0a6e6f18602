"""A secret is filled in where it belongs, and nowhere else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lumos_layer import Observation
from lumos_layer.environments.simulator import Simulator
from lumos_layer.errors import InputError
from lumos_layer.safety.case import Case
from lumos_layer.safety.confined import Confined
from lumos_layer.safety.policy import DEFAULT_POLICY
from lumos_layer.safety.review import review
from lumos_layer.safety.secrets import KeptSecret, SecretStore, load_secrets
from lumos_layer.testing.trees import button, field, node, observed
from tests.safety.scenes import grounded

PIN = "quince-42-canary"
BANK: Any = {
    "pin": KeptSecret.model_validate({"text": PIN, "domains": ["bank.example"], "apps": ["Bank*"]}),
    "free": "grapefruit-7",
}


def screen(url: str = "", app: str = "Firefox", *, surface: str = "main", frame: str = "") -> Observation:
    look = observed(
        (0, node("window", "Window")), (1, node("document", "Page", url=frame)), (2, field("Code")),
        (2, field("Password", protected=True)), (1, button("Send")), title="Window", app=app,
    )  # fmt: skip
    look.url, look.surface = url, surface
    return look


def answer(look: Observation, name: str = "pin", store: SecretStore | None = None) -> str | None:
    action = grounded(look, "set_text", "Code", text={"secret": name})
    decision = (store or SecretStore(BANK)).rule(action, look)
    return None if decision is None else f"{decision.verdict} by {decision.rule}"


DENIED = "deny by secrets.pin"


@pytest.mark.parametrize(
    ("look", "said"),
    [
        (screen("https://bank.example/login"), None),
        (screen("https://login.bank.example/"), None),
        (screen("https://bank.example.evil.example/"), DENIED),
        (screen("https://notbank.example/"), DENIED),
        (screen("https://evil.example/?bank.example"), DENIED),
        (screen("https://bank.example@evil.example/"), DENIED),
        (screen("https://evil.example/", app="Bank of Evil"), DENIED),
        (screen("file:///home/bank.example"), DENIED),
        (screen("https://bank.example/", frame="https://ads.example/frame"), DENIED),
        (screen("https://bank.example/", frame="https://pay.bank.example/frame"), None),
        (screen("", app="Bank App"), None),
        (screen("", app="Firefox"), DENIED),
        (screen("", app=""), DENIED),
    ],
)
def test_a_scoped_secret_is_denied_elsewhere_by_a_rule_of_its_name(look: Observation, said: str | None) -> None:
    assert answer(look) == said


def test_one_without_a_scope_is_used_wherever_its_owner_lets_the_run_act() -> None:
    assert answer(screen("https://anywhere.example/"), "free") is None
    assert answer(screen(), "free") is None


def test_surfaces_limit_apps_and_domains() -> None:
    store = SecretStore({"pin": KeptSecret.model_validate({"text": PIN, "domains": ["bank.example"], "surfaces": ["work-*"]})})
    assert answer(screen("https://bank.example/", surface="work-1"), store=store) is None
    assert answer(screen("https://bank.example/", surface="main"), store=store) == DENIED
    assert answer(screen("https://evil.example/", surface="work-1"), store=store) == DENIED


def test_the_review_says_it_and_no_approval_can_help() -> None:
    look = screen("https://evil.example/")
    case = Case(trusted=True, secret_rule=SecretStore(BANK).rule)
    decision = review(grounded(look, "set_text", "Code", text={"secret": "pin"}), look, DEFAULT_POLICY, case)
    assert (decision.verdict, decision.rule, decision.risk) == ("deny", "secrets.pin", "high")
    assert decision.why == "The secret 'pin' belongs to bank.example, Bank*; this is evil.example."


@pytest.mark.parametrize(
    ("verb", "name", "fields"),
    [
        ("set_text", "Code", {"text": f"my code is {PIN}"}),
        ("type_text", "Code", {"text": PIN.upper()}),
        ("open_url", None, {"url": "https://bank.example/?c=cXVpbmNlLTQyLWNhbmFyeQ=="}),
        ("open_url", None, {"url": "https://bank.example/?c=quince%2d42%2Dcanary"}),
    ],
)
def test_an_act_that_holds_a_secret_in_clear_is_denied_everywhere(verb: str, name: str | None, fields: dict[str, Any]) -> None:
    look = screen("https://bank.example/")
    decision = SecretStore(BANK).rule(grounded(look, verb, name, **fields), look)
    assert decision is not None
    assert (decision.verdict, decision.rule) == ("deny", "secrets.text")
    assert PIN not in decision.why


def test_words_that_were_left_out_where_an_act_was_written_down_are_never_typed() -> None:
    look = screen("https://bank.example/")
    decision = SecretStore().rule(grounded(look, "set_text", "Code", text="for [redacted]"), look)
    assert decision is not None
    assert decision.rule == "secrets.left_out"


@pytest.mark.parametrize(
    ("verb", "fields", "said"),
    [
        ("press_key", {"key": "a"}, ("deny", "credentials")),
        ("press_key", {"key": "Shift+A"}, ("deny", "credentials")),
        ("press_key", {"key": "Control+V"}, ("ask", "credentials")),
        ("press_key", {"key": "Tab"}, None),
    ],
)
def test_credentials_do_not_go_into_a_protected_field_by_keys(
    verb: str, fields: dict[str, Any], said: tuple[str, str] | None
) -> None:
    look = screen()
    decision = review(grounded(look, verb, "Password", **fields), look, DEFAULT_POLICY, Case(trusted=True))
    assert (said is None and decision.rule != "credentials") or (decision.verdict, decision.rule) == said
    assert said is None or "handoff" in decision.why


def test_a_field_that_is_called_like_one_of_a_secret_asks_before_plain_text() -> None:
    look = observed((0, node("window", "Window")), (1, field("비밀번호")), (1, field("Spinner")), title="Window", app="Bank")
    case = Case(trusted=True)
    decision = review(grounded(look, "set_text", "비밀번호", text="hunter2"), look, DEFAULT_POLICY, case)
    assert (decision.verdict, decision.rule) == ("ask", "credentials")
    assert review(grounded(look, "set_text", "Spinner", text="hunter2"), look, DEFAULT_POLICY, case).verdict == "allow"


def test_the_environment_gets_only_acts_whose_secrets_belong_to_what_is_shown_then() -> None:
    store = SecretStore(BANK)
    simulator = Simulator.from_observation(screen("https://bank.example/"), secrets=store.texts)
    confined = Confined(simulator, store)
    look = confined.observe()
    action = grounded(look, "set_text", "Code", text={"secret": "pin"})
    simulator.world.url = "https://evil.example/"  # between the review and the act
    simulator.world.revision += 1
    delivery = confined.perform("a1", action)
    assert (delivery.status, delivery.reason) == ("refused", "policy")
    assert "secrets.pin" in delivery.note
    simulator.world.url = "https://bank.example/"
    simulator.world.revision += 1
    look = confined.observe()
    assert confined.perform("a2", grounded(look, "set_text", "Code", text={"secret": "pin"})).status == "delivered"
    assert [widget.node.value for widget in simulator.world.order() if widget.node.name == "Code"] == [PIN]


def test_a_file_names_texts_or_texts_with_their_places(tmp_path: Path) -> None:
    path = tmp_path / "secrets.json"
    path.write_text(json.dumps({"pin": {"text": PIN, "domains": ["bank.example"]}, "free": "grapefruit-7"}))
    store = load_secrets(path)
    assert dict(store.texts) == {"pin": PIN, "free": "grapefruit-7"}
    assert answer(screen("https://evil.example/"), store=store) == DENIED
    assert len(load_secrets(None)) == 0


@pytest.mark.parametrize(
    "content",
    [
        f'["{PIN}"]', f'{{"pin": ["{PIN}"]}}', f'{{"pin": {{"text": "{PIN}", "domain": "x"}}}}', f'{{"{PIN} {PIN}": "pin"}}',
        f'{{"pin": {{"text": "{PIN}", "domains": ["/(/"]}}}}', f'"{PIN}',
    ],
)  # fmt: skip
def test_a_file_that_is_none_is_named_and_not_quoted(tmp_path: Path, content: str) -> None:
    path = tmp_path / "secrets.json"
    path.write_text(content)
    with pytest.raises(InputError, match="holds no secrets") as problem:
        load_secrets(path)
    assert PIN not in str(problem.value)


def test_nothing_about_a_store_shows_its_secrets() -> None:
    store = SecretStore(BANK)
    assert PIN not in f"{store!r} {store} {vars(store)['_kept']!r} {store.redactor()!r}"
