"""How English sentences say plain goals, which take several steps: patterns in the order in which they are tried."""

from __future__ import annotations

import re

from lumos_layer.planning.rules import commands
from lumos_layer.planning.rules.bilingual import other_names
from lumos_layer.planning.rules.goals_handing import SHORT
from lumos_layer.planning.rules.numbers import NUMBER, counted, number
from lumos_layer.planning.rules.patterns import Rule, rule
from lumos_layer.planning.rules.phrases import MARK, Held, any_of, wanted
from lumos_layer.planning.rules.steps import Check, Choose, Copy, FillFrom, Forbid, Open, Press, SetTo, Step, WaitFor

_NOUN = r"(?:(?!\b(?:of|from|on|in|into|to|for|with|as)\b)[\w' -])+?"
_SOURCE = (
    rf"(?:the\s+)?(?P<source>.+?)(?:\s+(?:that|which)\s+(?:is|are|stands?|lies)\s+(?:(?!\bwith\b)[^\ue000,])+)?"
    rf"(?P<fields>,?\s+with\s+(?:(?:the|an?)\s+)?[\w' -]+?\s+{MARK}(?:,?(?:\s+and)?\s+(?:the\s+|an?\s+)?[\w' -]+?\s+{MARK})*)?"
)
_CART = (
    r"(?:the\s+|my\s+|a\s+)?(?:(?P<shop>[^\s,]+(?:\s[^\s,]+)?)['’]s\s+)?(?:shopping\s+)?"
    r"(?:cart|basket|bag)(?:\s+of\s+(?:the\s+)?(?P<of>.+))?"
)


def _in_cart(s: Held, m: re.Match[str]) -> tuple[Step, ...]:
    """Each thing so often as it is counted."""
    shop = m["shop"] or m["of"]
    made: list[Step] = []
    for part in re.split(r",\s*(?:and\s+)?|\s+and\s+", m["what"]):
        times, what = counted(part)
        bought = commands.add_to_cart(s.words(re.sub(r"^the\s+", "", what, flags=re.IGNORECASE)))
        made += bought * times
    press = made[0]
    first = (Open(wanted(s, shop), unless=press.what),) if shop and isinstance(press, Press) else ()
    return (*first, *made)


def _sign_in(s: Held, m: re.Match[str]) -> tuple[Step, ...]:
    return commands.sign_in(s.value(m["user"]), s.value(m["secret"]), wanted(s, m["site"]) if m["site"] else None)


def _from_source(s: Held, m: re.Match[str]) -> tuple[Step, ...]:
    """What the source says, then the texts that are named beside it. `the form` is never a text that is written."""
    named = [SetTo(wanted(s, name), s.value(text)) for name, text in SHORT.findall(m["fields"] or "")]
    return (FillFrom(wanted(s, m["form"]), wanted(s, m["source"])), *named)


def _tabs(s: Held, m: re.Match[str]) -> tuple[Step, ...]:
    times = 1 if m["count"] is None else number(m["count"])
    return (
        Press(any_of(f"New {m['thing']}", f"Add {m['thing']}", f"Open a new {m['thing']}", *other_names(f"new {m['thing']}"))),
    ) * times


