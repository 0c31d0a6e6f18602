"""The steps that goals are made of: a closed union of small values. What each of them does on a screen is in doing.py."""

from __future__ import annotations

from msgspec import Struct

from lumos_layer.planning.rules.words import Wanted


class Press(Struct, frozen=True):
    """Press what is called so. `unless` names what makes the press needless where it can be seen already.

    `to`: what it is to bring about, where the goal says that and not the press.
    """

    what: Wanted
    how: str = "click"  # or double_click, right_click, hover
    unless: Wanted | None = None
    to: str = ""


class Named(Struct, frozen=True):
    """A command in its own words (`Zoom in`): pressed where something is called just so."""

    what: Wanted


class Open(Struct, frozen=True):
    """Open what is called so: a page, menu, folder, file, tab, message; a program where nothing on the screen is called so.

    `unless` as for Press.
    """

    what: Wanted
    program: bool = False
    unless: Wanted | None = None


class Write(Struct, frozen=True):
    """Put text into a field; `into` None: the only field that it can be, in the window that `inside` names.

    `added`: to what the field holds already; `line`: as a line of its own. `loosely`: `into` is what the text is rather than what
    its field is called, so that the only field will do.
    """

    text: str
    into: Wanted | None = None
    secret: bool = False
    added: bool = False
    line: bool = False
    inside: Wanted | None = None
    loosely: bool = False


class SetTo(Struct, frozen=True):
    """Bring a field, choice, switch or slider to a value, whatever kind of element it is."""

    what: Wanted
    value: str


class Choose(Struct, frozen=True):
    """Choose what is called so, in a list or group if `inside` names one. `unless` as for Press."""

    option: Wanted
    inside: Wanted | None = None
    unless: Wanted | None = None


class Check(Struct, frozen=True):
    what: Wanted
    on: bool


class Copy(Struct, frozen=True):
    """Put into a field what the screen shows as the value of something."""

    source: Wanted
    into: Wanted


class FillFrom(Struct, frozen=True):
    """Put into every empty field of a form what the source shows under the same name."""

    form: Wanted
    source: Wanted


class Search(Struct, frozen=True):
    """Put words into the field for searching."""

    words: str
    into: Wanted | None = None


class SendSearch(Struct, frozen=True):
    """Start the search whose words have been put in."""


class GoTo(Struct, frozen=True):
    url: str


class Key(Struct, frozen=True):
    """Press a key; a button that is called just so if it is only `maybe` one: `press Delete`."""

    key: str
    into: Wanted | None = None
    maybe: bool = False


class ScrollTo(Struct, frozen=True):
    """Scroll until something shows, or to an edge, or by a page."""

    what: Wanted | None = None
    edge: str = ""
    direction: str = ""


class WaitFor(Struct, frozen=True):
    """Wait until words show (or are gone), or for so many seconds."""

    text: str = ""
    shown: bool = True
    seconds: float = 0


class Verify(Struct, frozen=True):
    """The words, or of a field its value, have to be on the screen."""

    text: str
    what: Wanted | None = None


class SwitchTo(Struct, frozen=True):
    what: Wanted


class Close(Struct, frozen=True):
    what: Wanted | None = None


class Confirm(Struct, frozen=True):
    """If a dialog asks about the thing (any, if it has no name), press the button that one of these words is in."""

    words: tuple[str, ...]
    about: str = ""
    thing: tuple[str, ...] = ()


class Gone(Struct, frozen=True):
    """Nothing that can be acted on is called so any more."""

    what: Wanted


class Drag(Struct, frozen=True):
    what: Wanted
    to: Wanted


class Allow(Struct, frozen=True):
    """Say yes to what a dialog asks leave for; without one, turn on what allows it."""

    what: Wanted


class Lacking(Struct, frozen=True):
    """A goal that does not say all: `whole` is the goal with `{}` in place of what a person has to say."""

    what: Wanted
    question: str
    whole: str


class If(Struct, frozen=True):
    """One of two steps, by whether the surface has something of that name: shown, or behind what is closed."""

    has: Wanted
    then: Step | None = None
    otherwise: Step | None = None


class Forbid(Struct, frozen=True):
    """What is called so is not to be pressed."""

    what: Wanted


Step = (
    Press | Named | Open | Write | SetTo | Choose | Check | Copy | FillFrom | Search | SendSearch | GoTo | Key | ScrollTo | WaitFor
    | Verify | SwitchTo | Close | Confirm | Gone | Drag | Allow | Lacking | If | Forbid
)  # fmt: skip
