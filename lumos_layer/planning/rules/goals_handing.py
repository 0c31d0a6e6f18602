"""How English sentences say what to send, to publish or to hand in: patterns in the order in which they are tried."""

from __future__ import annotations

import re

from lumos_layer.planning.rules import commands
from lumos_layer.planning.rules.patterns import Rule, rule
from lumos_layer.planning.rules.phrases import MARK, Held, any_of, wanted
from lumos_layer.planning.rules.steps import Allow, Check, Open, Press, Step, Write

_FIELD = re.compile(
    r"[,;:]?\s*(?:\b(?:and|with)\s+)*(?:\b(?:the|a|an)\s+)?"
    r"\b(?P<field>without a subject|no subject|subject|title|about|text|body|message|content|saying|that says|which says)\b"
    r"\s*:?\s*",
    re.IGNORECASE,
)
_MAIL = (
    r"^(?:(?:send|write|compose|start|draft)"
    r"\s+(?:an?\s+)?(?:new\s+)?(?:mail|e-?mail|message)\s+to\s+(?:the address\s+)?(?P<to>\S+?)"
    r"|(?:send|write|compose|start|draft)\s+(?:to\s+)?(?P<to2>\S+@\S+?)(?:\s+an?\s+(?:new\s+)?(?:mail|e-?mail|message))?"
    r"|(?:e-?mail|mail|message)\s+(?:to\s+)?(?P<to3>\S+@\S+?))(?P<rest>(?:[,:]?\s+.*)?)$"
)


def _mail(s: Held, m: re.Match[str]) -> tuple[Step, ...]:
    """Subject and text in whatever order; quoted words after them without a name are the text."""
    rest, fields = m["rest"].strip(" ,:"), {"subject": "", "text": ""}
    pieces, untitled = list(_FIELD.finditer(rest)), False
    if rest[: pieces[0].start()].strip() if pieces else rest:
        return ()
    for found, after in zip(pieces, [*(each.start() for each in pieces[1:]), len(rest)], strict=True):
        value, field = rest[found.end() : after].strip(" ,"), found["field"].lower()
        if field in ("without a subject", "no subject"):
            untitled = True
            continue
        subject, _, text = value.partition(" ") if _two_quoted(value) else (value, "", "")
        fields["subject" if field in ("subject", "title", "about") else "text"] = s.value(subject.rstrip(","))
        if text:
            fields["text"] = s.value(text)
    to = next(filter(None, (m["to"], m["to2"], m["to3"])))
    return commands.send_mail(s.words(to.rstrip(",:")), fields["subject"], fields["text"], untitled)


def _two_quoted(value: str) -> bool:
    return re.fullmatch(rf"\S+,?\s+{MARK}", value) is not None


_HANDED = r"(?:save|send|submit|publish|post|share|leave|give|store|record|file|upload)"
# What a text is called, without the words that join it to a field.
_NOUN = r"(?:(?!\b(?:with|as|into|in|to|for|is|from|by|of)\b)[a-z -])+?"
SHORT = re.compile(rf"(?:(?:,|and|with|the|an?)\s+)*((?:(?!and\b|with\b)[\w'-]+\s+)+?)({MARK})", re.IGNORECASE)


def _handed_in(s: Held, m: re.Match[str]) -> tuple[Step, ...]:
    """`send the comment "…" as feedback`: the text goes into the field of that name, or the only one."""
    field = Write(s.value(m["text"]), wanted(s, m["noun"]), loosely=True)
    things = [s.words(each) for each in (m["as"], m["noun"]) if each]
    return commands.hand_in(m["verb"].lower(), (field,), things)


def _with_fields(s: Held, m: re.Match[str]) -> tuple[Step, ...]:
    """`publish a note with the title "…" and the text "…"`: each text into the field of its name."""
    fields = [Write(s.value(text), wanted(s, name)) for name, text in SHORT.findall(m["fields"])]
    return commands.hand_in(m["verb"].lower(), fields, [s.words(m["noun"])]) if fields else ()


