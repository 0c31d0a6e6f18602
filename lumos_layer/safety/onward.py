"""A yes that goes on with nobody says what: the last step before something is done is often called no more than Next, or OK."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain

from lumos_layer.actions.sensitive import classes_in
from lumos_layer.perception.words import TYPED
from lumos_layer.safety import common_words as said
from lumos_layer.safety.addresses import navigates
from lumos_layer.safety.finding import Finding, quoted
from lumos_layer.safety.pressing import LIKE_BUTTONS, pressed
from lumos_layer.safety.scene import Scene
from lumos_layer.tree import Role

_BUTTONS = LIKE_BUTTONS - {Role.MENUITEM}  # what a menu holds is its own word for what it does
_AROUND = 300  # nodes of the part of a screen that belongs to a button
_CHANGED = TYPED | {Role.CHECKBOX, Role.RADIO, Role.SWITCH, Role.SLIDER, Role.MENUITEMCHECKBOX}
# They are looked through one after the other.
_SERIES = frozenset(
    (Role.GRID, Role.TABLE, Role.LIST, Role.LISTBOX, Role.FEED, Role.FIGURE, Role.IMG, Role.ARTICLE, Role.SLIDER, Role.GRIDCELL)
)
_SHOWN_AT_ONCE = 40  # nodes between Previous and Next
_MOST_NUMBERS = 2  # controls that are called by a number alone, as those of pages and days are

_LAST = re.compile(
    r"\b(last|final) (step|page|screen|check|review)\b|\balmost (done|there|finished)\b|\bone (last|more) (step|thing)\b"
    r"|\b(review|check|verify|confirm) (your|the|all|and|these|before)\b|\b(review|summary|overview|confirmation)$|^summary\b"
    r"|\bready to\b|\babout to\b|\b(will|ll) be \w+(ed|nt|en)\b"
    r"|\b(can ?not|cant) be (undone|reversed|changed|cancell?ed)\b|\birreversible\b"
    r"|\bby (clicking|tapping|pressing|continuing|selecting|proceeding|choosing)\b"
    r"|\b(when|once|if|after) you (click|tap|press|continue|proceed|select)\b|\bare you sure\b"
    r"|마지막 ?(단계|확인)|최종 ?(확인|단계|검토)|거의 (다 ?)?(완료|끝)|내용(을|이)? ?(확인|검토|맞)|검토(해|하)|요약$"
    r"|(되돌릴|취소할|복구할|변경할) 수 없|(누르|클릭하|진행하|계속하|선택하)(시)?면|(됩니다|하시겠습니까|할까요)$"
)
_COUNTED = (
    re.compile(r"\b(?:step|page|screen|question|part)? ?(?P<now>\d{1,3}) of (?P<all>\d{1,3})\b"),
    re.compile(r"^\D{0,12}(?P<now>\d{1,2}) (?P<all>\d{1,2})$"),
    re.compile(r"(?P<all>\d{1,3}) ?단계 ?중 ?(?P<now>\d{1,3})"),
)
_FRACTION = re.compile(r"^\D{0,12}\d{1,2} ?/ ?\d{1,2}( ?단계)?$")
_ONE_OF_MANY = re.compile(
    r"\b(month|year|week|day|page|slide|image|photo|picture|track|song|video|result|match|tip|item|chapter|news|story)\b"
    r"|(달|해|주|날|쪽|페이지|슬라이드|사진|이미지|곡|결과|항목|소식)$"
)


def by_going_on(scene: Scene) -> Iterator[Finding]:
    """A yes beside what is said of a last step submits it; so may any yes of which nothing around says where it leads."""
    if pressed(scene):
        yield from going_on(scene, "going_on")


def going_on(scene: Scene, rule: str) -> Iterator[Finding]:
    """The same of a button that is pressed in another way."""
    node = scene.node
    name = "" if scene.i is None else scene.name_of(scene.i)
    if node is None or node.role not in _BUTTONS or scene.dialog is not None or not said.says_yes(name):
        return
    around = _around(scene)
    told = next((words for words in _told(scene, around) if _is_last(words)), "")
    if told:
        yield Finding("submit", rule, f"{quoted(name)} beside {quoted(told)}")
    elif said.goes_on(name):
        yield Finding("submit", rule, f"{quoted(name)} goes on, and nothing says with what", _explained(scene, around, name))


def _around(scene: Scene) -> int:
    """The largest part of the screen around the button that is small enough to be about the same thing."""
    found = scene.i or 0
    for i in scene.above:
        if scene.tree.end(i) - i > _AROUND:
            break
        found = i
        if scene.tree[i].role is Role.WINDOW:
            break
    return found


def _told(scene: Scene, around: int) -> Iterator[str]:
    title = scene.observation.title if scene.window is None else scene.tree[scene.window].name
    return chain((scene.heading, title), scene.texts_in(around))


def _is_last(words: str) -> bool:
    return said.finds(_LAST, words) or _steps_left(words) == 0


def _steps_left(words: str) -> int | None:
    """How many steps are said to follow; None where none are counted."""
    for pattern in _COUNTED[1:2] if _FRACTION.search(words) else (_COUNTED[0], _COUNTED[2]):
        for found in said.found(pattern, words):
            return max(0, int(found["all"]) - int(found["now"]))
    return None


Explanation = Callable[[Scene, int, str], bool]


def _explained(scene: Scene, around: int, name: str) -> str:
    return next((why for why, explains in _EXPLANATIONS if explains(scene, around, name)), "")


def _leads_on(scene: Scene, around: int, name: str) -> bool:
    if any(_steps_left(words) for words in _told(scene, around)):
        return True
    return any("submit" in classes_in(other) for other in _others(scene, around)) and said.steps_forward(name)


def _turns_pages(scene: Scene, around: int, name: str) -> bool:
    if not said.steps_forward(name) or scene.i is None:
        return False
    node = scene.tree[scene.i]
    if said.finds(_ONE_OF_MANY, f"{node.hint} {node.identifier}"):
        return True
    if _between(scene, scene.i):
        return True
    for near in scene.near:
        others = _others(scene, near)
        if scene.tree.end(near) - near > _AROUND or any(map(said.leaves, others)):
            return False
        if any(map(said.steps_back, others)) and _holds_series(scene, near, others):
            return not any(True for _ in scene.fields_in(near))
    return False


def _between(scene: Scene, i: int) -> bool:
    """True where nothing but what is looked through stands between Previous and it."""
    series = False
    for before in range(i - 1, max(-1, i - _SHOWN_AT_ONCE), -1):
        node = scene.tree[before]
        if series and "click" in node.can and said.steps_back(scene.name_of(before)):
            return True
        if node.role in _CHANGED:
            return False
        series = series or node.role in _SERIES
    return False


def _holds_series(scene: Scene, near: int, others: list[str]) -> bool:
    return sum(other.strip().isdigit() for other in others) >= _MOST_NUMBERS or any(
        scene.tree[i].role in _SERIES for i in scene.inside(near) if i != scene.i and not scene.tree[i].hidden
    )


def _shows_around(scene: Scene, around: int, name: str) -> bool:
    return any(map(said.skips, _others(scene, around))) and not _changed(scene, around)


def _only_answer(scene: Scene, around: int, name: str) -> bool:
    return all(map(said.is_harmless_beside, _others(scene, around))) and not _changed(scene, around)


def _looks_for(scene: Scene, around: int, name: str) -> bool:
    form = scene.form
    if form is None:
        return False
    fields = list(scene.fields_in(form))
    return scene.tree[form].role is Role.SEARCH or (
        bool(fields)
        and all(scene.tree[i].role is Role.SEARCHBOX or said.is_search(f"{scene.name_of(i)} {scene.tree[i].hint}") for i in fields)
    )


def _leads_to_a_page(scene: Scene, around: int, name: str) -> bool:
    return scene.node is not None and scene.node.role is Role.LINK and navigates(scene.node.url)


def _others(scene: Scene, around: int) -> list[str]:
    return [scene.name_of(i) for i in scene.controls_in(around) if i != scene.i]


def _changed(scene: Scene, around: int) -> bool:
    """True if something there can be filled in or chosen, which the yes may then carry out."""
    return any(scene.tree[i].role in _CHANGED and not scene.tree[i].hidden for i in scene.inside(around))


_EXPLANATIONS: tuple[tuple[str, Explanation], ...] = (
    ("more steps are said to follow", _leads_on),
    ("it turns pages", _turns_pages),
    ("it leads through what can be skipped", _shows_around),
    ("it is the only answer to what only tells", _only_answer),
    ("it looks for something", _looks_for),
    ("it leads to another page", _leads_to_a_page),
)
