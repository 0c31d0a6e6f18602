"""A session is imported only when a person allows it, for one domain, into one profile, and nobody reads it on the way."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Any

import pytest

from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.environments.simulator.cookies import Cookies
from lumos_layer.errors import ApprovalRefused, BadOption, ImportFailed, NotOwner, PausedByUser
from lumos_layer.surface import Lease, Surfaces
from lumos_layer.surface.importing import ask_import, carry_out
from tests.surface.worlds import act

SECRET = "c00kie-v4lue"


def the_persons() -> Cookies:
    own = Cookies("bea", name="Bea's Firefox")
    own.of("shop.example").put("session", SECRET)
    own.of("pay.shop.example").put("session", "other-value")
    own.of("mail.example").put("session", "mail-value")
    return own


def leased(folder: Path, **options: Any) -> tuple[Surfaces, Lease]:
    surfaces = Surfaces(folder / "control.sqlite")
    return surfaces, surfaces.lease("main", "ann", **options)


def test_an_approved_import_carries_the_cookies_of_one_domain_and_tells_their_source_and_number_of_domains(tmp_path: Path) -> None:
    surfaces, lease = leased(tmp_path)
    own, jar = the_persons(), Cookies("ann")
    asked = ask_import(surfaces, lease, own, "Shop.Example")
    assert (asked.status, asked.source, asked.domain, asked.domains, asked.profile) == (
        "pending",
        "Bea's Firefox",
        "shop.example",
        3,
        "ann",
    )
    surfaces.imports.answer(asked.id, "approved", "bea")
    done = carry_out(surfaces, lease, asked.id, own, jar)
    assert done.model_dump() == {"source": "Bea's Firefox", "domain": "shop.example", "domains": 3}
    assert jar.of("shop.example").get("session") == SECRET
    assert jar.of("pay.shop.example").get("session") is None
    assert jar.of("mail.example").get("session") is None
    assert jar.domains() == 1


def test_no_value_is_written_or_told(tmp_path: Path) -> None:
    surfaces, lease = leased(tmp_path)
    own, jar = the_persons(), Cookies("ann")
    asked = ask_import(surfaces, lease, own, "shop.example")
    surfaces.imports.answer(asked.id, "approved")
    done = carry_out(surfaces, lease, asked.id, own, jar)
    told = f"{asked} {done} {own!r} {jar!r} {surfaces.imports.all()} {surfaces.history()}"
    assert SECRET not in told
    assert SECRET.encode() not in b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())


class Failing(Cookies):
    """A source that quotes what it could not hand over."""

    def pour(self, domain: str, into: Any) -> None:
        raise ValueError(f"{SECRET} cannot be put into the jar of {domain}")


def test_a_source_that_fails_tells_no_value(tmp_path: Path) -> None:
    surfaces, lease = leased(tmp_path)
    source = Failing("bea", name="Bea's\nFirefox " + "x" * 200)
    asked = ask_import(surfaces, lease, source, "shop.example")
    surfaces.imports.answer(asked.id, "approved")
    with pytest.raises(ImportFailed, match=r"failed \(ValueError\), and its approval is used up") as caught:
        carry_out(surfaces, lease, asked.id, source, Cookies("ann"))
    assert SECRET not in "".join(traceback.format_exception(caught.value))
    assert (caught.value.__context__, caught.value.__cause__) == (None, None)
    assert surfaces.imports.find(asked.id).status == "used"


@pytest.mark.parametrize("answer", [None, "denied"])
def test_nothing_is_imported_without_a_persons_yes(tmp_path: Path, answer: Any) -> None:
    surfaces, lease = leased(tmp_path)
    own, jar = the_persons(), Cookies("ann")
    asked = ask_import(surfaces, lease, own, "shop.example")
    if answer is not None:
        surfaces.imports.answer(asked.id, answer)
    with pytest.raises(ApprovalRefused):
        carry_out(surfaces, lease, asked.id, own, jar)
    assert jar.domains() == 0


def test_an_approval_works_once_and_is_given_once(tmp_path: Path) -> None:
    surfaces, lease = leased(tmp_path)
    own, jar = the_persons(), Cookies("ann")
    asked = ask_import(surfaces, lease, own, "shop.example")
    surfaces.imports.answer(asked.id, "approved")
    with pytest.raises(ApprovalRefused):
        surfaces.imports.answer(asked.id, "denied")
    carry_out(surfaces, lease, asked.id, own, jar)
    with pytest.raises(ApprovalRefused):
        carry_out(surfaces, lease, asked.id, own, jar)
    with pytest.raises(ApprovalRefused):
        carry_out(surfaces, lease, "i0", own, jar)


@pytest.mark.parametrize(
    "domain",
    ["", "*", "com", "*.shop.example", "shop.example,mail.example", "https://shop.example", "a b.example", "shop.example\n"],
)
def test_it_names_one_domain(tmp_path: Path, domain: str) -> None:
    surfaces, lease = leased(tmp_path)
    if domain == "shop.example\n":
        assert ask_import(surfaces, lease, the_persons(), domain).domain == "shop.example"
        return
    with pytest.raises(BadOption):
        ask_import(surfaces, lease, the_persons(), domain)


def test_it_stays_within_the_scope_of_the_surface(tmp_path: Path) -> None:
    surfaces, lease = leased(tmp_path, scope=("shop.example",))
    ask_import(surfaces, lease, the_persons(), "pay.shop.example")
    for outside in ("mail.example", "evilshop.example"):
        with pytest.raises(BadOption):
            ask_import(surfaces, lease, the_persons(), outside)


def test_it_grants_nothing_on_other_surfaces_profiles_and_sources(tmp_path: Path) -> None:
    surfaces, lease = leased(tmp_path)
    other = surfaces.lease("other", "ann", profile="ann-2")
    own = the_persons()
    asked = ask_import(surfaces, lease, own, "shop.example")
    surfaces.imports.answer(asked.id, "approved")
    with pytest.raises(NotOwner):
        carry_out(surfaces, other, asked.id, own, Cookies("ann"))
    with pytest.raises(NotOwner):
        carry_out(surfaces, lease, asked.id, own, Cookies("ann-2"))
    with pytest.raises(ApprovalRefused):
        carry_out(surfaces, lease, asked.id, Cookies("carl", name="Carl's Chrome"), Cookies("ann"))


def test_it_gives_no_right_to_look_while_a_person_has_the_surface(tmp_path: Path) -> None:
    surfaces, lease = leased(tmp_path)
    own, jar = the_persons(), Cookies("ann")
    asked = ask_import(surfaces, lease, own, "shop.example")
    surfaces.take("main")
    surfaces.imports.answer(asked.id, "approved")
    with pytest.raises(PausedByUser):
        carry_out(surfaces, lease, asked.id, own, jar)
    assert surfaces.imports.find(asked.id).status == "approved"
    assert jar.domains() == 0


def rows(*rows: tuple[str, str]) -> dict[str, Any]:
    (role, title), *inside = rows
    at = [{"level": 1, "role": role, "name": name, "box": (0, 30 * n, 90, 20)} for n, (role, name) in enumerate(inside)]
    return {"rows": [{"role": role, "name": title, "box": (0, 0, 800, 600)}, *at]}


def shop(cookies: Cookies) -> Simulator:
    """A page that greets who is logged in; a button logs in."""
    app = apps.made(
        {
            "name": "shop",
            "dialect": "browser",
            "start": "page",
            "url": "https://shop.example/",
            "screens": {
                "page": rows(("document", "Shop"), ("button", "Log in"), ("button", "Who am I?")),
                "in": rows(("document", "Welcome back")),
                "out": rows(("document", "Please log in")),
            },
            "rules": [
                {"on": "click", "target": {"name": "Log in"}, "do": [{"do": "set_cookie", "name": "session", "value": SECRET}]},
                {
                    "on": "click",
                    "target": {"name": "Who am I?"},
                    "when": [{"cookie": "session", "there": True}],
                    "do": [{"do": "show", "screen": "in"}],
                    "otherwise": [{"do": "show", "screen": "out"}],
                },
            ],
        }
    )
    simulator = Simulator.from_app(app)
    simulator.world.cookies = cookies
    return simulator


def greeting(simulator: Simulator) -> str:
    simulator.perform("who", act(simulator.observe(), "Who am I?"))
    return simulator.observe().tree[0].name


def test_agents_share_no_cookies() -> None:
    anns, bobs = Cookies("ann"), Cookies("bob")
    simulator = shop(anns)
    simulator.perform("in", act(simulator.observe(), "Log in"))
    assert greeting(simulator) == "Welcome back"
    assert greeting(shop(bobs)) == "Please log in"
    assert greeting(shop(anns)) == "Welcome back"


def test_an_imported_session_is_logged_in_and_in_no_save(tmp_path: Path) -> None:
    surfaces, lease = leased(tmp_path)
    own, jar = the_persons(), Cookies("ann")
    simulator = shop(jar)
    asked = ask_import(surfaces, lease, own, "shop.example")
    surfaces.imports.answer(asked.id, "approved")
    carry_out(surfaces, lease, asked.id, own, jar)
    assert SECRET.encode() not in simulator.save()
    assert greeting(simulator) == "Welcome back"
