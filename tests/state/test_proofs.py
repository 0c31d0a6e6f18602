"""The evidence that a state holds, against a plain list of it; and copies that share nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.state import Evidence, Requirement
from lumos_layer.state.checks import AllOf, AppCheck, ElementCheck, Not
from lumos_layer.state.part import copied
from lumos_layer.state.plan import Plan
from lumos_layer.state.proofs import Proofs
from tests.state.acting import seen, wanted

CHANGES = st.lists(
    st.tuples(st.integers(0, 30), st.sampled_from("abc"), st.sampled_from(("live", "stale", "invalidated")), st.booleans()),
    max_size=60,
)


def _kept(evidence: list[Evidence], requirement: str) -> list[Evidence]:
    """Of what counts no longer the last eight."""
    past = [each for each in evidence if each.requirement == requirement and each.status != "live"]
    return [each for each in evidence if each not in past[:-8]]


@given(CHANGES)
def test_it_holds_what_a_list_would_in_the_same_order(changes: list[tuple[int, str, str, bool]]) -> None:
    proofs, listed = Proofs(), list[Evidence]()
    for number, requirement, status, verdict in changes:
        each = seen(requirement, number, verdict, id=f"{requirement}{number}", status=status)
        before = list(proofs)
        made = proofs.after([each])
        assert list(proofs) == before  # the old one stays as it was
        proofs = made
        places = {one.id: place for place, one in enumerate(listed)}
        if each.id in places:
            listed[places[each.id]] = each
        else:
            listed.append(each)
        listed = _kept(listed, requirement)
        assert list(proofs) == listed
        assert proofs == Proofs(listed)
        for id in "abc":
            assert proofs.of(id) == tuple(one for one in listed if one.requirement == id)
            assert list(proofs.live(id)) == [
                one for one in listed if one.requirement == id and one.status == "live" and one.verdict
            ]
        assert all(one.id in proofs for one in listed)


def test_what_builds_on_what_is_known_at_once() -> None:
    plan = Plan((wanted("a"), wanted("b", "a"), wanted("c", "b"), wanted("d")))
    assert plan.leaves == ("c", "d")
    assert plan.built_on(("a",)) == {"b", "c"}
    assert plan.built_on(("c", "d")) == set()


def test_a_copy_shares_nothing_that_can_be_changed() -> None:
    check = AllOf(checks=(AppCheck(key="k", equals={"list": [1]}), Not(check=ElementCheck(name="x", value="y"))))
    one = Requirement(id="a", description="a", depends_on=("b",), check=check)
    other = copied(one)
    assert other == one
    assert isinstance(other.check, AllOf)
    stored, inner = other.check.checks
    assert isinstance(stored, AppCheck)
    assert isinstance(stored.equals, dict)
    stored.equals["list"] = "changed"
    other.__dict__["description"] = "changed"
    inner.__dict__["check"].__dict__["value"] = "changed"
    assert one == Requirement(
        id="a",
        description="a",
        depends_on=("b",),
        check=AllOf(checks=(AppCheck(key="k", equals={"list": [1]}), Not(check=ElementCheck(name="x", value="y")))),
    )
