"""How English sentences say single steps: patterns in the order in which they are tried, each with the steps that it means."""

from __future__ import annotations

import re

from lumos_layer.planning.rules import commands
from lumos_layer.planning.rules.bilingual import other_names
from lumos_layer.planning.rules.patterns import FILE, Rule, rule
from lumos_layer.planning.rules.phrases import Held, any_of, called_simply, wanted
from lumos_layer.planning.rules.steps import (
    Check,
    Choose,
    Close,
    Copy,
    Drag,
    GoTo,
    Key,
    Open,
    Press,
    ScrollTo,
    SetTo,
    Step,
    SwitchTo,
    Verify,
    WaitFor,
    Write,
)

_NOT_SHOWN = r"(?!(?:shown|visible|displayed|on the screen)$)"  # `that it is shown` asks for no word `shown`
_MAYBE = re.compile(r"delete|home|end|(?:page )?(?:up|down)|left|right", re.IGNORECASE)  # names of buttons as well
_SAID_KEY = re.compile(r"\bkeys?\b|\+", re.IGNORECASE)
_EDGES = {"top": "top", "start": "top", "beginning": "top", "bottom": "bottom", "end": "bottom"}


_SHOWN_VALUE = re.compile(r"^the\s+(.+?)\s+(?:of|from|on|in)\s+the\s+(.+)$|^the\s+(.+?)['’]s\s+(.+)$", re.IGNORECASE)


def _write(s: Held, m: re.Match[str]) -> tuple[Step, ...]:
    """`the total of the invoice`, unless it is quoted, is a value that the screen shows, and not a text."""
    if found := _SHOWN_VALUE.match(m[1]):
        return (Copy(wanted(s, f"{found[1] or found[4]} of {found[2] or found[3]}"), wanted(s, m[2])),)
    return (Write(s.value(m[1]), wanted(s, m[2])),)


def _filled(s: Held, m: re.Match[str]) -> tuple[Step, ...]:
    """As for what is written: it may be the value of something else that the screen shows."""
    if found := _SHOWN_VALUE.match(m[2]):
        return (Copy(wanted(s, f"{found[1] or found[4]} of {found[2] or found[3]}"), wanted(s, m[1])),)
    return (SetTo(wanted(s, m[1]), s.value(m[2])),)


def _search(s: Held, m: re.Match[str]) -> tuple[Step, ...]:
    return commands.search(s.words(m[1]), wanted(s, m[2]) if m[2] else None)


def _opened(s: Held, m: re.Match[str]) -> tuple[Step, ...]:
    """A file, where what is quoted looks like one; else whatever is called so."""
    named = s.words(m[1])
    return commands.open_file(named) if re.fullmatch(FILE, named) else (Open(wanted(s, m[1])),)


