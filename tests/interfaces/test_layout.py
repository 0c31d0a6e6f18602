from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.interfaces.cli.output import lay_out

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def test_what_fits_the_line_stays_on_it() -> None:
    assert lay_out({"ui": ["2.button Save"]}, 80) == '{"ui":["2.button Save"]}'


def test_every_item_of_a_screen_has_its_own_line() -> None:
    screen = {"refs": "A", "ui": [["button", "2 Save", "3 Cancel"], "Total", {"list": ["Results", "4 Ada"]}]}
    assert (
        lay_out(screen, 40)
        == """\
{
  "refs": "A",
  "ui": [
    ["button","2 Save","3 Cancel"],
    "Total",
    {"list":["Results","4 Ada"]}
  ]
}"""
    )


def test_a_long_run_fills_its_lines() -> None:
    assert (
        lay_out(["link", "2 Home", "3 Products", "4 About us", [10, 20], {"hint": "Who we are"}, "5 Help"], 40)
        == """\
[
  "link", "2 Home", "3 Products",
  "4 About us", [10,20],
  {"hint":"Who we are"}, "5 Help"
]"""
    )


@given(JSON, st.integers(10, 120))
def test_laid_out_json_is_the_same_json(value: object, width: int) -> None:
    assert json.loads(lay_out(value, width)) == value
