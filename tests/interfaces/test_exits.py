from __future__ import annotations

import os
import shlex
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import lumos_layer
from lumos_layer.errors import (
    BudgetTooSmall,
    DamagedDump,
    LimitExceeded,
    LumosError,
    MissingExtra,
    NoMatch,
    NoSuchRef,
    UnknownFormat,
)
from lumos_layer.interfaces.cli import COMMANDS, GROUPS, app
from lumos_layer.interfaces.cli.exits import exit_code
from lumos_layer.perception.files import write_whole
from tests.interfaces.dumps import ORDERS
from tests.interfaces.terminal import LUMOS, environment, piped


def lumos(*arguments: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(app, arguments, input=stdin, catch_exceptions=False)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UnknownFormat("plain text", ["uia"]), 3),
        (DamagedDump("it breaks off", "Record it again."), 3),
        (LimitExceeded("size", 2, 1, "bytes"), 3),
        (NoSuchRef("A9"), 1),
        (NoMatch("Save"), 1),
        (BudgetTooSmall(1, 9), 1),
        (MissingExtra("Counting tokens", "tokens"), 2),
    ],
)
def test_each_error_has_its_exit_code(error: LumosError, code: int) -> None:
    assert exit_code(error) == code


def test_an_unknown_ref_is_a_negative_answer() -> None:
    result = lumos("blueprint", "-", "--ref", "A99", stdin=ORDERS.encode())
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("error: No element has the ref 'A99' in this observation.")


def test_a_search_without_a_match_is_a_negative_answer() -> None:
    result = lumos("blueprint", "-", "--find", "helicopter", stdin=ORDERS.encode())
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("error: Nothing shown here matches 'helicopter'.")


def test_a_budget_that_shows_nothing_is_a_negative_answer_with_the_minimum() -> None:
    result = lumos("blueprint", "-", "--budget", "1", stdin=ORDERS.encode())
    assert (result.exit_code, result.stdout) == (1, "")
    assert "the least that does is" in result.stderr


@pytest.mark.parametrize("command", ["blueprint", "refs"])
def test_a_missing_file_is_bad_input(command: str, tmp_path: Path) -> None:
    result = lumos(command, str(tmp_path / "none.xml"))
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == (
        f"error: Cannot read {tmp_path / 'none.xml'}: No such file or directory. "
        "Name a file that can be read, or - for standard input.\n"
    )


def test_a_folder_is_bad_input(tmp_path: Path) -> None:
    result = lumos("blueprint", str(tmp_path))
    assert (result.exit_code, result.stdout) == (3, "")
    assert "Is a directory" in result.stderr


@pytest.mark.parametrize(
    "rubbish",
    [
        b"",
        b" \n",
        b"\0" * 64,
        bytes(range(256)),
        b"\x89PNG\r\n\x1a\n\0\0",
        b"<",
        b"{",
        b"[1, 2",
        b"hello",
        b"<html></html>",
    ],
)
def test_what_is_no_dump_is_bad_input_without_a_traceback(rubbish: bytes) -> None:
    result = lumos("blueprint", "-", stdin=rubbish)
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1


def test_an_error_prints_no_control_characters() -> None:
    result = lumos("blueprint", "-", stdin=b"\x1b]0;owned\x07 \x1b[31mred")
    assert result.exit_code == 3
    assert "\x1b" not in result.stderr
    assert "\x07" not in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["blueprint"],
        ["blueprint", "-", "--view", "sideways"],
        ["blueprint", "-", "--budget", "0"],
        ["blueprint", "-", "--budget", "many"],
        ["blueprint", "-", "--format", "morse"],
        ["refs", "-", "--boxes", "none"],
        ["telegraph"],
    ],
)
def test_wrong_usage_exits_with_2_and_says_so_on_standard_error(arguments: list[str]) -> None:
    result = lumos(*arguments, stdin=ORDERS.encode())
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Usage: " in result.stderr


