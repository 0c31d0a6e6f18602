"""Whether the name of a control can be read: words that mix alphabets say nothing that a rule could trust."""

from __future__ import annotations

import pytest

from lumos_layer.safety.legible import readable


@pytest.mark.parametrize(
    "name",
    [
        "D\u1971l\u1971t\u1971",  # Tai Le
        "ꓓelete",  # Lisu
        "ⲣay now",  # Coptic
        "Sen\u0256\u13a5",  # Cherokee
        "Open or Dᥱlᥱte",
    ],
)
def test_words_that_mix_latin_letters_with_an_unknown_alphabet_cannot_be_read(name: str) -> None:
    assert not readable(name)


@pytest.mark.parametrize(
    "name",
    [
        "Delete", "Dеlete", "Größe", "Éditer", "Łódź", "PC방", "카카오TALK", "Tシャツ", "IP 주소", "5 µm", "Nº 4", "β-Version",
        "Русский",
    ],
)  # fmt: skip
def test_words_of_real_languages_can_be_read(name: str) -> None:
    assert readable(name)
