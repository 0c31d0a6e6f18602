"""Which commands may be run to look at something: a few programs that only read, with options that only read (S31).

What is not listed here is refused. There is no shell and no interpreter, and nothing here writes, runs another program, follows a
file that grows, or takes names of files out of a file. Paths have to lie under the folders that are given.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct

_ARGUMENTS, _LONGEST = 64, 4_096


class Refused(Exception):
    """The command may not be run; the words say why."""


class Program(Struct, frozen=True, kw_only=True):
    """What a program may be asked: letters of short options, those that take a value, the same for long ones by their whole name.

    `words`: how many operands come first that are no paths. `without`: options by which there is no such operand. `no_folders`: it
    would open what is in a folder, wherever links in it lead.
    """

    flags: str = ""
    valued: str = ""
    longs: frozenset[str] = frozenset()
    long_valued: frozenset[str] = frozenset()
    words: int = 0
    without: frozenset[str] = frozenset()
    no_folders: bool = False


def _names(words: str) -> frozenset[str]:
    return frozenset(words.split())


_SUMS = Program(flags="bt", longs=_names("--binary --text --tag"))
# GNU coreutils 9, findutils 4, grep 3, diffutils 3. Left out on purpose: tail -f and -F, which never end; grep -f, wc and du
# --files0-from and sha256sum -c, which take names or patterns out of files; diff -l, which runs pr, and -r, which follows links;
# grep -R, ls -L, du -L and find -L, which follow links; sort and tac, which write temporary files; uniq, which writes to its
# second name.
PROGRAMS: Mapping[str, Program] = MappingProxyType(
    {
        "cat": Program(
            flags="AbeEnstTv", longs=_names("--number --number-nonblank --show-all --show-ends --show-tabs --squeeze-blank")
        ),
        "cmp": Program(flags="sbl", longs=_names("--silent --quiet --verbose")),
        "comm": Program(flags="123"),
        "cut": Program(flags="sz", valued="dfcb", long_valued=_names("--delimiter --fields --characters --bytes")),
        "diff": Program(
            flags="qsuwiBbE", valued="U", longs=_names("--brief --unified --ignore-case --ignore-all-space"), no_folders=True
        ),
        "du": Program(
            flags="abchkmsx", valued="d", longs=_names("--bytes --summarize --human-readable"), long_valued=_names("--max-depth")
        ),
        "grep": Program(
            flags="ciEFGhHlLnoqsvwxra",
            valued="emABC",
            longs=_names(
                "--count --ignore-case --extended-regexp --fixed-strings --files-with-matches --files-without-match --line-number "
                "--only-matching --quiet --silent --invert-match --word-regexp --line-regexp --recursive --no-messages --text"
            ),
            long_valued=_names("--regexp --max-count --include --exclude --exclude-dir"),
            words=1,
            without=_names("-e --regexp"),
        ),
        "head": Program(flags="qvz", valued="cn", longs=_names("--quiet --verbose"), long_valued=_names("--lines --bytes")),
        "ls": Program(
            flags="1aAlhRrtSsFdipnQgGoBXvUcu", longs=_names("--all --almost-all --directory --recursive --size --reverse")
        ),
        "md5sum": _SUMS,
        "sha1sum": _SUMS,
        "sha256sum": _SUMS,
        "sha512sum": _SUMS,
        "stat": Program(flags="Lt", valued="c", longs=_names("--terse --dereference"), long_valued=_names("--format --printf")),
        "tail": Program(flags="qvz", valued="cn", longs=_names("--quiet --verbose"), long_valued=_names("--lines --bytes")),
        "wc": Program(flags="clmwL", longs=_names("--bytes --chars --lines --words --max-line-length")),
    }
)

# By test or action of find, how many words it takes. -exec, -ok, -delete, -fprint, -fls, -files0-from, -newer are not among them.
_FIND: Mapping[str, int] = MappingProxyType(
    {
        "-name": 1, "-iname": 1, "-path": 1, "-ipath": 1, "-type": 1, "-size": 1, "-mtime": 1, "-mmin": 1, "-maxdepth": 1,
        "-mindepth": 1, "-perm": 1, "-newermt": 1, "-empty": 0, "-print": 0, "-print0": 0, "-ls": 0, "-prune": 0, "-quit": 0,
        "-readable": 0, "-writable": 0, "-executable": 0, "-xdev": 0, "-true": 0, "-false": 0, "-not": 0, "!": 0, "-a": 0,
        "-and": 0, "-o": 0, "-or": 0, "(": 0, ")": 0,
    }
)  # fmt: skip
_ABOUT_FILES = frozenset(("-e", "-f", "-d", "-s", "-r", "-w", "-x", "-L", "-h"))
_ABOUT_TEXTS = frozenset(("-z", "-n"))
_COMPARED = frozenset(("=", "!=", "-eq", "-ne", "-lt", "-le", "-gt", "-ge"))
_FILES_COMPARED = frozenset(("-nt", "-ot", "-ef"))


def allowed(argv: Sequence[str], roots: Sequence[Path]) -> None:
    """Nothing, if the command may be run with the first of the folders as its own. Raises Refused."""
    if not argv or len(argv) > _ARGUMENTS or any(len(word) > _LONGEST or "\0" in word for word in argv):
        raise Refused("a command has 1 to 64 words of at most 4,096 characters")
    program, *words = argv
    if program not in _CHECKS:
        raise Refused(f"{program!r} is not among the programs that may be run: {', '.join(sorted(_CHECKS))}")
    if not roots:
        raise Refused("no folder has been given in which commands may look")
    no_folders = program in PROGRAMS and PROGRAMS[program].no_folders
    for path in _CHECKS[program](words):
        if check_path(path, roots).is_dir() and no_folders:
            raise Refused(f"{program} may not look into folders")


def check_path(path: str, roots: Sequence[Path]) -> Path:
    """Where a path leads, links followed, from the first of the folders. Raises Refused if that is outside of all of them, or is
    neither a file nor a folder: pipes and devices change by being read."""
    if not path or "\0" in path:
        raise Refused(f"{path!r} is no path")
    try:
        real = Path(os.path.realpath(roots[0] / path))
        kind = real.lstat().st_mode if real.exists() else None
    except (OSError, ValueError) as problem:
        raise Refused(f"{path!r} cannot be followed: {type(problem).__name__}") from None
    if not any(real.is_relative_to(os.path.realpath(root)) for root in roots):
        raise Refused(f"{path!r} lies outside of the folders that may be looked at")
    if kind is not None and not (stat.S_ISREG(kind) or stat.S_ISDIR(kind)):
        raise Refused(f"{path!r} is neither a file nor a folder")
    return real


def _by_options(program: Program) -> Callable[[Sequence[str]], Iterator[str]]:
    """Checks options, and gives the operands that are paths."""

    def paths(words: Sequence[str]) -> Iterator[str]:
        operands, seen = _parsed(program, words)
        yield from operands[0 if seen & program.without else program.words :]

    return paths


def _parsed(program: Program, words: Sequence[str]) -> tuple[list[str], set[str]]:
    """The operands, and the options that take a value. Raises Refused."""
    operands: list[str] = []
    seen: set[str] = set()
    left = iter(words)
    for word in left:
        if word == "--":
            operands += left
        elif word.startswith("--"):
            seen.add(_long(program, word, left))
        elif word.startswith("-") and word != "-":
            seen |= _short(program, word, left)
        elif word == "-":
            raise Refused("there is nothing to be read but files")
        else:
            operands.append(word)
    if "-" in operands:
        raise Refused("there is nothing to be read but files")
    return operands, seen


def _long(program: Program, word: str, left: Iterator[str]) -> str:
    """A long option by its whole name: programs take the beginning of one for it, which is not allowed here."""
    name, given, _ = word.partition("=")
    if name in program.long_valued:
        if not given and next(left, None) is None:
            raise Refused(f"{name} wants a value")
        return name
    if name in program.longs and not given:
        return name
    raise Refused(f"the option {word!r} is not among those that may be used")


def _short(program: Program, word: str, left: Iterator[str]) -> set[str]:
    seen: set[str] = set()
    for place, letter in enumerate(word[1:], 1):
        if letter in program.valued:
            if place == len(word) - 1 and next(left, None) is None:
                raise Refused(f"-{letter} wants a value")
            return seen | {f"-{letter}"}  # what stands behind it is its value
        if letter not in program.flags:
            raise Refused(f"the option -{letter} of {word!r} is not among those that may be used")
    return seen


def _find_paths(words: Sequence[str]) -> Iterator[str]:
    place = 0
    while place < len(words) and not words[place].startswith("-") and words[place] not in ("(", ")", "!"):
        yield words[place]
        place += 1
    while place < len(words):
        word = words[place]
        if word not in _FIND:
            raise Refused(f"{word!r} is not among what find may be asked")
        if place + _FIND[word] >= len(words):
            raise Refused(f"{word} wants a value")
        place += 1 + _FIND[word]


def _test_paths(words: Sequence[str]) -> Iterator[str]:
    """One question, with or without a `!` before it."""
    asked = list(words[1:] if words[:1] == ["!"] else words)
    if len(asked) == 2 and asked[0] in _ABOUT_FILES:
        yield asked[1]
    elif len(asked) == 3 and asked[1] in _FILES_COMPARED:
        yield from (asked[0], asked[2])
    elif not (len(asked) == 2 and asked[0] in _ABOUT_TEXTS) and not (len(asked) == 3 and asked[1] in _COMPARED):
        raise Refused("test may be asked one question: about a file, two files, or two texts")


def _nothing(words: Sequence[str]) -> Iterable[str]:
    if words:
        raise Refused("pwd takes no words")
    return ()


_CHECKS: Mapping[str, Callable[[Sequence[str]], Iterable[str]]] = MappingProxyType(
    {
        **{name: _by_options(program) for name, program in PROGRAMS.items()},
        "find": _find_paths,
        "pwd": _nothing,
        "test": _test_paths,
    }
)