RULES: tuple[Rule, ...] = (
    # What is not to be done, and what is left as it is
    rule(
        r"^(?:(?:do not|don't|never)\s+save(?:\s+(?:the|your|my|any|its))?\s+(?:changes?|edits?)"
        r"|discard(?:\s+(?:the|your|my|all))?\s+(?:changes?|edits?))$",
        lambda s, m: (commands.discarded(),),
    ),
    rule(
        r"^(?:quit|exit)(?:\s+(?P<what>.+?))??(?P<drop>,?\s+without\s+saving(?:\s+.+)?)?$",
        lambda s, m: commands.leave(wanted(s, m["what"]) if m["what"] else None, bool(m["drop"])),
    ),
    rule(
        r"^close(?:\s+(?P<what>.+?))?,?\s+without\s+saving(?:\s+.+)?$",
        lambda s, m: commands.shut(wanted(s, m["what"]) if m["what"] else None),
    ),
    rule(r"^(?:(?:do not|don't|never)\s+(?:press|click|touch)\s+(.+))$", lambda s, m: (Forbid(wanted(s, m[1])),)),
    rule(
        r"^(?:(?:do not|don't|never)\s+(submit|send|save|delete|buy|pay|order|confirm|publish|post|share|print|upload)"
        r"|stop before\s+(?:the\s+)?(\w+?)(?:ting|ing)?)\b.*$",
        lambda s, m: (Forbid(wanted(s, m[1] or m[2])),),
    ),
    rule(r"^leave\s+(.+?)\s+(?:unticked|unchecked|off|disabled)$", lambda s, m: (Check(wanted(s, m[1]), False),)),
    rule(r"^leave\s+(.+?)\s+(?:ticked|checked|on|enabled)$", lambda s, m: (Check(wanted(s, m[1]), True),)),
    # Accounts, shops, sums
    rule(
        r"^(?:sign|log)\s*in(?:\s+(?:at|to|on|into|with)\s+(?:the\s+|my\s+)?(?P<site>.+?))??\s+"
        r"(?:as|with user(?: name)?)\s+(?P<user>\S+?)"
        r"(?:\s+(?:with|and|using)|,)\s+(?:the\s+)?(?:password\s+)?(?:is\s+)?(?:the\s+)?secret\s+(?P<secret>.+)$",
        _sign_in,
    ),
    rule(rf"^(?:add|put|place|throw)\s+(?P<what>.+?)\s+(?:to|into|in)\s+{_CART}$", _in_cart),
    rule(r"^(?:calculate|compute|what is)\s+([\d.\s+*/x×÷−-]+?)=?$", lambda s, m: commands.calculate(m[1])),
    rule(r"^(?:add|sum up)\s+(\d[\d.]*)\s+(?:and|to|plus)\s+(\d[\d.]*)$", lambda s, m: commands.calculate(f"{m[1]}+{m[2]}")),
    rule(r"^multiply\s+(\d[\d.]*)\s+(?:and|by|with)\s+(\d[\d.]*)$", lambda s, m: commands.calculate(f"{m[1]}*{m[2]}")),
    rule(r"^subtract\s+(\d[\d.]*)\s+from\s+(\d[\d.]*)$", lambda s, m: commands.calculate(f"{m[2]}-{m[1]}")),
    rule(r"^divide\s+(\d[\d.]*)\s+by\s+(\d[\d.]*)$", lambda s, m: commands.calculate(f"{m[1]}/{m[2]}")),
    # Forms
    rule(rf"^fill\s+(?:in|out)\s+(?:the\s+)?(?P<form>.+?)(?:\s+form)?\s+from\s+{_SOURCE}$", _from_source),
    rule(rf"^fill\s+(?:in|out)\s+(?:the|this|that|my|an?)\s+(?P<form>{_NOUN})\s+for\s+{_SOURCE}$", _from_source),
    rule(
        rf"^fill\s+(?:in|out)\s+(?:the\s+)?(?:(?P<form>(?!the\s).+?)\s+)?form\s+with\s+(?:the\s+)?(?!{MARK}$)(?P<source>.+)$",
        lambda s, m: (FillFrom(wanted(s, m["form"] or "form"), wanted(s, m["source"])),),
    ),
    rule(
        r"^(?:take|read|get|note|find)\s+(.+?)\s+and\s+(?:put|enter|type|write|copy|paste)\s+(?:it|this|that)\s+(?:into|in|to|as)\s+(.+)$",
        lambda s, m: (Copy(wanted(s, m[1]), wanted(s, m[2])),),
    ),
    # Settings
    rule(
        r"^(?:(?:un)(?P<off>mute))(?:\s+.+)?$|^mute(?:\s+(?:the\s+)?(?:sound|volume|audio|speakers?|computer|it|everything))?$",
        lambda s, m: (Check(any_of("Mute", "음소거"), m["off"] is None),),
    ),
    rule(r"^(?:dim|brighten)\s+.+?\s+to\s+(.+)$", lambda s, m: (SetTo(any_of("Brightness", "밝기"), s.value(m[1])),)),
    rule(
        r"^(?:make|be)\s+sure\s+(?:that\s+)?(.+?)\s+is\s+(?:turned\s+|switched\s+)?(on|off|enabled|disabled|ticked|checked|unticked|unchecked)$"
        r"|^ensure\s+(?:that\s+)?(.+?)\s+is\s+(?:turned\s+|switched\s+)?(on|off|enabled|disabled|ticked|checked|unticked|unchecked)$",
        lambda s, m: (Check(wanted(s, m[1] or m[3]), (m[2] or m[4]).lower() in ("on", "enabled", "ticked", "checked")),),
    ),
    rule(
        r"^(?:I\s+(?:want|would like|need)\s+)?(.+?)\s+(?:should|must|has to|needs to|ought to|to)\s+be\s+(?:set\s+to\s+)?(.+)$",
        lambda s, m: (SetTo(wanted(s, m[1]), s.value(m[2])),),
    ),
    rule(
        r"^(?:use|take|apply)\s+(.+?)\s+(?:as|for)\s+(?:the\s+|my\s+)?(.+)$",
        lambda s, m: (Choose(wanted(s, m[1]), wanted(s, m[2])),),
    ),
    rule(
        r"^(?:use|apply)\s+(?!(?:ctrl|control|alt|shift|meta|cmd|win|the\s+keys?)\b)(.+)$", lambda s, m: (Choose(wanted(s, m[1])),)
    ),
    rule(
        r"^(?:change|switch)\s+to\s+(?:the\s+)?(.+?\s+(?:theme|mode|font|language|layout|style|scale|size|plan|output|view))$",
        lambda s, m: (Choose(wanted(s, m[1])),),
    ),
    # Tabs and windows
    rule(
        rf"^(?:open|create|add)\s+(?:an?\s+|the\s+)?(?P<count>{NUMBER}|another|second|third)?\s*(?:new\s+|more\s+|other\s+|empty\s+|blank\s+)*"
        r"(?P<thing>tab|window)s?$",
        lambda s, m: _tabs(s, m) if m["count"] or "new" in m[0].lower() or "empty" in m[0].lower() else (),
    ),
    rule(
        r"^open\s+(.+?)\s+in\s+(?:a\s+)?(?:new|another|separate)\s+(tab|window)$",
        lambda s, m: (Press(any_of(f"New {m[2]}")), Open(wanted(s, m[1]))),
    ),
    rule(r"^(?:sign|log)\s*(?:out|off)(?:\s+of\s+.+)?$", lambda s, m: commands.sign_out()),
    rule(
        r"^wait\s+(?:until|till)\s+(?:that|it|this)\s+(?:is|has)\s+(?:done|finished|over|ready|through|loaded)$",
        lambda s, m: (WaitFor(seconds=5.0),),
    ),
    rule(r"^(?:check|look)\s+(for\s+updates?)$", lambda s, m: (Press(any_of(f"Check {s.words(m[1])}", f"Look {s.words(m[1])}")),)),
    rule(
        r"^(?:show|open|display|list)(?:\s+me)?\s+what(?:['’]s|\s+is)\s+(?:in|inside|on)\s+(.+)$",
        lambda s, m: (Open(wanted(s, m[1])),),
    ),
    rule(
        r"^(?:show|let)\s+me\s+(?:see\s+)?(?!what\b|how\b|where\b|when\b)(?:my\s+|the\s+|all\s+)*(.+)$",
        lambda s, m: (Open(wanted(s, m[1])),),
    ),
    rule(
        r"^(?:open|read|show)\s+(?:the\s+|my\s+)?((?:message|mail|e-?mail|letter))\s+"
        r"(?:about|on|regarding|with the subject|called)\s+(.+)$",
        lambda s, m: (Open(wanted(s, f"{m[2]} {m[1]}")),),
    ),
)
