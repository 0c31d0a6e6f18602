"""A raw dump without insignificant white space: what its own format could save at best."""

from __future__ import annotations

import re

import orjson

# A whole tag with its quoted attributes, or a comment, declaration or section, which stay as they are.
_MARKUP = re.compile(r"(<!--.*?-->|<!\[CDATA\[.*?\]\]>|<[!?][^>]*>)|<(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>", re.DOTALL)
_INSIDE = re.compile(r"(\"[^\"]*\"|'[^']*')|\s+")
_BEFORE_END = re.compile(r" (?=/?>$)")
_BETWEEN = re.compile(r">\s+<")


def minified(text: str) -> str:
    """The dump's text, smaller and with the same meaning: XML and JSON without white space that they ignore.

    In other texts and in damaged JSON only blank lines and blanks at the ends of lines go, because indentation has a meaning there.
    """
    if text[:1] in "{[":
        try:
            return orjson.dumps(orjson.loads(text)).decode()
        except orjson.JSONDecodeError:
            return _trimmed(text)
    if text[:1] == "<":
        return _BETWEEN.sub("><", _MARKUP.sub(_tight, text)).strip()
    return _trimmed(text)


def _tight(found: re.Match[str]) -> str:
    if found[1]:
        return found[1]
    return _BEFORE_END.sub("", _INSIDE.sub(lambda part: part[1] or " ", found[0]))


def _trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip())