RULES: tuple[Rule, ...] = (
    # Messages
    rule(_MAIL, _mail),
    rule(
        r"^(?:reply|answer|respond)(?:\s+to)?(?:\s+(.+?))?\s+(?:with|saying)\s+(.+)$",
        lambda s, m: commands.reply(wanted(s, m[1]) if m[1] else None, s.value(m[2])),
    ),
    rule(
        r"^(?P<verb>save|publish|submit)\s+(?:the|my|this)\s+(?!(?:file|text|document|changes?)$)(?P<noun>[a-z]+)$",
        lambda s, m: commands.hand_in(m["verb"].lower(), (), (s.words(m["noun"]),)),
    ),
    rule(
        rf"^save\s+(?:the\s+|this\s+)?(?:text|words?|line|sentence)\s+({MARK})\s+(?:as|under(?:\s+the\s+name)?(?:\s+of)?)\s+(.+)$",
        lambda s, m: (Write(s.value(m[1])), *commands.save_as(s.value(m[2]))),
    ),
    rule(
        rf"^(?:type|enter|write|input|put)\s+({MARK})\s+(?:in\s+)?(?:there|here)$",
        lambda s, m: (Write(s.value(m[1]), any_of("it")),),
    ),
    rule(
        rf"^(?P<verb>{_HANDED})\s+(?:the\s+|an?\s+|my\s+|this\s+)?(?P<noun>(?!(?:text|words?|line|sentence)\b){_NOUN})\s+(?P<text>{MARK})"
        r"(?:\s+as\s+(?:an?\s+|the\s+)?(?P<as>[a-z][a-z -]*))?$",
        _handed_in,
    ),
    rule(
        rf"^(?P<verb>{_HANDED})\s+(?:the\s+|an?\s+|my\s+)?(?P<noun>{_NOUN})\s+with\s+"
        rf"(?P<fields>(?:(?:the|an?)\s+)?[\w' -]+?\s+{MARK}"
        rf"(?:(?:,|\s+and|,\s+and)\s+(?:with\s+)?(?:the\s+|an?\s+)?[\w' -]+?\s+{MARK})*)$",
        _with_fields,
    ),
    rule(
        rf"^(?:type|enter|write|put in|fill in)\s+(?:the\s+|an?\s+|as\s+)?(?!(?:text|words?|line|sentence|secret)\b)"
        rf"(?P<noun>{_NOUN})\s+(?P<text>{MARK})$",
        lambda s, m: (Write(s.value(m["text"]), wanted(s, m["noun"]), loosely=True),),
    ),
    rule(
        r"^(?:ask\s+for|request)\s+(an?\s+|the\s+)?(.+)$",
        lambda s, m: (
            Check(
                any_of(
                    *(f"{verb} {m[1] or ''}{s.words(m[2])}" for verb in ("Ask for", "Request")),
                    f"Request {s.words(m[2])}",
                    s.words(m[2]),
                ),
                True,
            ),
        ),
    ),
    rule(r"^(?:allow|permit|let)\s+(?!me\b)(.+)$", lambda s, m: (Allow(wanted(s, m[1])),)),
    rule(
        r"^(?:go\s+to\s+(?:the\s+)?check-?\s?out|check\s?out|proceed\s+to\s+(?:the\s+)?check-?\s?out)$",
        lambda s, m: commands.check_out(),
    ),
    rule(
        r"^(?:show|tell)\s+me\s+what\s+(.+?)\s+says\s+about\s+(.+)$",
        lambda s, m: (Open(wanted(s, m[1])), Press(any_of(f"About {s.words(m[2])}", s.words(m[2])))),
    ),
    rule(
        r"^(?:save|keep|store)\s+(?:it|this|the\s+\w+)\s+(?:as|in)\s+(?:an?\s+|the\s+|my\s+)?drafts?$",
        lambda s, m: commands.keep_draft(),
    ),
    rule(
        rf"^(?:remove|take out)\s+(?:one|an?)\s+(?!{MARK})(.+?)(?:\s+(?:from|out of)\s+(?:the\s+|my\s+)?(?:cart|basket|bag))?$",
        lambda s, m: (
            Press(
                any_of(*(f"{verb} {one}{s.words(m[1])}" for verb in ("Remove", "Delete", "Take out") for one in ("one ", "a ", "")))
            ),
        ),
    ),
)
