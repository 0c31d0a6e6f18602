"""How English sentences say what to do: patterns in the order in which they are tried, each with the steps that it means."""

from __future__ import annotations

import re
from collections.abc import Callable

from lumos_layer.planning.rules import commands
from lumos_layer.planning.rules.bilingual import other_names
from lumos_layer.planning.rules.phrases import Held, any_of, wanted
from lumos_layer.planning.rules.steps import (
    Check,
    Choose,
    Close,
    Copy,
    Drag,
    FillFrom,
    Forbid,
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

Make = Callable[[Held, re.Match[str]], tuple[Step, ...]]
Rule = tuple[re.Pattern[str], Make]

_FILE = r"[^\s/\\]+\.[A-Za-z0-9]{1,5}"

_NOT_SHOWN = r"(?!(?:shown|visible|displayed|on the screen)$)"  # `that it is shown` asks for no word `shown`
_EDGES = {"top": "top", "start": "top", "beginning": "top", "bottom": "bottom", "end": "bottom"}


def _rule(pattern: str, make: Make) -> Rule:
    return re.compile(pattern, re.IGNORECASE | re.DOTALL), make


_SHOWN_VALUE = re.compile(r"^the\s+(.+?)\s+(?:of|from|on|in)\s+the\s+(.+)$|^the\s+(.+?)['’]s\s+(.+)$", re.IGNORECASE)


def _write(s: Held, m: re.Match[str]) -> tuple[Step, ...]:
    """`the total of the invoice`, unless it is quoted, is a value that the screen shows, and not a text."""
    if found := _SHOWN_VALUE.match(m[1]):
        return (Copy(wanted(s, f"{found[1] or found[4]} of {found[2] or found[3]}"), wanted(s, m[2])),)
    return (Write(s.words(m[1]), wanted(s, m[2])),)


def _search(s: Held, m: re.Match[str]) -> tuple[Step, ...]:
    return commands.search(s.words(m[1]), wanted(s, m[2]) if m[2] else None)


def _mail(s: Held, m: re.Match[str]) -> tuple[Step, ...]:
    subject, text = m["subject"] or m["subject2"] or "", m["text"] or m["text2"] or ""
    return commands.send_mail(s.words(m["to"]), s.words(subject), s.words(text))


def _opened(s: Held, m: re.Match[str]) -> tuple[Step, ...]:
    """A file, where what is quoted looks like one; else whatever is called so."""
    named = s.words(m[1])
    return commands.open_file(named) if re.fullmatch(_FILE, named) else (Open(wanted(s, m[1])),)


_MAIL = (
    r"^(?:send|write|compose)\s+(?:a |an )?(?:new )?(?:mail|e-?mail|message)\s+to\s+(?P<to>\S+?)"
    r"(?:,?\s+(?:with\s+)?(?:the\s+)?subject\s+(?P<subject>.+?))?"
    r"(?:,?\s+(?:and\s+|with\s+)*(?:the\s+)?(?:text|body|message|content)\s+(?P<text>.+?)"
    r"(?:\s+and\s+(?:the\s+)?subject\s+(?P<subject2>.+?))?)?"
    r"(?:,?\s+(?:saying|that says)\s+(?P<text2>.+))?$"
)

RULES: tuple[Rule, ...] = (
    # What is not to be done
    _rule(r"^(?:(?:do not|don't|never)\s+(?:press|click|touch)\s+(.+))$", lambda s, m: (Forbid(wanted(s, m[1])),)),
    _rule(
        r"^(?:(?:do not|don't|never)\s+(submit|send|save|delete|buy|pay|order|confirm)"
        r"|stop before\s+(?:the\s+)?(\w+?)(?:ting|ing)?)\b.*$",
        lambda s, m: (Forbid(wanted(s, m[1] or m[2])),),
    ),
    # Plain goals
    _rule(_MAIL, _mail),
    _rule(
        r"^reply(?:\s+to\s+(.+?))?\s+(?:with|saying)\s+(.+)$",
        lambda s, m: commands.reply(wanted(s, m[1]) if m[1] else None, s.words(m[2])),
    ),
    _rule(
        r"^rename\s+(?:the\s+)?(?:file|folder)?\s*(.+?)\s+(?:to|as|into)\s+(.+)$",
        lambda s, m: commands.rename(s.words(m[1]), s.words(m[2])),
    ),
    _rule(
        r"^(?:create|make|add)\s+(?:a\s+)?(?:new\s+)?(?:folder|directory)\s+(?:called\s+|named\s+)?(.+)$",
        lambda s, m: commands.new_folder(s.words(m[1])),
    ),
    _rule(
        r"^(?:save)\s+(?:it|the (?:file|text|document)|this)?\s*(?:as|under the name(?: of)?)\s+(.+)$",
        lambda s, m: commands.save_as(s.words(m[1])),
    ),
    _rule(r"^save(?:\s+(?:it|the (?:file|text|document|changes)|this))?$", lambda s, m: commands.save()),
    _rule(
        r"^replace\s+(?:all\s+|every\s+)?(.+?)\s+(?:with|by)\s+(.+?)(?:\s+everywhere)?$",
        lambda s, m: commands.replace_all(s.words(m[1]), s.words(m[2])),
    ),
    _rule(
        r"^(copy|move)\s+(?:the\s+)?(?:file\s+)?(.+?)\s+(?:to|into)\s+(?:the\s+)?(?:folder\s+(.+)|(.+?)\s+folder)$",
        lambda s, m: commands.copy_to(wanted(s, m[2]), wanted(s, m[3] or m[4]), m[1].lower() == "move"),
    ),
    _rule(
        r"^(?:sign|log)\s*in\s+as\s+(.+?)\s+with\s+(?:the\s+)?secret\s+(.+)$",
        lambda s, m: commands.sign_in(s.words(m[1]), s.words(m[2])),
    ),
    _rule(
        r"^(?:add|put)\s+(?:the\s+|a\s+)?(.+?)\s+(?:to|into)\s+(?:the\s+|my\s+)?(?:cart|basket)$",
        lambda s, m: commands.add_to_cart(s.words(m[1])),
    ),
    _rule(
        r"^fill\s+(?:in|out)\s+(?:the\s+)?(.+?)(?:\s+form)?\s+(?:from|with)\s+(?:the\s+)?(.+)$",
        lambda s, m: (FillFrom(wanted(s, m[1]), wanted(s, m[2])),),
    ),
    _rule(
        r"^(?:take|read|get|note|find)\s+(.+?)\s+and\s+(?:put|enter|type|write|copy|paste)\s+(?:it|this|that)\s+(?:into|in|to|as)\s+(.+)$",
        lambda s, m: (Copy(wanted(s, m[1]), wanted(s, m[2])),),
    ),
    _rule(
        r"^(?:move|put|throw)\s+(.+?)\s+(?:to|into|in)\s+(?:the\s+)?(?:trash|bin|recycle bin)$",
        lambda s, m: commands.delete(wanted(s, m[1])),
    ),
    _rule(r"^(?:calculate|compute|what is)\s+([\d.\s+*/x×÷−-]+?)=?$", lambda s, m: commands.calculate(m[1])),
    _rule(r"^sort\s+(?:\S+\s+)?by\s+(.+)$", lambda s, m: (SetTo(any_of("Sort by", "Sort", "정렬 기준", "정렬"), s.words(m[1])),)),
    # Where to
    _rule(r"^go\s+(back|forward|home|up)$", lambda s, m: (Press(any_of(m[1].title(), *other_names(m[1]))),)),
    _rule(
        r"^(?:go|navigate|browse)\s+to\s+(?:the\s+(?:page|address|url)\s+)?((?:https?|file)://\S+|[\w-]+(?:\.[\w-]+)+(?:/\S*)?)$",
        lambda s, m: (GoTo(s.words(m[1])),),
    ),
    _rule(r"^(?:open|visit)\s+((?:https?|file)://\S+)$", lambda s, m: (GoTo(s.words(m[1])),)),
    _rule(r"^(?:open|visit|go to|navigate to)\s+(?:the\s+(?:page|address|url)\s+)(\S+)$", lambda s, m: (GoTo(s.words(m[1])),)),
    _rule(r"^switch\s+to\s+(?:the\s+)?(.+?)(?:\s+window)?$", lambda s, m: (SwitchTo(wanted(s, m[1])),)),
    _rule(
        r"^(?:start|launch|run)\s+(?:the\s+)?(?:app|program|application)?\s*(.+)$",
        lambda s, m: (Open(wanted(s, m[1]), program=True),),
    ),
    _rule(r"^open\s+(?:the\s+)?(?:app|program|application)\s+(.+)$", lambda s, m: (Open(wanted(s, m[1]), program=True),)),
    _rule(rf"^open\s+(?:the\s+file\s+)?(\ue000\d+\ue001|{_FILE})$", _opened),
    _rule(r"^(?:open|go to|navigate to|show|expand|unfold|read|view)\s+(.+)$", lambda s, m: (Open(wanted(s, m[1])),)),
    _rule(r"^close\s+(?:the\s+)?(.+?)\s+window$", lambda s, m: (Close(wanted(s, m[1])),)),
    _rule(r"^close(?:\s+(.+))?$", lambda s, m: (Close(wanted(s, m[1]) if m[1] else None),)),
    # What to put in
    _rule(
        r"^(?:type|enter|write|put|fill in)\s+(?:the\s+)?secret\s+(.+?)\s+(?:into|in|as|to)\s+(.+)$",
        lambda s, m: (Write(s.words(m[1]), wanted(s, m[2]), secret=True),),
    ),
    _rule(r"^(?:add|append)\s+(.+?)\s+to\s+(.+)$", lambda s, m: (Write(s.words(m[1]), wanted(s, m[2]), added=True),)),
    _rule(r"^(?:type|enter|write|put|input|fill in)\s+(.+)\s+(?:into|in|as|to|for)\s+(.+)$", _write),
    _rule(r"^(?:fill\s+in|fill)\s+(.+?)\s+(?:with|as)\s+(.+)$", lambda s, m: (SetTo(wanted(s, m[1]), s.words(m[2])),)),
    _rule(r"^(?:type|enter|write|input)\s+(.+)$", lambda s, m: (Write(s.words(m[1])),)),
    _rule(
        r"^copy\s+(.+?)\s+(?:into|to|in)\s+(.+)$",
        lambda s, m: (Copy(wanted(s, m[1]), wanted(s, m[2])),),
    ),
    _rule(r"^(?:turn|switch)\s+(on|off)\s+(.+)$", lambda s, m: (Check(wanted(s, m[2]), m[1].lower() == "on"),)),
    _rule(r"^(?:turn|switch)\s+(.+?)\s+(on|off)$", lambda s, m: (Check(wanted(s, m[1]), m[2].lower() == "on"),)),
    _rule(
        r"^(?:set|change|turn|switch|put|move|adjust|raise|lower)\s+(.+?)\s+(?:to|=)\s+(.+)$",
        lambda s, m: (SetTo(wanted(s, m[1]), s.words(m[2])),),
    ),
    _rule(r"^make\s+(.+?)\s+(\d\S*|on|off)$", lambda s, m: (SetTo(wanted(s, m[1]), s.words(m[2])),)),
    # On and off, one of several
    _rule(
        rf"^check\s+(?:that|whether|if)\s+(.+?)\s+(?:shows|is|says|holds)\s+{_NOT_SHOWN}(.+)$",
        lambda s, m: (Verify(s.words(m[2]), wanted(s, m[1])),),
    ),
    _rule(
        rf"^verify\s+(?:that\s+)?(.+?)\s+(?:shows|is|says|holds)\s+{_NOT_SHOWN}(.+)$",
        lambda s, m: (Verify(s.words(m[2]), wanted(s, m[1])),),
    ),
    _rule(
        r"^(?:(?:verify|make sure)\s+(?:that\s+)?|check\s+(?:that|whether|if)\s+)"
        r"(.+?)(?:\s+(?:is shown|is visible|is displayed|shows|appears|is on the screen))?$",
        lambda s, m: (Verify(s.words(m[1])),),
    ),
    _rule(r"^(check|tick|enable|activate|accept)\s+(.+)$", lambda s, m: (Check(wanted(s, m[2]), True),)),
    _rule(
        r"^(uncheck|untick|disable|deactivate|clear the check(?:box)? of)\s+(.+)$", lambda s, m: (Check(wanted(s, m[2]), False),)
    ),
    _rule(
        r"^(?:choose|select|pick)\s+(.+?)\s+(?:in|from|as|for|under)\s+(?:the\s+)?(.+)$",
        lambda s, m: (Choose(wanted(s, m[1]), wanted(s, m[2])),),
    ),
    _rule(r"^(?:choose|select|pick|highlight)\s+(.+)$", lambda s, m: (Choose(wanted(s, m[1])),)),
    # Search
    _rule(r"^(?:search|look)\s+(.+?)\s+for\s+(.+)$", lambda s, m: commands.search(s.words(m[2]), wanted(s, m[1]))),
    _rule(r"^(?:search(?:\s+for)?|look\s+for|look up|google)\s+(.+?)(?:\s+in\s+(\S.*))?$", _search),
    _rule(r"^find\s+(.+)$", lambda s, m: commands.search(s.words(m[1]))),
    # Keys, scrolling, waiting
    _rule(
        r"^(?:press|hit|use)\s+(?:the\s+)?(?:keys?\s+)?"
        r"((?:(?:ctrl|control|alt|shift|meta|cmd|win)\s?\+\s?)*(?:enter|return|esc|escape|tab|space|backspace|delete|del|home|end"
        r"|page ?up"
        r"|page ?down|(?:arrow\s?)?(?:up|down|left|right)|f\d{1,2}|(?<=\+)\S|(?<=\+\s)\S))(?:\s+key)?(?:\s+(?:in|on)\s+(.+))?$",
        lambda s, m: (Key(m[1], wanted(s, m[2]) if m[2] else None),),
    ),
    _rule(r"^scroll\s+(?:to\s+)?(?:the\s+)?(top|bottom|end|start|beginning)$", lambda s, m: (ScrollTo(edge=_EDGES[m[1].lower()]),)),
    _rule(r"^scroll\s+(up|down|left|right)$", lambda s, m: (ScrollTo(direction=m[1].lower()),)),
    _rule(
        r"^scroll\s+(?:(?:down|up)\s+)?(?:to|until)\s+(.+?)(?:\s+(?:shows|appears|is shown|can be seen))?$",
        lambda s, m: (ScrollTo(wanted(s, m[1])),),
    ),
    _rule(r"^wait\s+(?:for\s+)?(\d+(?:\.\d+)?)\s*(?:s|sec|secs|seconds?)$", lambda s, m: (WaitFor(seconds=float(m[1])),)),
    _rule(
        r"^wait\s+(?:until|for)\s+(.+?)\s+(?:is gone|disappears|has gone|goes away|is no longer shown)$",
        lambda s, m: (WaitFor(wanted(s, m[1]).names[0], shown=False),),
    ),
    _rule(
        r"^wait\s+(?:until|for)\s+(.+?)(?:\s+(?:shows|appears|is shown|can be seen|comes up|to appear|to show))?$",
        lambda s, m: (WaitFor(wanted(s, m[1]).names[0]),),
    ),
    _rule(r"^drag\s+(.+?)\s+(?:to|onto|into)\s+(.+)$", lambda s, m: (Drag(wanted(s, m[1]), wanted(s, m[2])),)),
    # Presses
    _rule(r"^confirm\s+(?:it\s+)?(?:with|by pressing|by clicking)\s+(.+)$", lambda s, m: (Press(wanted(s, m[1])),)),
    _rule(r"^(?:double[ -]?click)\s+(?:on\s+)?(.+)$", lambda s, m: (Press(wanted(s, m[1]), "double_click"),)),
    _rule(r"^(?:right[ -]?click)\s+(?:on\s+)?(.+)$", lambda s, m: (Press(wanted(s, m[1]), "right_click"),)),
    _rule(r"^(?:hover)\s+(?:over\s+|on\s+)?(.+)$", lambda s, m: (Press(wanted(s, m[1]), "hover"),)),
    _rule(r"^(?:click|press|tap|push|hit)\s+(?:on\s+)?(.+)$", lambda s, m: (Press(wanted(s, m[1])),)),
    _rule(r"^(?:delete|remove)\s+(?:the\s+)?(?:file\s+|folder\s+)?(.+)$", lambda s, m: commands.delete(wanted(s, m[1]))),
    _rule(
        r"^(submit|send|confirm|continue|undo|redo|cut|copy|paste|print|reply|sign out|log out|check out|refresh|reload)\b(.*)$",
        lambda s, m: (Press(wanted(s, (m[1] + m[2]).strip())),),
    ),
)