def test_an_unknown_dialect_is_answered_with_the_known_ones() -> None:
    result = lumos("refs", "-", "--format", "morse", stdin=ORDERS.encode())
    for name in ("uia", "atspi", "cdp", "browser", "android"):
        assert name in result.stderr


@pytest.mark.parametrize("command", [*COMMANDS, *GROUPS])
def test_every_command_has_help_with_examples(command: str) -> None:
    result = lumos(command, "--help")
    assert result.exit_code == 0
    assert "Examples" in result.stdout
    assert f"lumos {command}" in result.stdout


def test_the_version_is_that_of_the_package() -> None:
    assert lumos("--version").stdout == f"lumos-layer {version('lumos-layer')}\n"


def test_a_reader_that_leaves_early_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*LUMOS, "refs", "-"],
        input=ORDERS.encode(),
        stdout=writing,
        stderr=subprocess.PIPE,
        env=environment(),
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_python_dash_m_is_the_same_command() -> None:
    assert piped("refs", "-", stdin=ORDERS.encode()).stdout == lumos("refs", "-", stdin=ORDERS.encode()).stdout_bytes


def test_a_full_disk_is_told_and_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.html"
    page.write_text("old")
    monkeypatch.setattr("pathlib.Path.replace", _no_room)
    with pytest.raises(OSError, match="no room"):
        write_whole(page, b"new")
    assert page.read_text() == "old"
    assert list(tmp_path.iterdir()) == [page]


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("old and longer")
    write_whole(page, b"new")
    assert page.read_bytes() == b"new"


def test_a_file_that_is_written_again_keeps_its_permissions_and_a_link_to_it(tmp_path: Path) -> None:
    page, link = tmp_path / "page.html", tmp_path / "link.html"
    page.write_text("old")
    page.chmod(0o600)
    link.symlink_to(page)
    write_whole(link, b"new")
    assert (page.read_bytes(), page.stat().st_mode & 0o777, link.is_symlink()) == (b"new", 0o600, True)


def test_a_file_that_may_not_be_written_is_left_as_it_is(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("old")
    page.chmod(0o400)
    with pytest.raises(PermissionError):
        write_whole(page, b"new")
    assert (page.read_text(), list(tmp_path.iterdir())) == ("old", [page])


def test_a_name_may_be_as_long_as_the_disk_allows(tmp_path: Path) -> None:
    write_whole(tmp_path / ("n" * 250), b"new")
    assert (tmp_path / ("n" * 250)).read_bytes() == b"new"


def _no_room(*_: object) -> None:
    raise OSError("no room")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_output_that_cannot_be_written_is_no_traceback() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "lumos_layer", "blueprint", "blueprints/login/dump.json"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 3
    assert done.stderr.decode() == "error: No space left on device. Nothing more was written.\n"


@pytest.mark.skipif(os.name == "nt", reason="there is no such shell on Windows")
@pytest.mark.parametrize(
    ("streams", "code", "said"),
    [
        (">&-", 0, ""),
        ("<&-", 0, ""),
        (">&- <&- 2>&-", 0, ""),
        ("- <&-", 3, "error: The dump cannot be read: it is empty. Record the dump again.\n"),
    ],
)
def test_a_stream_that_is_closed_from_the_start_is_no_traceback(streams: str, code: int, said: str) -> None:
    dump = "" if streams.startswith("-") else "blueprints/login/dump.json"
    command = f"{shlex.quote(sys.executable)} -m lumos_layer blueprint {dump} {streams}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
    assert (done.returncode, done.stderr.decode()) == (code, said)


def test_a_value_that_an_option_cannot_have_is_wrong_usage() -> None:
    assert piped("point", "-", "nan", "1", stdin=ORDERS.encode()).code == 2
    assert piped("blueprint", "-", "--find", " ", stdin=ORDERS.encode()).code == 2


def test_user_and_password_of_an_address_are_not_shown() -> None:
    dump = b'<RootWebArea name="p" url="https://ann:secret@shop.example/a?b=c@d"><button name="b"/></RootWebArea>'
    assert lumos_layer.read(dump).blueprint().url == "https://shop.example/a?b=c@d"