RULES: tuple[Rule, ...] = (
    # Where to
    rule(r"^go\s+(back|forward|home|up)$", lambda s, m: (Press(any_of(m[1].title(), *other_names(m[1]))),)),
    rule(
        r"^(?:go|navigate|browse)\s+to\s+(?:the\s+(?:page|address|url)\s+)?((?:https?|file)://\S+|[\w-]+(?:\.[\w-]+)+(?:/\S*)?)$",
        lambda s, m: (GoTo(s.words(m[1])),),
    ),
    rule(r"^(?:open|visit)\s+((?:https?|file)://\S+)$", lambda s, m: (GoTo(s.words(m[1])),)),
    rule(r"^(?:open|visit|go to|navigate to)\s+(?:the\s+(?:page|address|url)\s+)(\S+)$", lambda s, m: (GoTo(s.words(m[1])),)),
    rule(r"^switch\s+to\s+(?:the\s+)?(.+?)(?:\s+window)?$", lambda s, m: (SwitchTo(wanted(s, m[1])),)),
    rule(
        r"^(?:start|launch|run)\s+(?:the\s+)?(?:app|program|application)?\s*(.+)$",
        lambda s, m: (Open(wanted(s, m[1]), program=True),),
    ),
    rule(r"^open\s+(?:the\s+)?(?:app|program|application)\s+(.+)$", lambda s, m: (Open(wanted(s, m[1]), program=True),)),
    rule(rf"^open\s+(?:the\s+file\s+)?(\ue000\d+\ue001|{FILE})$", _opened),
    rule(r"^(?:open|go to|navigate to|show|expand|unfold|read|view)\s+(.+)$", lambda s, m: (Open(wanted(s, m[1])),)),
    rule(r"^close\s+(?:the\s+)?(.+?)\s+window$", lambda s, m: (Close(wanted(s, m[1])),)),
    rule(r"^close(?:\s+(.+))?$", lambda s, m: (Close(wanted(s, m[1]) if m[1] else None),)),
    # What to put in
    rule(
        r"^(?:type|enter|write|put|fill in)\s+(?:the\s+)?secret\s+(.+?)\s+(?:into|in|as|to)\s+(.+)$",
        lambda s, m: (Write(s.words(m[1]), wanted(s, m[2]), secret=True),),
    ),
    rule(r"^(?:add|append)\s+(.+?)\s+to\s+(.+)$", lambda s, m: (Write(s.value(m[1]), wanted(s, m[2]), added=True),)),
    rule(r"^(?:type|enter|write|put|input|fill in)\s+(.+)\s+(?:into|in|as|to|for)\s+(.+)$", _write),
    rule(
        r"^fill(?:\s+(?:in|out))?\s+(.+?)\s+(?:with|as)\s+(?:the\s+)?secret\s+(.+)$",
        lambda s, m: (Write(s.words(m[2]), wanted(s, m[1]), secret=True),),
    ),
    rule(r"^fill(?:\s+(?:in|out))?\s+(.+?)\s+(?:with|as)\s+(.+)$", _filled),
    rule(r"^(?:type|enter|write|input)\s+(.+)$", lambda s, m: (Write(s.value(m[1])),)),
    rule(
        r"^copy\s+(.+?)\s+(?:into|to|in)\s+(.+)$",
        lambda s, m: (Copy(wanted(s, m[1]), wanted(s, m[2])),),
    ),
    rule(r"^(?:turn|switch)\s+(on|off)\s+(.+)$", lambda s, m: (Check(wanted(s, m[2]), m[1].lower() == "on"),)),
    rule(r"^(?:turn|switch)\s+(.+?)\s+(on|off)$", lambda s, m: (Check(wanted(s, m[1]), m[2].lower() == "on"),)),
    rule(
        r"^(?:set|change|turn|switch|put|move|adjust|raise|lower|increase|decrease|reduce|bring)\s+(?:(?:up|down)\s+)?(.+?)\s+(?:to|=)\s+(.+)$",
        lambda s, m: (SetTo(wanted(s, m[1]), s.value(m[2])),),
    ),
    rule(r"^make\s+(.+?)\s+(\d\S*|on|off)$", lambda s, m: (SetTo(wanted(s, m[1]), s.value(m[2])),)),
    # On and off, one of several
    rule(
        rf"^check\s+(?:that|whether|if)\s+(.+?)\s+(?:shows|is|says|holds)\s+{_NOT_SHOWN}(.+)$",
        lambda s, m: (Verify(s.words(m[2]), wanted(s, m[1])),),
    ),
    rule(
        rf"^verify\s+(?:that\s+)?(.+?)\s+(?:shows|is|says|holds)\s+{_NOT_SHOWN}(.+)$",
        lambda s, m: (Verify(s.words(m[2]), wanted(s, m[1])),),
    ),
    rule(
        r"^(?:(?:verify|make sure)\s+(?:that\s+)?|check\s+(?:that|whether|if)\s+)"
        r"(.+?)(?:\s+(?:is shown|is visible|is displayed|shows|appears|is on the screen))?$",
        lambda s, m: (Verify(s.words(m[1])),),
    ),
    rule(r"^(check|tick|enable|activate|accept)\s+(.+)$", lambda s, m: (Check(wanted(s, m[2]), True),)),
    rule(r"^(uncheck|untick|disable|deactivate|clear the check(?:box)? of)\s+(.+)$", lambda s, m: (Check(wanted(s, m[2]), False),)),
    rule(
        r"^(?:choose|select|pick|take)\s+(.+?)\s+(?:in|from|as|for|under)\s+(?:the\s+)?(.+)$",
        lambda s, m: (Choose(wanted(s, m[1]), wanted(s, m[2])),),
    ),
    rule(r"^(?:choose|select|pick|highlight)\s+(.+)$", lambda s, m: (Choose(wanted(s, m[1])),)),
    # Search
    rule(r"^(?:search|look)\s+(.+?)\s+for\s+(.+)$", lambda s, m: commands.search(s.words(m[2]), wanted(s, m[1]))),
    rule(r"^(?:search(?:\s+for)?|look\s+for|look up|google)\s+(.+?)(?:\s+in\s+(\S.*))?$", _search),
    rule(r"^find\s+(.+)$", lambda s, m: commands.search(s.words(m[1]))),
    # Keys, scrolling, waiting
    rule(
        r"^(?:press|hit|use)\s+(?:the\s+)?(?:keys?\s+)?"
        r"((?:(?:ctrl|control|alt|shift|meta|cmd|win)\s?\+\s?)*(?:enter|return|esc|escape|tab|space|backspace|delete|del|home|end"
        r"|page ?up"
        r"|page ?down|(?:arrow\s?)?(?:up|down|left|right)|f\d{1,2}|(?<=\+)\S|(?<=\+\s)\S))(?:\s+key)?(?:\s+(?:in|on)\s+(.+))?$",
        lambda s, m: (
            Key(m[1], wanted(s, m[2]) if m[2] else None, _MAYBE.fullmatch(m[1]) is not None and _SAID_KEY.search(m[0]) is None),
        ),
    ),
    rule(r"^scroll\s+(?:to\s+)?(?:the\s+)?(top|bottom|end|start|beginning)$", lambda s, m: (ScrollTo(edge=_EDGES[m[1].lower()]),)),
    rule(r"^scroll\s+(up|down|left|right)$", lambda s, m: (ScrollTo(direction=m[1].lower()),)),
    rule(
        r"^scroll\s+(?:(?:down|up)\s+)?(?:to|until)\s+(.+?)(?:\s+(?:shows|appears|is shown|can be seen))?$",
        lambda s, m: (ScrollTo(wanted(s, m[1])),),
    ),
    rule(r"^wait\s+(?:for\s+)?(\d+(?:\.\d+)?)\s*(?:s|sec|secs|seconds?)$", lambda s, m: (WaitFor(seconds=float(m[1])),)),
    rule(
        r"^wait\s+(?:until|for)\s+(.+?)\s+(?:is gone|disappears|has gone|goes away|is no longer shown)$",
        lambda s, m: (WaitFor(wanted(s, m[1]).names[0], shown=False),),
    ),
    rule(
        r"^wait\s+(?:until|for)\s+(.+?)(?:\s+(?:shows|appears|is shown|can be seen|comes? up|comes in|arrives"
        r"|to appear|to show|to come(?: in| up)?|to arrive))?$",
        lambda s, m: (WaitFor(called_simply(s, m[1])),),
    ),
    rule(r"^drag\s+(.+?)\s+(?:to|onto|into)\s+(.+)$", lambda s, m: (Drag(wanted(s, m[1]), wanted(s, m[2])),)),
    # Presses
    rule(r"^confirm\s+(?:it\s+)?(?:with|by pressing|by clicking)\s+(.+)$", lambda s, m: (Press(wanted(s, m[1])),)),
    rule(r"^(?:double[ -]?click)\s+(?:on\s+)?(.+)$", lambda s, m: (Press(wanted(s, m[1]), "double_click"),)),
    rule(r"^(?:right[ -]?click)\s+(?:on\s+)?(.+)$", lambda s, m: (Press(wanted(s, m[1]), "right_click"),)),
    rule(r"^(?:hover)\s+(?:over\s+|on\s+)?(.+)$", lambda s, m: (Press(wanted(s, m[1]), "hover"),)),
    rule(r"^(?:click|press|tap|push|hit)\s+(?:on\s+)?(.+)$", lambda s, m: (Press(wanted(s, m[1])),)),
    rule(r"^(?:delete|remove)\s+(?:the\s+)?(?:file\s+|folder\s+)?(.+)$", lambda s, m: commands.delete(wanted(s, m[1]))),
    rule(
        r"^(submit|send|confirm|continue|undo|redo|cut|copy|paste|print|reply|sign out|log out|check out|refresh|reload)\b(.*)$",
        lambda s, m: (Press(wanted(s, (m[1] + m[2]).strip())),),
    ),
)
