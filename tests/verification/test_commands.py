"""The list of commands that may be run, attacked."""

from __future__ import annotations

import os
import shlex
import stat
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lumos_layer.verification.commands import PROGRAMS, Refused, allowed
from lumos_layer.verification.running import Bounds, run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder to look into, with a secret beside it, links out of it and a pipe in it."""
    inside = tmp_path / "inside"
    (inside / "sub").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("the secret\n")
    (inside / "notes.txt").write_text("Hello\nBo\n")
    (inside / "-delete").write_text("odd\n")
    (inside / "sub" / "more.txt").write_text("more\n")
    (inside / "big.txt").write_bytes(b"x" * 400_000)
    (inside / "out").symlink_to(tmp_path / "secret.txt")
    (inside / "sub" / "up").symlink_to(tmp_path)
    os.mkfifo(inside / "pipe")
    return inside


@pytest.mark.parametrize(
    ("argv", "code", "output"),
    [
        (("cat", "notes.txt"), 0, "Hello\nBo\n"),
        (("cat", "--", "-delete"), 0, "odd\n"),
        (("head", "-n", "1", "notes.txt"), 0, "Hello\n"),
        (("head", "-n1", "notes.txt"), 0, "Hello\n"),
        (("head", "--lines=1", "notes.txt"), 0, "Hello\n"),
        (("tail", "-qn", "1", "notes.txt"), 0, "Bo\n"),
        (("wc", "-l", "notes.txt"), 0, "2 notes.txt\n"),
        (("grep", "-c", "Hello", "notes.txt"), 0, "1\n"),
        (("grep", "-e", "Bo", "notes.txt"), 0, "Bo\n"),
        (("grep", "Cy", "notes.txt"), 1, ""),
        (("grep", "-r", "more", "sub"), 0, "sub/more.txt:more\n"),
        (("test", "-f", "notes.txt"), 0, ""),
        (("test", "-e", "nothing.txt"), 1, ""),
        (("test", "!", "-e", "nothing.txt"), 0, ""),
        (("find", "sub", "-name", "*.txt", "-type", "f"), 0, "sub/more.txt\n"),
        (("ls", "sub"), 0, "more.txt\nup\n"),
        (("stat", "-c", "%s", "notes.txt"), 0, "9\n"),
        (("cat", "nothing.txt"), 1, ""),
        (("cat", "$(touch x)"), 1, ""),
        (("cat", "notes.txt; touch x"), 1, ""),
    ],
)
def test_commands_that_read_say_what_they_say(folder: Path, argv: tuple[str, ...], code: int, output: str) -> None:
    result = run(argv, [folder])
    assert (result.error, result.exit_code, result.output, result.cut) == ("", code, output, False)
    assert not (folder / "x").exists()


ATTACKS = """
sh -c true
bash x
python3 -c 1
perl -e 1
awk 1
env cat notes.txt
xargs cat
tee x
sed -i s/a/b/ notes.txt
git -c 'core.pager=touch x' log
git status
sort -o x notes.txt
sort notes.txt
uniq notes.txt x
dd if=notes.txt of=x
cp notes.txt x
rm notes.txt
touch x
date -s now
less notes.txt
vi x
nice cat
timeout 1 cat
busybox sh
/bin/cat notes.txt
./cat x
../cat
find . -delete
find . -exec touch x ';'
find . -execdir touch x ';'
find . -ok true ';'
find . -fprint x
find . -fprintf x %p
find . -fls x
find -L .
find -H out
find -files0-from notes.txt
find . -newer /etc/passwd
find . -name
find -O3 .
find -D exec .
find /
find ..
find sub/up
grep -f notes.txt notes.txt
grep --file=notes.txt x
grep -R x .
grep -P x notes.txt
grep --dereference-recursive x
grep -D read x pipe
grep -rf notes.txt
grep x pipe
grep --regex x notes.txt
grep --inc=x x
grep x -
tail -f notes.txt
tail -F notes.txt
tail --follow notes.txt
tail -fn1 notes.txt
tail --retry notes.txt
tail -5 notes.txt
tail --lin=1 notes.txt
head -n
wc --files0-from=notes.txt
du --files0-from=notes.txt
du -L sub
sha256sum -c notes.txt
sha256sum --check notes.txt
ls -L .
ls /etc
ls ..
ls --color=always
ls sub/up
cat /etc/passwd
cat ../secret.txt
cat out
cat sub/up/secret.txt
cat pipe
cat -
cat -- -
cat /dev/zero
cat /proc/self/environ
diff -l notes.txt notes.txt
diff -r sub sub
diff sub sub
diff --to-file=x notes.txt
cmp notes.txt pipe
cut -f1 --output-delimiter=x notes.txt
stat --file-system /
test -f /etc/passwd
test -f out
test a -o b
test -t 1
test
test -f notes.txt -a -f x
test notes.txt -nt /etc/passwd
'[' -f notes.txt ']'
pwd -P
"""
ODD = [("",), (), ("cat", "no\0tes"), ("cat", ""), ("cat", "x" * 5_000), ("cat", *["notes.txt"] * 70)]


@pytest.mark.parametrize("argv", [*map(shlex.split, ATTACKS.strip().splitlines()), *ODD])
def test_commands_that_could_do_more_are_refused(folder: Path, argv: Sequence[str]) -> None:
    result = run(argv, [folder])
    assert result.error.startswith("This command may not be run: ")
    names = sorted(path.name for path in folder.iterdir())
    assert (result.output, names) == ("", ["-delete", "big.txt", "notes.txt", "out", "pipe", "sub"])


def test_without_a_folder_nothing_is_run() -> None:
    assert "no folder has been given" in run(("ls",), []).error


def test_more_output_than_is_kept_is_cut_and_said_to_be(folder: Path) -> None:
    result = run(("cat", "big.txt"), [folder], Bounds(output=1_000))
    assert (result.cut, len(result.output), result.error) == (True, 1_000, "")


def test_what_does_not_end_in_time_is_an_error(folder: Path) -> None:
    result = run(("cat", "notes.txt"), [folder], Bounds(seconds=0))
    assert (result.error, result.output) == ("It did not end within 0 s.", "")


def test_nothing_of_our_environment_gets_to_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GREP_OPTIONS", "-f pipe")
    monkeypatch.setenv("POSIXLY_CORRECT", "1")
    monkeypatch.setenv("PATH", str(folder))
    (folder / "cat").write_text("#!/bin/sh\ntouch x\n")
    (folder / "cat").chmod(0o755)
    assert run(("cat", "notes.txt"), [folder]).output == "Hello\nBo\n"


_OPTIONS = [f"-{letter}" for letter in "abcdefghijklmnopqrstuvwxyzABCDEFGHILMNOPRSTUVWXYZ0123456789"]
_ODD_WORDS = """--output=x --files0-from=- -exec -delete -fprint -o x -- - ; + {} ( ) ! notes.txt sub . out pipe /etc/passwd ..
-name * -print 1 -n1 -type f --follow -fn --lines=1 -e -z = -nt --check -cx -dx
sub/up sub/up/secret.txt --regexp=x --include -exec=x"""
_WORDS = st.sampled_from([*_OPTIONS, *_ODD_WORDS.split()])
_PROGRAMS = st.sampled_from([*PROGRAMS, "find", "test", "pwd"])
_STATE = tuple[str, int, bytes]


def _everything(folder: Path) -> list[_STATE]:
    """All that is below the parent of the folder: paths, kinds, times of change and contents."""
    found: list[_STATE] = []
    for path in sorted(folder.parent.rglob("*")):
        said = path.lstat()
        found.append((str(path), said.st_mtime_ns, path.read_bytes() if stat.S_ISREG(said.st_mode) else b""))
    return found


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(program=_PROGRAMS, words=st.lists(_WORDS, max_size=6))
def test_whatever_is_allowed_changes_nothing_and_tells_nothing_from_outside(folder: Path, program: str, words: list[str]) -> None:
    before = _everything(folder)
    result = run([program, *words], [folder], Bounds(seconds=5, output=20_000))
    assert _everything(folder) == before
    assert "the secret" not in result.output
    assert "root:" not in result.output
    assert "did not end" not in result.error


@given(st.lists(st.text(max_size=12), max_size=6))
def test_any_words_are_allowed_or_refused_and_nothing_else(words: list[str]) -> None:
    try:
        allowed(words, [Path("/nowhere")])
    except Refused:
        return
    assert words[0] in {*PROGRAMS, "find", "test", "pwd"}
