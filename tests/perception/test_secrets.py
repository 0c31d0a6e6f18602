"""What a dump itself reveals of a secret is told by no output: not by the field's name, hint, value or text."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import lumos_layer
from lumos_layer import Observation
from lumos_layer.interfaces.view.page import page
from lumos_layer.perception.doctor import examine
from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats import FORMATS
from lumos_layer.perception.secrets import conceal, keep_secrets
from lumos_layer.perception.text import concealed
from lumos_layer.testing.strategies import drafts
from lumos_layer.testing.trees import drafted
from lumos_layer.tree import Node, Role

SECRET = "Hunter2xyz"
_BOX = 'x="0" y="0" width="90" height="20"'


def _uia(**said: Any) -> bytes:
    return json.dumps({"ControlType": "Window", "Name": "w", "__Children": [{"ControlType": "Edit", "Name": "P", **said}]}).encode()


def _mac(**said: Any) -> bytes:
    field = {"AXRole": "AXTextField", "AXSubrole": "AXSecureTextField", **said}
    return json.dumps({"AXRole": "AXWindow", "AXTitle": "w", "AXChildren": [field]}).encode()


def _ios(attributes: str) -> bytes:
    field = f'<XCUIElementTypeSecureTextField type="XCUIElementTypeSecureTextField" {attributes} {_BOX}/>'
    return f'<XCUIElementTypeApplication name="a" {_BOX}>{field}</XCUIElementTypeApplication>'.encode()


def told_of(observation: Observation) -> str:
    """All that is told of an observation, whatever it is asked, in one case."""
    views = [observation.blueprint(view=view, boxes="box") for view in ("full", "interactive", "outline")]
    told = [text for view in views for text in (view.compact(), json.dumps(json.loads(view.object()), ensure_ascii=False))]
    told += [*map(observation.text_of, observation.refs), *map(observation.name_of, observation.refs.values())]
    told += [repr(observation.tree.nodes), repr(vars(observation)), json.dumps(observation.warnings)]
    told += [f"{finding.message} {finding.advice}" for finding in examine(observation)] + [page(observation, b"", "dump")]
    return "\n".join(told).casefold()


DUMPS = {
    "mac title": _mac(AXValue=SECRET, AXTitle=SECRET),
    "mac description": _mac(AXValue=SECRET, AXDescription=f"Password {SECRET}"),
    "mac placeholder": _mac(AXValue=SECRET, AXTitle="P", AXPlaceholderValue=f"y{SECRET}"),
    "mac help": _mac(AXValue=SECRET, AXTitle="P", AXHelp=SECRET),
    "mac role": json.dumps({"AXRole": "AXWindow", "AXChildren": [{"AXRole": "AXSecureTextField", "AXValue": SECRET}]}).encode(),
    "uia-json help": _uia(IsPassword=True, Value=SECRET, HelpText=f"is {SECRET}"),
    "ios label": _ios(f'label="Password {SECRET}" value="{SECRET}"'),
    "ios placeholder": _ios(f'label="P" placeholderValue="x {SECRET}" value="{SECRET}"'),
    "ios type": f'<XCUIElementTypeOther type="XCUIElementTypeSecureTextField" value="{SECRET}" {_BOX}/>'.encode(),
    "browser type": f'<RootWebArea name="p"><textbox name="P" type="password" value="{SECRET}"/></RootWebArea>'.encode(),
    "browser fill": f'<RootWebArea name="p"><textbox autocomplete="one-time-code" value="{SECRET}"/></RootWebArea>'.encode(),
    "android case": f'<hierarchy rotation="0"><node class="android.widget.EditText" password="True" text="{SECRET}" '
    f'content-desc="pw {SECRET.lower()}" bounds="[0,0][9,9]"/></hierarchy>'.encode(),
    "android input type": f'<hierarchy rotation="0"><node class="android.widget.EditText" input-type="0x81" text="{SECRET}" '
    'bounds="[0,0][9,9]"/></hierarchy>'.encode(),
}


@pytest.mark.parametrize("dump", DUMPS.values(), ids=DUMPS)
def test_a_secret_that_the_dump_reveals_is_told_by_nothing(dump: bytes) -> None:
    observation = lumos_layer.read(dump)
    assert SECRET.casefold() not in told_of(observation)
    assert [node.filled for node in observation.tree if node.protected] == [True]


@pytest.mark.parametrize(
    "dump",
    [
        b'<RootWebArea name="x" x="0" y="0" width="1e300" height="5"><button x="0" y="0" width="1e300" height="1"/></RootWebArea>',
        b'<Window Name="w" IsEnabled="True" AutomationId="q"><Slider Name="s" Minimum="0" Maximum="1e300"/></Window>',
        b'<hierarchy width="99999999999999999999" height="1"><node text="t" bounds="[0,0][99999999999999999999,9]"/></hierarchy>',
        b'- button "b" [box=99999999999999999999,0,5,5]',
    ],
)
def test_numbers_that_no_screen_has_are_no_boxes(dump: bytes) -> None:
    blueprint = lumos_layer.read(dump).blueprint(boxes="box")
    assert lumos_layer.decode(blueprint.compact()).object() == blueprint.object()


@pytest.mark.parametrize("name", ["Password", "비밀번호", "Mot de passe", "One-time code"])
def test_where_a_page_does_not_say_the_kind_of_a_field_its_name_does(name: str) -> None:
    root = {"nodeId": "1", "role": {"value": "RootWebArea"}, "childIds": ["2"]}
    field = {"nodeId": "2", "role": {"value": "textbox"}, "name": {"value": name}, "value": {"value": SECRET}}
    dumps = (
        json.dumps({"nodes": [root, field]}).encode(),
        f'<RootWebArea name="p"><textbox name="{name}" value="{SECRET}"/></RootWebArea>'.encode(),
        f"[1] RootWebArea 'p'\n\t[2] textbox '{name}' value='{SECRET}'\n".encode(),
    )
    for dump in dumps:
        observation = lumos_layer.read(dump)
        assert SECRET not in observation.blueprint().object()
        assert [node.filled for node in observation.tree if node.protected] == [True]


# What stands in a protected field and around it, in every dialect that has such fields


def _android(secret: str) -> str:
    def node(kind: str, text: str, inside: str = "", more: str = "") -> str:
        return f'<node class="android.widget.{kind}" text="{text}" bounds="[0,0][99,99]" {more}>{inside}</node>'

    inside = node("Button", f"Show {secret}", more='clickable="true"') + node("Button", "Show", more='clickable="true"')
    inside += node("TextView", secret[:3]) + node("TextView", secret[3:]) + node("EditText", secret)
    field = node("EditText", secret, inside, 'password="true" content-desc="Password"')
    spinner = node("Spinner", secret, field, 'content-desc="Login"')
    return f'<hierarchy rotation="0">{spinner}</hierarchy>'


def _xcuitest(secret: str) -> str:
    def node(kind: str, said: str, inside: str = "") -> str:
        return f"<XCUIElementType{kind} {said} {_BOX}>{inside}</XCUIElementType{kind}>"

    inside = node("Button", f'label="Show {secret}"') + node("Button", 'label="Show"') + node("StaticText", f'value="{secret}"')
    field = node("SecureTextField", f'label="Password" value="{secret}"', inside)
    return node("Application", 'name="a"', node("Cell", f'label="Login" value="{secret}"', field))


def _page_source(secret: str) -> str:
    inside = f'<Button Name="Show {secret}" {_BOX}/><Button Name="Show" {_BOX}/><Text Name="{secret}" {_BOX}/>'
    inside += f'<Edit Name="inner" Value="{secret}" {_BOX}/>'
    field = f'<Edit Name="Password" IsPassword="True" Value="{secret}" {_BOX}>{inside}</Edit>'
    combo = f'<ComboBox Name="Login" AutomationId="c" Value="{secret}" {_BOX}>{field}</ComboBox>'
    return f'<Window Name="{secret}" AutomationId="w" {_BOX}>{combo}</Window>'


def _atspi(secret: str) -> str:
    on = " ".join(f'st:{word}="true"' for word in ("showing", "visible", "enabled", "sensitive"))
    inside = f'{secret}<push-button name="Show {secret}" {on}/><push-button name="Show" {on}/><static name="{secret}" {on}/>'
    field = f'<combo-box name="Login" {on}>{secret}<password-text name="Password" {on}>{inside}</password-text></combo-box>'
    space = "uri:deskat:state.at-spi.gnome.org"
    frame = f'<application name="a"><frame name="f" {on}>{field}</frame></application>'
    return f'<desktop-frame xmlns:st="{space}">{frame}</desktop-frame>'


def _element(role: str, name: str, *children: dict[str, Any], **said: Any) -> dict[str, Any]:
    return {"AXRole": f"AX{role}", "AXTitle": name, "AXChildren": [*children], **{f"AX{key}": value for key, value in said.items()}}


def _mac_ax(secret: str) -> str:
    inside = _element("Button", f"Show {secret}"), _element("Button", "Show"), _element("StaticText", "", Value=secret)
    field = _element("TextField", "Password", *inside, Subrole="AXSecureTextField", Value=secret)
    return json.dumps(_element("Window", "w", _element("Group", "Login", field, Value=secret)))


def _uia_json(secret: str) -> str:
    def made(kind: str, name: str, *children: Any, **said: Any) -> dict[str, Any]:
        return {"ControlType": kind, "Name": name, "Children": [*children], **said}

    inside = made("Button", f"Show {secret}"), made("Button", "Show"), made("Text", secret), made("Edit", "inner", Value=secret)
    field = made("Edit", "Password", *inside, IsPassword=True, Value=secret)
    return json.dumps(made("Window", "w", made("ComboBox", "Login", field, Value=secret)))


def _insights(secret: str) -> str:
    def made(kind: int, name: str, *children: Any, value: str = "", **said: Any) -> dict[str, Any]:
        properties = {"30005": {"Id": 30005, "Value": name}, **{key[1:]: {"Id": int(key[1:]), "Value": said[key]} for key in said}}
        patterns = [{"Name": "ValuePattern", "Id": 10002, "Properties": [{"Name": "Value", "Value": value}]}] if value else []
        return {"Name": name, "ControlTypeId": kind, "Properties": properties, "Patterns": patterns, "Children": [*children]}

    inside = made(50000, f"Show {secret}"), made(50000, "Show"), made(50020, secret), made(50004, "inner", value=secret)
    field = made(50004, "Password", *inside, value=secret, p30019=True)
    return json.dumps(made(50032, "w", made(50003, "Login", field, value=secret)))


def _browser(secret: str) -> str:
    inside = (
        f'<button name="Show {secret}"/><button name="Show"/><StaticText name="{secret}"/><link name="{secret}" url="/{secret}"/>'
    )
    field = f'<textbox name="Password" type="password" value="{secret}">{inside}</textbox>'
    page = f'name="{secret}" url="https://shop.example/login?pw={secret}"'
    return f'<RootWebArea {page}><combobox name="Login" value="{secret}">{field}</combobox></RootWebArea>'


def _cdp(secret: str) -> str:
    def made(number: int, role: str, name: str, *below: int, **said: str) -> dict[str, Any]:
        node = {"nodeId": str(number), "role": {"value": role}, "name": {"value": name}, "childIds": [*map(str, below)]}
        return node | {key: {"value": value} for key, value in said.items()}

    nodes = [made(1, "RootWebArea", "p", 2), made(2, "combobox", "Login", 3, value=secret)]
    nodes += [made(3, "textbox", "Password", 4, 5, 6, value=secret), made(4, "button", f"Show {secret}"), made(5, "button", "Show")]
    return json.dumps({"nodes": [*nodes, made(6, "StaticText", secret)]})


def _aria_snapshot(secret: str) -> str:
    field = f'    - textbox "Password":\n      - text: {secret}\n      - button "Show {secret}"\n      - button "Show"\n'
    return f'- group "Login":\n  - combobox "Login":\n    - text: {secret}\n{field}'


def _axtree(secret: str) -> str:
    inside = f"\t\t\t[4] button 'Show {secret}'\n\t\t\t[5] button 'Show'\n\t\t\tStaticText '{secret}'\n"
    field = f"\t\t[3] textbox 'Password' value='{secret}'\n{inside}"
    return f"[1] RootWebArea 'p'\n\t[2] combobox 'Login' value='{secret}'\n{field}"


def _chromium(secret: str) -> str:
    field = f"++++textField editable protected name='Password' value='{secret}'\n"
    inside = f"++++++button name='Show {secret}'\n++++++button name='Show'\n++++++staticText name='{secret}'\n"
    return f"rootWebArea name='p'\n++genericContainer name='Login {secret}'\n{field}{inside}"


def _identifiers(secret: str) -> str:
    def line(depth: int, kind: str, words: str) -> str:
        return f"{'   | ' * depth}{kind} - '{words}'    (L0, T0, R90, B20)\n"

    inside = line(2, "Static", secret) + line(2, "Button", "Show") + line(2, "Edit", secret)
    return line(0, "Dialog", "Login") + line(1, "Edit", "••••") + inside


def _atk(secret: str) -> str:
    def thing(depth: int, role: str, *said: str) -> str:
        pad = "  " * depth
        said = ("state: enabled sensitive showing visible", *said)
        return f'{pad}{role}{depth}\n{pad}  "{role}"\n' + "".join(f"{pad}  {each}\n" for each in said)

    typed = "<AtkText>", f"text: {secret}", f"character count: {len(secret)}"
    field = thing(2, "password text", "name: Password", *typed) + thing(3, "push button", f"name: Show {secret}")
    field += thing(3, "push button", "name: Show") + thing(3, "label", f"name: {secret}")
    return thing(0, "window", "index: 0", "name: w") + thing(1, "combo box", "name: Login", *typed) + field


WRITERS = {
    "android": _android,
    "ios": _xcuitest,
    "uia": _page_source,
    "atspi": _atspi,
    "mac-ax": _mac_ax,
    "uia-json": _uia_json,
    "insights": _insights,
    "browser": _browser,
    "cdp": _cdp,
    "aria-snapshot": _aria_snapshot,
    "axtree-text": _axtree,
    "chromium-text": _chromium,
    "control-identifiers": _identifiers,
    "atk-text": _atk,
}


def test_every_dialect_that_has_protected_fields_is_written_here() -> None:
    assert {dialect.name for dialect in FORMATS} - WRITERS.keys() == {"notes", "ocr", "ocr-tsv", "hocr"}


@pytest.mark.parametrize("format", WRITERS)
def test_nothing_in_or_around_a_protected_field_tells_what_it_holds(format: str) -> None:
    observation = lumos_layer.read(WRITERS[format](SECRET).encode())
    assert observation.format == format
    assert SECRET.casefold() not in told_of(observation)
    field = next(node for node in observation.tree if node.protected)
    assert (field.role, field.filled) == (Role.TEXTBOX, True)
    assert [node.name for node in observation.tree if node.role is Role.BUTTON and node.name] == ["Show"]
    assert '"Show"' in observation.blueprint().object()


@pytest.mark.parametrize("format", WRITERS)
@given(secret=st.from_regex(r"[a-z]{3}[0-9]{4}[A-Z]{0,9}", fullmatch=True))
def test_no_secret_that_stands_in_or_around_its_field_is_told(format: str, secret: str) -> None:
    assert secret.casefold() not in told_of(lumos_layer.read(WRITERS[format](secret).encode()))


@given(drafts(), st.data())
def test_wherever_a_secret_stands_in_or_around_its_field_no_output_tells_it(draft: Draft, data: st.DataObject) -> None:
    secret = data.draw(st.sampled_from(("Hunter2xyz", "q7z", "zwölf Affen", 'x\\9"y')))
    field = data.draw(st.integers(0, len(draft.nodes) - 1))
    around = {*range(field + 1, draft.ends[field])}
    i = draft.parents[field]
    while i >= 0:
        around.add(i)
        i = draft.parents[i]
    for i in around:
        telling = data.draw(st.sampled_from((secret, f"Show {secret.upper()}", f"{secret}: copied", "")))
        key = data.draw(st.sampled_from(("name", "value", "hint", "identifier", "url")))
        draft.nodes[i] = replace(draft.nodes[i], **{key: f"https://shop.example/?pw={telling}" if key == "url" else telling})
    draft.nodes[field] = concealed(replace(draft.nodes[field], name=data.draw(st.sampled_from(("Login", secret)))), secret)
    draft.title, draft.app = secret, data.draw(st.sampled_from(("Mail", f"{secret} - Mail")))
    observation = Observation(draft, FORMATS[0], "main", 1000)
    assert secret.casefold() not in told_of(observation)
    assert all(type(node) is Node for node in observation.tree)


# The step by itself


def test_what_stands_inside_a_protected_node_loses_its_words() -> None:
    draft = Draft()
    field = draft.open(Node(role=Role.TEXTBOX, name="Password", protected=True), -1, "field")
    draft.open(Node(role=Role.TEXT, name="hunter2", value="hunter2", hint="hunter2"), field, "text")
    inner = draft.open(Node(role=Role.TEXTBOX, name="hunter2", value="hunter2", can=("type",)), field, "field")
    draft.open(Node(name="hunter2"), inner, "deeper")
    draft.close(inner)
    draft.open(Node(role=Role.BUTTON, name="Show password", hint="hunter2", can=("click",)), field, "button")
    draft.close(field)
    draft.open(Node(role=Role.TEXT, name="After it"), -1, "text")
    keep_secrets(draft)
    assert draft.nodes == [
        Node(role=Role.TEXTBOX, name="Password", protected=True),
        Node(),
        Node(role=Role.TEXTBOX, can=("type",), protected=True, filled=True),
        Node(),
        Node(role=Role.BUTTON, name="Show password", can=("click",)),
        Node(role=Role.TEXT, name="After it"),
    ]


def kept(*rows: tuple[int, Node]) -> list[tuple[str, str | None]]:
    """Name and value of each node after the step."""
    draft = drafted(*rows)
    keep_secrets(draft)
    return [(node.name, node.value) for node in draft.nodes]


def secret(value: str | None, name: str = "Password") -> Node:
    return concealed(Node(role=Role.TEXTBOX, name=name, can=("set_value", "type")), value)


def button(name: str) -> Node:
    return Node(role=Role.BUTTON, name=name, can=("click",))


@pytest.mark.parametrize("typed", ["", None, "••••"])
def test_where_it_is_not_known_what_was_typed_labels_stay_and_words_inside_go(typed: str | None) -> None:
    rows = (0, secret(typed)), (1, button("Show")), (1, Node(role=Role.IMG, name="eye")), (1, Node(role=Role.TEXT, name="hunter2"))
    assert kept(*rows) == [("Password", None), ("Show", None), ("eye", None), ("", None)]


def test_a_part_of_the_secret_is_no_label() -> None:
    assert kept((0, secret("hunter2xyz")), (1, button("hunter")), (1, button("x"))) == [("Password", None), ("", None), ("x", None)]


def test_what_is_called_like_the_field_stays() -> None:
    assert kept((0, secret("hunter2")), (1, Node(role=Role.TEXT, name="Password"))) == [("Password", None), ("Password", None)]


def test_of_fields_in_fields_each_tells_the_secret_of_none() -> None:
    rows = (0, secret("hunter2", "Login")), (1, secret("swordfish")), (2, button("Copy hunter2")), (1, button("Copy swordfish"))
    assert kept(*rows) == [("Login", None), ("", None), ("", None), ("", None)]


def test_what_a_field_inside_shows_is_a_secret_where_the_outer_one_says_nothing() -> None:
    rows = (
        (0, Node(role=Role.COMBOBOX, name="Login", value="hunter2")),
        (1, secret(None)),
        (2, Node(role=Role.TEXTBOX, value="hunter2")),
    )
    assert kept(*rows) == [("Login", None), ("Password", None), ("", None)]


def test_a_group_around_several_fields_tells_none_of_their_secrets() -> None:
    rows = (0, Node(role=Role.GROUP, name="swordfish", hint="hunter2", value="a")), (1, secret("hunter2")), (1, secret("swordfish"))
    assert kept(*rows) == [("", "a"), ("Password", None), ("Password", None)]


@pytest.mark.parametrize(
    ("secret_words", "words", "shown"),
    [
        ("1234", "Order 12345", "Order 12345"),
        ("pass", "Change your password", "Change your password"),
        ("1234", "Your PIN is 1234.", ""),
        ("1", "Step 1 of 2", "Step 1 of 2"),
        ("hunter2xyz", "Passwordhunter2xyzShow", ""),
    ],
)
def test_around_a_field_short_secrets_are_told_by_whole_words_only(secret_words: str, words: str, shown: str) -> None:
    assert kept((0, Node(role=Role.DIALOG, name=words)), (1, secret(secret_words)))[0] == (shown, None)


def test_beside_a_field_only_a_value_that_is_the_secret_goes() -> None:
    draft = drafted(
        (0, Node(role=Role.GROUP)),
        (1, Node(role=Role.TEXTBOX, name="Again", value="hunter2", can=("type",))),
        (2, Node(role=Role.TEXT, name="hunter2")),
        (1, Node(role=Role.TEXT, name="Your name", value="hunter2")),
        (1, secret("hunter2")),
        (1, Node(role=Role.TEXTBOX, name="User", value="hunter21", can=("type",))),
        (1, Node(role=Role.TEXT, name="hunter2 is a name")),
    )
    keep_secrets(draft)
    assert [(node.name, node.value, node.filled) for node in draft.nodes] == [
        ("", None, None),
        ("Again", None, True),
        ("", None, None),
        ("Your name", None, None),
        ("Password", None, True),
        ("User", "hunter21", None),
        ("hunter2 is a name", None, None),
    ]


def test_where_too_many_secrets_stand_to_be_told_apart_all_words_around_go() -> None:
    rows = [(1, secret(f"secret{i}", f"P{i}")) for i in range(70)]
    assert kept((0, Node(role=Role.GROUP, name="All", value="of them")), *rows)[:2] == [("", None), ("P0", None)]


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://shop.example/?pw=Hunter2xyz#a", "https://shop.example/"),
        ("https://shop.example/?pw=Hunter%32xyz", "https://shop.example/"),
        ("https://shop.example/Hunter2xyz", ""),
        ("https://shop.example/?pw=x", "https://shop.example/?pw=x"),
    ],
)
def test_the_address_of_a_page_does_not_tell_the_secret(url: str, shown: str) -> None:
    draft = drafted((0, Node(role=Role.DOCUMENT, url=url)), (1, secret(SECRET)))
    draft.url = url
    keep_secrets(draft)
    assert (draft.url, draft.nodes[0].url) == (shown, shown)


def test_a_title_taken_from_what_stands_in_a_field_goes_with_it() -> None:
    draft = drafted((0, secret(None)), (1, Node(role=Role.TEXT, name="hunter2")))
    draft.title, draft.app = "hunter2", "Mail"
    keep_secrets(draft)
    assert (draft.title, draft.app) == ("", "Mail")


def test_the_step_forgets_the_secret_and_changes_nothing_the_second_time() -> None:
    draft = drafted((0, Node(role=Role.GROUP, name=SECRET)), (1, secret(SECRET)), (2, button("Show")))
    assert SECRET not in repr(draft.nodes[1])
    keep_secrets(draft)
    once = list(draft.nodes)
    keep_secrets(draft)
    assert draft.nodes == once
    assert not any(hasattr(node, "secret") for node in draft.nodes)


def test_a_field_that_shows_its_value_in_clear_can_be_concealed_afterwards() -> None:
    field = Node(role=Role.TEXTBOX, name="Login", value="hunter2", can=("set_value", "type"))
    draft = drafted((0, Node(role=Role.COMBOBOX, value="hunter2")), (1, field), (2, button("Hide hunter2")), (2, button("Hide")))
    conceal(draft, [1])
    assert draft.nodes == [
        Node(role=Role.COMBOBOX),
        Node(role=Role.TEXTBOX, name="Login", can=("set_value", "type"), protected=True, filled=True),
        button(""),
        button("Hide"),
    ]


def test_very_many_fields_in_fields_are_silenced_in_one_walk() -> None:
    rows = [(level, secret(f"secret{level}", f"P{level}")) for level in range(20_000)]
    assert [name for name, _ in kept(*rows) if name] == []


@pytest.mark.parametrize(
    ("dump", "value", "protected"),
    [
        ('- combobox "Password": hunter2xyz', None, True),
        ('- combobox "Password":\n  - /placeholder: x\n  - text: hunter2xyz', None, True),
        ('- combobox "City": hunter2xyz', "hunter2xyz", False),
        ('- combobox "Password":\n  - option "None" [selected]', None, False),
        ("[1] RootWebArea 'p'\n\t[2] combobox 'Password' value='hunter2xyz'", None, True),
        ("[1] RootWebArea 'p'\n\t[2] combobox 'Security code by' value='Mail', hasPopup='menu'", "Mail", False),
    ],
)
def test_a_combobox_called_a_secret_keeps_what_was_typed_and_shows_what_was_chosen(
    dump: str, value: str | None, protected: bool
) -> None:
    combo = next(node for node in lumos_layer.read(dump.encode()).tree if node.role is Role.COMBOBOX)
    assert (combo.value, combo.protected) == (value, protected)
