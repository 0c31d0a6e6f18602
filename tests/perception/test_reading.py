"""The one door: files and bytes in, an observation or an error that says what to do."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lumos_layer
from lumos_layer.errors import DamagedDump, InputError, LimitExceeded, UnknownFormat
from lumos_layer.perception.limits import DEFAULT, Limits

UIA = """<?xml version="1.0" encoding="utf-16"?>
<Window Name="Main" AutomationId="main" IsModal="False" x="0" y="0" width="400" height="300">
  <Edit Name="User" AutomationId="user" IsPassword="False" Value="Ann" x="10" y="10" width="80" height="20"/>
  <CheckBox Name="Keep &amp; remember" ToggleState="On" IsEnabled="True" x="10" y="40" width="80" height="20"/>
</Window>"""
ANDROID = """<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
<hierarchy rotation="0"><node index="0" text="" class="android.widget.FrameLayout" bounds="[0,0][400,300]">
  <node text="저장" class="android.widget.Button" clickable="true" enabled="true" bounds="[10,10][90,30]"/>
  <node text="hunter2" class="android.widget.EditText" password="true" bounds="[10,40][90,60]"/></node></hierarchy>"""
ATSPI = """<desktop-frame xmlns:st="https://accessibility.ubuntu.example.org/ns/state"
  xmlns:cp="https://accessibility.ubuntu.example.org/ns/component" name="main"><application name="app">
  <frame name="Main" st:showing="true" st:visible="true" cp:screencoord="(0, 0)" cp:size="(400, 300)">
    <push-button name="OK" st:showing="true" st:enabled="true" cp:screencoord="(10, 10)" cp:size="(80, 20)"/>
    <text name="" st:showing="true" st:editable="true">milk &lt; eggs</text></frame></application></desktop-frame>"""
DUMPS = {"uia": UIA, "android": ANDROID, "atspi": ATSPI}


# Files and bytes


@pytest.mark.parametrize("format", DUMPS)
def test_a_file_and_its_bytes_give_the_same_observation(format: str, tmp_path: Path) -> None:
    path = tmp_path / "dump.xml"
    path.write_text(DUMPS[format], encoding="utf-8")
    by_bytes = lumos_layer.read(path.read_bytes())
    for dump in (path, str(path)):
        observation = lumos_layer.read(dump, surface="phone")
        assert (observation.format, observation.surface, observation.raw_bytes) == (format, "phone", len(path.read_bytes()))
        assert observation.tree == by_bytes.tree
    assert by_bytes.surface == "main"


def test_a_file_that_is_not_there_is_an_error_of_the_operating_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        lumos_layer.read(tmp_path / "none.xml")
    with pytest.raises(OSError, match="directory"):
        lumos_layer.read(tmp_path)


def test_a_pipe_is_read_as_far_as_the_limit_allows(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for limits, expected in ((DEFAULT, 3), (Limits(size=100), None)):
        writer = threading.Thread(target=pipe.write_text, args=(UIA,))
        writer.start()
        try:
            if expected:
                assert len(lumos_layer.read(pipe, limits=limits).tree) == expected
            else:
                with pytest.raises(LimitExceeded):
                    lumos_layer.read(pipe, limits=limits)
        finally:
            writer.join()


def test_a_file_is_refused_for_its_size_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "dump.xml"
    path.write_text(UIA)
    monkeypatch.setattr(Path, "read_bytes", lambda self: pytest.fail("it was read"))
    with pytest.raises(LimitExceeded) as caught:
        lumos_layer.read(path, limits=Limits(size=10))
    assert (caught.value.what, caught.value.found, caught.value.limit, caught.value.unit) == ("size", len(UIA), 10, "bytes")


def test_limits_are_generous_unless_they_are_given() -> None:
    assert (DEFAULT.size, DEFAULT.nodes, DEFAULT.depth) == (1 << 30, 5_000_000, 1_000_000)


# Formats


def test_a_dialect_can_be_named_where_its_root_does_not_tell() -> None:
    assert lumos_layer.read(b'<Own Name="x"><Button Name="OK"/></Own>', format="uia").tree[1].name == "OK"


def test_an_unknown_dialect_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(InputError, match=r"There is no dump format 'ios17'. Known: .*uia.*"):
        lumos_layer.read(UIA.encode(), format="ios17")


@pytest.mark.parametrize("data", [b"", b"\0\0", b" \r\n", b"\xef\xbb\xbf", b'<?xml version="1.0"?>\n'])
def test_an_empty_dump_is_said_to_be_empty(data: bytes) -> None:
    with pytest.raises(DamagedDump, match="it is empty"):
        lumos_layer.read(data)


@pytest.mark.parametrize(
    "data", [b"hello", b"PK\x03\x04\x14\x00" + bytes(range(256)), bytes(range(256)) * 40, b"\x89PNG\r\n\x1a\n"]
)
def test_what_is_no_dump_is_refused_with_how_it_begins(data: bytes) -> None:
    with pytest.raises(UnknownFormat) as caught:
        lumos_layer.read(data)
    assert caught.value.found.startswith("it begins with ")
    assert {"uia", "atspi", "android", "cdp", "browser"} <= set(caught.value.known)


# JSON


def axtree(name: str) -> bytes:
    return f'[{{"nodeId":"1","role":{{"value":"button"}},"name":{{"value":"{name}"}},"backendDOMNodeId":1}}]'.encode()


def test_half_a_character_in_json_is_replaced_and_told() -> None:
    observation = lumos_layer.read(axtree(r"a\ud83d b \ud83d\ude00 \\ud83d \ude00c"))
    assert [node.name for node in observation.tree] == ["a\ufffd b 😀 \\ud83d \ufffdc"]
    assert observation.warnings[0] == "Some characters were cut in half; they were replaced by U+FFFD."


def test_whole_characters_in_json_are_left_alone() -> None:
    observation = lumos_layer.read(axtree(r"\ud83d\ude00 \uc800\uc7a5 \\ \""))
    assert [node.name for node in observation.tree] == ['😀 저장 \\ "']
    assert observation.warnings == ()


def test_broken_json_is_refused_with_its_line() -> None:
    with pytest.raises(DamagedDump) as caught:
        lumos_layer.read(b'\n\n[{"nodeId":\n"1",,}]')
    assert caught.value.line == 4


@pytest.mark.parametrize("levels", [2_000, 100_000])
def test_json_of_any_depth_is_refused_or_read(levels: int) -> None:
    with pytest.raises(InputError):
        lumos_layer.read(b"[" * levels + b"]" * levels)


# Warnings and secrets reach the blueprint as they should


def test_warnings_stand_in_the_order_of_reading() -> None:
    data = b"shell\n" + UIA.encode().replace(b"Ann", b"A\xffnn").replace(b"Main", b"Main & more")
    assert lumos_layer.read(data).warnings == (
        "Bytes that are not valid UTF-8 were replaced by U+FFFD, the first at line 4: 1.",
        "Bytes that are no XML stand before the dump and were passed over: 5.",
        "The dump is damaged (line 3: an & that is not escaped, or an unknown entity); elements read: 3.",
    )


def test_a_secret_is_in_no_form_of_the_blueprint() -> None:
    observation = lumos_layer.read(ANDROID.encode())
    blueprint = observation.blueprint(boxes="box")
    for words in (blueprint.compact(), blueprint.object(), *map(observation.text_of, observation.refs)):
        assert "hunter2" not in words
    assert "protected filled" in blueprint.compact() or "protected.filled" in blueprint.compact()


# Whatever comes


def read_or_refused(data: bytes, format: str | None = None) -> None:
    """Reads and prints, or raises an InputError: nothing else may happen."""
    try:
        observation = lumos_layer.read(data, format=format)
    except InputError:
        return
    json.loads(observation.blueprint(boxes="box").compact())
    json.loads(observation.blueprint(boxes="centre", view="interactive").object())
    for ref in observation.refs:
        assert isinstance(observation.text_of(ref), str)
        assert observation.path_of(observation.refs[ref])


@given(st.binary(max_size=200), st.sampled_from((None, *DUMPS)))
def test_any_bytes_are_read_or_refused(data: bytes, format: str | None) -> None:
    read_or_refused(data, format)


@given(
    st.sampled_from(tuple(DUMPS.values())),
    st.lists(
        st.tuples(
            st.integers(0, 2000),
            st.integers(0, 40),
            st.binary(max_size=6)
            | st.sampled_from(
                (b"<", b">", b'"', b"&", b"]]>", b"<!--", b"</x>", b"\0", b"\xed\xa0\x80", b"&#0;", b"&x;", b"9" * 30, b"nan")
            ),
        ),
        max_size=5,
    ),
    st.sampled_from(("utf-8", "utf-16", "utf-32-be", "latin-1")),
)
def test_any_dump_with_bytes_cut_out_and_put_in_is_read_or_refused(
    dump: str, edits: list[tuple[int, int, bytes]], codec: str
) -> None:
    data = dump.encode(codec, "xmlcharrefreplace")
    for at, length, piece in edits:
        at %= len(data) + 1
        data = data[:at] + piece + data[at + length :]
    read_or_refused(data)


@given(st.sampled_from(tuple(DUMPS.values())), st.data())
def test_any_dump_with_other_values_is_read(dump: str, data: st.DataObject) -> None:
    parts = dump.split('"')
    for i in range(3, len(parts), 2):
        if data.draw(st.booleans()):
            parts[i] = data.draw(st.text(st.characters(exclude_categories=["Cs"], exclude_characters='"<&'), max_size=12))
    read_or_refused('"'.join(parts).encode())
