"""What a dump itself reveals of a secret is told by no output: not by the field's name, hint, value or text."""

from __future__ import annotations

import json
from typing import Any

import pytest

import lumos_layer

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
    told = [observation.blueprint().compact(), observation.blueprint().object(), *map(observation.text_of, observation.refs)]
    told += [str(node) for node in observation.tree]
    assert SECRET.casefold() not in " ".join(told).casefold()
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
