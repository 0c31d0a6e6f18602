"""A field holds exactly what it was to hold, or it is said not to."""

from __future__ import annotations

from typing import Any

from lumos_layer.actions.outcomes import Done, Failed, Outcome
from tests.execution.surfaces import Surface, form, ref, words


def filled(surface: Surface, verb: str = "set_text", text: str = "new") -> Outcome:
    executor = surface.executor()
    return executor.run({"type": verb, "ref": ref(executor, "Name"), "text": text}, action_id="a1")


def appending(surface: Surface, action: Any) -> None:
    """An adapter whose set_text adds to what is there, unless the text is empty."""
    asked = action.action
    if asked.verb() == "set_text" and asked.text == "":
        surface.change("Name", value="")
    elif asked.verb() in ("set_text", "type_text"):
        surface.change("Name", value=(surface.value("Name") or "") + words(surface, asked.text))


def test_text_that_was_added_where_it_was_to_replace_is_mended() -> None:
    surface = Surface(*form(), react=appending)
    outcome = filled(surface)
    assert isinstance(outcome, Done)
    assert surface.value("Name") == "new"
    assert outcome.note == "The field holds 'oldnew' and not 'new'. The field was mended to hold exactly this."
    assert outcome.delta == {"since": "o1", "changed": [[1, "old", "new"]]}


def test_a_field_that_cannot_be_set_is_mended_by_keys() -> None:
    def react(surface: Surface, action: Any) -> None:
        asked = action.action
        if asked.verb() == "press_key":
            if asked.key == "Delete":
                surface.change("Name", value="")
        else:
            surface.change("Name", value=(surface.value("Name") or "") + words(surface, asked.text))

    surface = Surface(*form(), react=react)
    assert isinstance(filled(surface), Done)
    assert (surface.value("Name"), surface.verbs[-3:]) == ("new", ["press_key", "press_key", "type_text"])


def test_a_field_that_cannot_be_brought_to_hold_it_has_failed_and_is_quoted() -> None:
    def react(surface: Surface, action: Any) -> None:
        if action.action.verb() != "press_key":
            surface.change("Name", value="OLD VALUE")

    surface = Surface(*form(), react=react)
    outcome = filled(surface)
    assert isinstance(outcome, Failed)
    assert outcome.error == "The field holds 'OLD VALUE' and not 'new'."
    assert outcome.delta == {"changed": [[1, "old", "OLD VALUE"]]}


def test_words_that_were_typed_twice_are_mended_to_stand_once() -> None:
    def react(surface: Surface, action: Any) -> None:
        if action.action.verb() == "type_text":
            surface.change("Name", value="old" + "!?" * 2)
        else:
            surface.change("Name", value=action.action.text)

    surface = Surface(*form(), react=react)
    outcome = filled(surface, "type_text", "!?")
    assert isinstance(outcome, Done)
    assert (surface.value("Name"), surface.verbs) == ("old!?", ["type_text", "set_text"])
    assert outcome.note == "The text stands twice in the field: 'old!?!?'. The field was mended to hold exactly this."


def test_each_step_of_mending_has_an_id_of_its_own() -> None:
    surface = Surface(*form(), react=appending)
    filled(surface)
    assert surface.sent == [
        ("set_text", "a1"),
        ("set_text", "a1.set"),
        ("set_text", "a1.empty"),
        ("type_text", "a1.type"),
    ]


def test_only_what_the_surface_can_do_is_tried() -> None:
    surface = Surface(*form(), react=appending, can=("set_text",))
    assert isinstance(filled(surface), Failed)
    assert set(surface.verbs) == {"set_text"}
