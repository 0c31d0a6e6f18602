"""The matching of screens that change as real ones do, by the truth about which element is which."""

from __future__ import annotations

from hypothesis import given, settings

from lumos_layer.diff import diff, match, patch
from lumos_layer.testing.strategies.edits import Edited, edited_trees


@settings(max_examples=300)
@given(edited_trees())
def test_no_element_is_taken_for_another_where_names_tell(edited: Edited) -> None:
    if edited.tells:
        assert edited.wrong(list(match(edited.before, edited.after).forward)) == []


@given(edited_trees(most=1))
def test_one_edit_leaves_nothing_unknown_but_what_it_took_away(edited: Edited) -> None:
    """Only where ids lie, or rows cannot be told from each other, a row may be given up."""
    missed = edited.missed(list(match(edited.before, edited.after).forward))
    assert [key for key in missed if edited.is_certain(key)] == []


@given(edited_trees(most=6))
def test_patching_an_edited_screen_gives_the_screen_after(edited: Edited) -> None:
    assert patch(edited.before, diff(edited.before, edited.after)) == edited.after
