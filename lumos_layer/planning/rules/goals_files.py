"""How English sentences say what to do with files and folders: patterns in the order in which they are tried."""

from __future__ import annotations

import re

from lumos_layer.planning.rules import commands
from lumos_layer.planning.rules.patterns import FILE, Rule, rule
from lumos_layer.planning.rules.phrases import MARK, Held, any_of, wanted
from lumos_layer.planning.rules.steps import Forbid, If, Lacking, Open, SetTo, Step, Write
from lumos_layer.planning.rules.words import Wanted

_PLACE = r"(?:\s+(?:in|inside|from|of|out of)\s+(?:the\s+|my\s+)?(?P<place>[^\s].*?)(?:\s+(?:folder|directory))?)?"
_TRASH = r"(?:the\s+)?(?:trash|bin|recycle bin|trash can|waste ?basket)"
_FOR_EVER = r"(?:for ever|forever|permanently|for good|irrevocably)"
_SORTED = any_of("Sort by", "Sort", "정렬 기준", "정렬")


def _place(s: Held, words: str | None) -> tuple[Step, ...]:
    return (commands.go_to(wanted(s, words)),) if words else ()


def _file_in(s: Held, m: re.Match[str], make: str) -> tuple[Step, ...]:
    """What is to be done with a file of the place that is named."""
    made = commands.delete(wanted(s, m["file"])) if make == "delete" else commands.rename(s.value(m["file"]), s.value(m["new"]))
    return (*_place(s, m["place"]), *made)


def _copied(s: Held, m: re.Match[str], verb: str = "") -> tuple[Step, ...]:
    folder, moves = m["folder"] or m["folder2"], (verb or m["verb"]).lower() != "copy"
    return (*_place(s, m["place"]), *commands.copy_to(wanted(s, m["file"]), wanted(s, folder), moves))


def _new_folder(s: Held, m: re.Match[str]) -> tuple[Step, ...]:
    return (*_place(s, m["place"]), *commands.new_folder(s.value(m["name"])))


_SEVERAL = re.compile(
    rf"^(?P<verb>copy|move)\s+(?:the\s+)?(?:files\s+)?(?P<files>(?:{FILE}|{MARK})(?:(?:,\s*(?:and\s+)?|\s+and\s+)(?:{FILE}|{MARK}))+)"
    rf"{_PLACE}\s+(?:to|into)\s+(?:the\s+|my\s+)?(?:folder\s+)?(?P<folder>.+?)(?:\s+folder)?$",
    re.IGNORECASE,
)
WHOLE = (_SEVERAL,)  # sentences that are one thing to do, although parts of them could stand alone


def _delete_for_ever(s: Held, m: re.Match[str]) -> tuple[Step, ...]:
    return (*_place(s, m["place"]), *commands.delete_for_ever(wanted(s, m["file"])))


def _copied_each(s: Held, m: re.Match[str]) -> tuple[Step, ...]:
    """One file after the other, each from where they all are."""
    made: list[Step] = []
    for file in re.findall(rf"{FILE}|{MARK}", m["files"]):
        made += (*_place(s, m["place"]), *commands.copy_to(wanted(s, file), wanted(s, m["folder"]), m["verb"].lower() != "copy"))
    return tuple(made) if m["place"] else ()


def _sorted(s: Held, m: re.Match[str]) -> tuple[Step, ...]:
    """`the files in Papers by size` are sorted in Papers; to show `the pictures sorted by size` is to open what is called so."""
    order = SetTo(_SORTED, s.value(m["by"]))
    what = re.sub(r"^(?:the|my|all|these|those)\s+", "", m["what"] or "", flags=re.IGNORECASE)
    if found := re.search(r"(?:^|\s)(?:in|of|from|inside)\s+(?:the\s+|my\s+)?(.+?)(?:\s+folder)?$", what):
        return (*_place(s, found[1]), order)
    if m.re.groupindex.get("shown") is None or not what:
        return (order,)
    place = commands.go_to(wanted(s, what))
    return (If(place.what, place), order)


def _lacking(s: Held, m: re.Match[str], verb: str, question: str) -> tuple[Step, ...]:
    what = s.words(m["file"]) if "file" in m.groupdict() else "folder"
    return (Lacking(Wanted((what,)), question.format(what), verb.format(what)),)


