"""Kinds of programs in which keys and drops do more than elsewhere, told from the words of a program and its window."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from lumos_layer.safety.common_words import finds

Program = Literal["files", "terminals", "mail", "meetings", "code"]

_PROGRAMS: Mapping[Program, re.Pattern[str]] = MappingProxyType(
    {
        "files": re.compile(
            r"\b(thunar|nautilus|files|file (manager|explorer|browser)|windows explorer|explorer|finder|dolphin|nemo|caja|pcmanfm|"
            r"krusader|(total|midnight|double) commander|my files|(google|one) ?drive|dropbox|desktop)\b"
            r"|파일|탐색기|바탕 ?화면|드라이브|资源管理器|文件|ファイル|エクスプローラー"
        ),
        "terminals": re.compile(
            r"\b(terminal|command prompt|windows powershell|powershell|pwsh|cmd exe|cmd|bash|zsh|fish|xterm|uxterm|rxvt|konsole|"
            r"iterm2?|alacritty|kitty|wezterm|foot|tmux|putty|termux|ssh|guake|yakuake|tilix|terminator|wineconsole)\b"
            r"|터미널|명령 ?프롬프트|终端|端末"
        ),
        "mail": re.compile(
            r"\b(e ?mail|mail|gmail|outlook|thunderbird|evolution|geary|kmail|inbox)\b|메일|편지함|メール|邮件|邮箱"
        ),
        "meetings": re.compile(r"\b(zoom|teams|webex|skype|meet|google meet|jitsi|facetime|discord|slack)\b|회의|会议|会議"),
        "code": re.compile(
            r"\b(visual studio|vs ?code|code oss|vscodium|intellij|pycharm|webstorm|goland|clion|rider|android studio|xcode|"
            r"eclipse|netbeans|spyder|jupyter(lab)?|rstudio|matlab|qt creator|code blocks|idle)\b"
        ),
    }
)


def is_program(kind: Program, words: str) -> bool:
    """True if a program, or a window of one, that is called so is of this kind."""
    return finds(_PROGRAMS[kind], words)
