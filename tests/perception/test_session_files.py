from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer import Session
from lumos_layer.errors import DamagedSession, InputError, StaleRef
from lumos_layer.perception.draft import Draft
from tests.screens import button, field, page, window

START = window(button("Save", "1.1"), button("Share", "1.2", 40), field("Password", "1.3", "hunter22", 80, IsPassword="True"))
LATER = window(button("Save", "1.1"), field("Password", "1.3", "hunter22", 80))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "session.json"


def test_a_loaded_session_goes_on_where_the_saved_one_was(file: Path) -> None:
    session = Session()
    session.observe(START)
    session.observe(page(("button", "Buy", 7)), surface="tab")
    session.save(file)
    loaded = Session.load(file)
    assert loaded.surfaces == ("main", "tab")
    for one in (session, loaded):
        look = one.observe(LATER)
        assert (look.id, list(look.refs)) == ("o3", ["A1", "A3", "A4"])
    assert loaded.resolve("W5")[0].surface == "tab"


def test_saving_what_was_loaded_gives_the_same_bytes(file: Path) -> None:
    session = Session()
    session.observe(START)
    session.observe(LATER)
    session.save(file)
    first = file.read_bytes()
    Session.load(file).save(file)
    assert file.read_bytes() == first


@pytest.mark.parametrize("indent", [None, 2])
def test_the_order_of_keys_and_the_layout_do_not_matter(file: Path, indent: int | None) -> None:
    session = Session()
    for count in range(11, 0, -1):
        session.observe(window(*(button(f"No. {i}", f"1.{i}", 30 * i) for i in range(count))))
    session.save(file)
    file.write_text(json.dumps(json.loads(file.read_bytes()), sort_keys=True, indent=indent))
    loaded = Session.load(file)
    assert loaded.dump() == session.dump()


def test_a_loaded_session_says_what_became_of_stale_refs(file: Path) -> None:
    session = Session()
    session.observe(START)
    session.observe(LATER)
    session.save(file)
    with pytest.raises(StaleRef) as before:
        session.resolve("A2")
    with pytest.raises(StaleRef) as after:
        Session.load(file).resolve("A2")
    assert str(before.value) == str(after.value)


def test_a_hand_back_is_remembered(file: Path) -> None:
    session = Session()
    session.observe(START)
    session.forget()
    session.save(file)
    loaded = Session.load(file)
    assert loaded.latest() is None
    assert list(loaded.observe(START).refs) == ["A5", "A6", "A7", "A8"]


def test_no_secret_is_in_the_file_and_the_field_stays_protected_after_loading(file: Path) -> None:
    session = Session()
    session.observe(START)
    session.save(file)
    assert b"hunter22" not in file.read_bytes()
    shown = Session.load(file).observe(LATER).blueprint().compact()
    assert "hunter22" not in shown
    assert "textbox.protected.filled Password" in shown


def test_deltas_reach_from_a_loaded_look_to_the_next(file: Path) -> None:
    session = Session()
    session.observe(START)
    session.save(file)
    loaded = Session.load(file)
    earlier = loaded.latest()
    assert earlier is not None
    assert loaded.observe(LATER).since(earlier).json() == '{"removed":[2]}'


def saved(file: Path) -> dict[str, object]:
    session = Session()
    session.observe(START)
    session.save(file)
    return dict(json.loads(file.read_bytes()))


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b"\xff", b'{"kind":"lumos session"}', b'{"a":' + b"[" * 100_000])
def test_what_is_no_session_is_bad_input(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(DamagedSession, match="holds no session that can go on") as refused:
        Session.load(file)
    assert isinstance(refused.value, InputError)
    assert refused.value.path == str(file)


def test_a_file_of_a_later_version_says_so(file: Path) -> None:
    file.write_text(json.dumps({**saved(file), "version": 4, "new": []}))
    with pytest.raises(DamagedSession, match=r"a later version of lumos_layer wrote it \(format 4, known 3\)"):
        Session.load(file)


@given(st.data())
def test_a_file_that_is_cut_or_changed_is_refused_or_is_a_session(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    file = tmp_path_factory.mktemp("cut") / "session.json"
    saved(file)
    content = bytearray(file.read_bytes())
    if data.draw(st.booleans()):
        del content[data.draw(st.integers(0, len(content) - 1)) :]
    else:
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    file.write_bytes(bytes(content))
    with suppress(DamagedSession):
        Session.load(file).observe(LATER)


@pytest.mark.parametrize(
    ("key", "value"),
    [("next", 1), ("next", 2**70), ("looks", -1), ("version", 0), ("surfaces", [{"surface": "main"}])],
)
def test_a_file_that_contradicts_itself_is_refused(file: Path, key: str, value: object) -> None:
    file.write_text(json.dumps({**saved(file), key: value}))
    with pytest.raises(DamagedSession):
        Session.load(file)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("size", [2**70, 1]),
        ("heights", []),
        ("regions", [[99, [0, 0, 1, 1]]]),
        ("regions", [[0, [0, 0, 2**70, 1]]]),
        ("nodes", [{"role": "window", "bounds": [2**70, 0, 1, 1]}]),
    ],
)
def test_a_tree_that_no_dump_has_is_refused(file: Path, key: str, value: object) -> None:
    session = Session()
    session.observe(window())
    session.save(file)
    document = json.loads(file.read_bytes())
    document["surfaces"][0][key] = value
    file.write_text(json.dumps(document))
    with pytest.raises(DamagedSession):
        Session.load(file)


def test_a_folder_that_is_not_there_leaves_no_file(tmp_path: Path) -> None:
    session = Session()
    session.observe(START)
    with pytest.raises(OSError, match="No such file"):
        session.save(tmp_path / "none" / "session.json")
    assert list(tmp_path.iterdir()) == []


def test_a_look_at_a_screen_on_which_nothing_is_left_is_saved_too() -> None:
    session = Session()
    first = session.observe(window(button("Save", "1.1")))
    session.adopt(Draft(), first.dialect)
    again = Session.restore(session.dump())
    latest = again.latest()
    assert latest is not None
    assert (latest.id, len(latest.tree)) == ("o2", 0)
    with pytest.raises(StaleRef):
        again.resolve("A1")


def test_a_byte_order_mark_in_front_is_no_damage(file: Path) -> None:
    session = Session()
    session.observe(START)
    saved = session.dump()
    file.write_bytes(b"\xef\xbb\xbf" + saved)
    assert Session.load(file).dump() == saved
    assert Session.restore(b"\xef\xbb\xbf" + saved).dump() == saved


@pytest.mark.parametrize("nothing", [None, 5, [], {}])
def test_what_is_no_document_is_refused_as_such(nothing: object) -> None:
    with pytest.raises(DamagedSession, match="it is no document but"):
        Session.restore(nothing)  # type: ignore[arg-type]