RULES: tuple[Rule, ...] = (
    # For ever, and what is there already
    rule(
        rf"^{_FOR_EVER}\s+(?:delete|remove|erase)\s+(?:the\s+)?(?P<file>{FILE}|{MARK}){_PLACE}$"
        rf"|^{_FOR_EVER}\s+(?:delete|remove|erase)\s+(?P<thing>.+)$",
        lambda s, m: _delete_for_ever(s, m) if m["file"] else commands.delete_for_ever(wanted(s, m["thing"])),
    ),
    rule(
        rf"^(?:delete|remove|erase)\s+(?:the\s+)?(?P<file>{FILE}|{MARK}){_PLACE}\s+{_FOR_EVER}$",
        _delete_for_ever,
    ),
    rule(rf"^(?:delete|remove|erase)\s+(.+?)\s+{_FOR_EVER}$", lambda s, m: commands.delete_for_ever(wanted(s, m[1]))),
    rule(
        r"^(?:replace|overwrite)\s+(?:it|this|the|any|an)?\s*(?:old|existing|former|present)?\s*"
        r"(?:file|document|one|version|copy|plan|entry)?(?:\s+(?:that|which)\s+(?:is|exists)(?:\s+already)?(?:\s+there)?(?:\s+already)?"
        r"|\s+there)?(?:\s+if\s+(?:it is asked|asked|need be|necessary))?$",
        lambda s, m: (commands.overwritten(),),
    ),
    rule(
        r"^(?:do not|don't|never)\s+(?:replace|overwrite)\b.*$",
        lambda s, m: (Forbid(Wanted(("Replace",))), Forbid(Wanted(("Overwrite",)))),
    ),
    rule(
        rf"^(?:overwrite|replace)\s+(?:the\s+)?(?:file\s+)?({FILE}|{MARK})\s+(?:with|by)\s+(?:the text\s+)?({MARK})$",
        lambda s, m: (
            (Write(s.value(m[2])), *commands.save_as(s.value(m[1])), commands.overwritten(s.value(m[1])))
            if re.fullmatch(FILE, s.words(m[1]))
            else ()
        ),
    ),
    rule(
        r"^save\s+(?:the\s+|my\s+|this\s+)?(.+?)\s+over\s+(?:the\s+)?(?:old|existing|former|present|last)(?:\s+(?:one|file|version))?$",
        lambda s, m: (*commands.hand_in("save", (), (s.words(m[1]),)), commands.overwritten()),
    ),
    # One more line
    rule(
        rf"^(?:add|append)\s+(?:the\s+|a\s+)?(?:new\s+)?(?:line|text|sentence|words?)?\s*({MARK})\s+(?:to|at the end of)\s+"
        rf"(?:the\s+)?(?:end\s+of\s+)?(?:the\s+)?(?:file\s+)?({FILE})$",
        lambda s, m: commands.append_line(s.value(m[1]), s.words(m[2])),
    ),
    rule(
        rf"^(?:add|append)\s+(?:the\s+|a\s+)?(?:new\s+)?(?:line|text|sentence|words?)\s+({MARK})"
        rf"(?:\s+(?:at|to)\s+(?:the\s+)?(?:end|bottom)(?:\s+of\s+(?:it|the (?:file|text|document)))?"
        r"|\s+to\s+(?:it|the (?:file|text|document)))?$",
        lambda s, m: commands.append_line(s.value(m[1])),
    ),
    # Names
    rule(
        rf"^give\s+(?:the\s+)?(?:file\s+|folder\s+)?(?P<file>{FILE}|{MARK}){_PLACE}\s+(?:the|a)\s+(?:new\s+)?name\s+(?P<new>.+)$",
        lambda s, m: _file_in(s, m, "rename"),
    ),
    rule(
        rf"^rename\s+(?:the\s+)?(?:file\s+|folder\s+)?(?P<file>{FILE}|{MARK})$",
        lambda s, m: _lacking(s, m, 'Rename "{}" to "{{}}"', "What is {!r} to be called?"),
    ),
    rule(
        r"^(?:create|make|add)\s+an?\s+(?:new\s+|empty\s+)?(?:folder|directory)$",
        lambda s, m: _lacking(s, m, 'Create a folder called "{{}}"', "What is the new {} to be called?"),
    ),
    # Several, and from place to place
    (_SEVERAL, _copied_each),
    rule(
        rf"^put\s+(?:the\s+)?(?:file\s+)?(?P<file>{FILE}){_PLACE}\s+(?:in|into)\s+"
        rf"(?!{_TRASH}\b)(?:the\s+|my\s+)?(?:folder\s+(?P<folder>.+)|(?P<folder2>.+?)\s+folder)$",
        lambda s, m: _copied(s, m, "move"),
    ),
    rule(
        r"^(?P<shown>show|list|see|view|display)\s+(?:me\s+)?(?P<what>.+?)\s+(?:sorted|ordered|arranged)\s+by\s+(?:the\s+|their\s+|its\s+)?(?P<by>.+)$",
        _sorted,
    ),
    rule(r"^(?:sort|order|arrange)\s+(?:(?P<what>.+?)\s+)?by\s+(?:the\s+|their\s+|its\s+)?(?P<by>.+)$", _sorted),
    rule(
        r"^rename\s+(?:this|the|my)\s+(?:computer|device|pc|machine|laptop)\s+(?:to|as|into)\s+(.+)$",
        lambda s, m: commands.name_device(s.value(m[1])),
    ),
    rule(
        rf"^rename\s+(?:the\s+)?(?:file\s+|folder\s+)?(?P<file>{FILE}|{MARK}){_PLACE}\s+(?:to|as|into)\s+(?P<new>.+)$",
        lambda s, m: _file_in(s, m, "rename"),
    ),
    rule(
        r"^rename\s+(?:the\s+)?(?:file|folder)?\s*(.+?)\s+(?:to|as|into)\s+(.+)$",
        lambda s, m: commands.rename(s.value(m[1]), s.value(m[2])),
    ),
    rule(
        r"^(?:create|make|add)\s+(?:a\s+)?(?:new\s+)?(?:folder|directory)\s+(?:(?:called|named|with the name)\s+)?"
        rf"(?P<name>{MARK}|.+?){_PLACE}$",
        _new_folder,
    ),
    rule(
        rf"^(?P<verb>copy|move)\s+(?:the\s+)?(?:file\s+)?(?P<file>{FILE}|{MARK}){_PLACE}\s+(?:to|into)\s+"
        rf"(?!{_TRASH}\b)(?:the\s+|my\s+)?(?:folder\s+(?P<folder>.+)|(?P<folder2>.+?)(?:\s+folder)?)$",
        _copied,
    ),
    rule(
        r"^(copy|move)\s+(?:the\s+)?(?:file\s+)?(.+?)\s+(?:to|into)\s+(?:the\s+)?(?:folder\s+(.+)|(.+?)\s+folder)$",
        lambda s, m: commands.copy_to(wanted(s, m[2]), wanted(s, m[3] or m[4]), m[1].lower() == "move"),
    ),
    rule(
        rf"^(?:delete|remove|erase)\s+(?:the\s+)?(?:file\s+)?(?P<file>{FILE}|{MARK}){_PLACE}$",
        lambda s, m: _file_in(s, m, "delete"),
    ),
    rule(
        rf"^(?:move|put|throw)\s+(?:the\s+file\s+)?(?P<file>{FILE}){_PLACE}\s+(?:to|into|in)\s+{_TRASH}$",
        lambda s, m: _file_in(s, m, "delete"),
    ),
    rule(rf"^(?:move|put|throw)\s+(.+?)\s+(?:to|into|in)\s+{_TRASH}$", lambda s, m: commands.delete(wanted(s, m[1]))),
    rule(
        rf"^open\s+(?:the\s+)?(?:file\s+)?(?P<file>{FILE}|{MARK})\s+(?:in|inside|from)\s+(?:the\s+|my\s+)?(?P<place>.+?)(?:\s+folder)?"
        r"(?:\s+(?:so that|to)\s+(?:I|you|we)?.*)?$",
        lambda s, m: (*_place(s, m["place"]), Open(wanted(s, m["file"]))),
    ),
    rule(
        r"^(?:go\s+to|open|show)\s+(?:the\s+)?(?:folder\s+(\S+)|(\S+)\s+folder)\s+(?:in|inside)\s+(?:the\s+)?(.+?)(?:\s+folder)?$",
        lambda s, m: (*_place(s, m[3]), Open(wanted(s, m[1] or m[2]))),
    ),
    rule(
        r"^(?:save|store|keep)(?:\s+(?:it|this|the (?:file|text|document|note)))?\s+"
        r"(?:as|under(?:\s+the\s+name)?(?:\s+of)?)\s+(.+)$",
        lambda s, m: commands.save_as(s.value(m[1])),
    ),
    rule(r"^save(?:\s+(?:it|this|the (?:file|text|document|changes)))?$", lambda s, m: commands.save()),
    rule(
        r"^replace\s+(?:all\s+|every\s+)?(.+?)\s+(?:with|by)\s+(.+?)(?:\s+everywhere)?$",
        lambda s, m: commands.replace_all(s.value(m[1]), s.value(m[2])),
    ),
)
