"""A small server on loopback that speaks OpenAI's chat completions, and its responses where they are whole, by a script.

It answers in the form that it is asked in (a schema, tools, or neither; whole or streamed), keeps what it was sent, and breaks down
when it is told to.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "sk-loopback-5f0c1e"
USAGE = {"prompt_tokens": 1200, "completion_tokens": 30, "total_tokens": 1230, "prompt_tokens_details": {"cached_tokens": 1024}}
_PIECE = 12  # characters of a streamed answer in one event


@dataclass(frozen=True)
class Says:
    """One answer. `documents`: JSON for as many tool calls; only the first counts elsewhere. `text` stands for it as it is."""

    documents: Sequence[Any] = ()
    text: str | None = None
    finish: str = "stop"
    refusal: str | None = None
    usage: dict[str, Any] | None = field(default_factory=lambda: dict(USAGE))

    def content(self) -> str:
        if self.text is not None:
            return self.text
        return json.dumps(self.documents[0]) if self.documents else ""


@dataclass(frozen=True)
class Fails:
    """An error, as OpenAI words it: with the key and the prompt in it."""

    status: int
    code: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    message: str = ""


@dataclass(frozen=True)
class Sends:
    """Bytes with the status 200, which may be no answer at all. None: the connection is closed without a word."""

    body: bytes | None


@dataclass(frozen=True)
class Hangs:
    """Says nothing until the server is closed."""


@dataclass(frozen=True)
class Drips:
    """Begins an answer and goes on sending blanks until the server is closed."""


@dataclass(frozen=True)
class Breaks:
    """Begins to stream an answer and closes the connection in the middle."""

    says: Says


Turn = Says | Fails | Sends | Hangs | Drips | Breaks
Script = Callable[[dict[str, Any]], Turn]


@dataclass
class Server:
    """What it does next, and what it was sent. `lacks` names what it refuses: response_format, tools, tool_choice, strict."""

    script: list[Turn | Script] = field(default_factory=list)
    lacks: frozenset[str] = frozenset()
    url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)

    def turn(self, body: dict[str, Any]) -> Turn:
        for feature in sorted(self.lacks):
            if feature in body or (feature == "strict" and '"strict": true' in json.dumps(body)):
                return Fails(
                    400, "unsupported_parameter", message=f"'{feature}' of type 'json_schema' is not supported with this model"
                )
        turn = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        return turn(body) if callable(turn) else turn

    def prompt(self, number: int = -1) -> str:
        """All words that were sent as messages."""
        return "\n".join(str(message["content"]) for message in self.requests[number]["messages"])


@contextmanager
def serving(*script: Turn | Script, lacks: Sequence[str] = ()) -> Iterator[Server]:
    """A server that takes its turns from the script, the last of them again and again."""
    server = Server(list(script), frozenset(lacks))

    class Handler(_Handler):
        kept = server

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    server.url = f"http://127.0.0.1:{http.server_port}/v1"
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        http.shutdown()
        thread.join()
        http.server_close()


class _Handler(BaseHTTPRequestHandler):
    kept: Server
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if self.path not in ("/v1/chat/completions", "/v1/responses"):
            self._send(404, b"{}")
            return
        self.kept.requests.append(body)
        self.kept.keys.append(self.headers.get("authorization", ""))
        turn = self.kept.turn(body)
        match turn:
            case Says() if self.path == "/v1/responses":
                self._send(200, json.dumps(_response(turn, body)).encode())
            case Says():
                self._say(turn, body)
            case Fails():
                self._fail(turn, body)
            case Sends(body=None):
                self.close_connection = True
            case Sends(body=bytes() as sent):
                self._send(200, sent)
            case Hangs():
                self.kept.closing.wait(30)
                self.close_connection = True
            case Drips():
                self._drip()
            case Breaks(says=says):
                self._begin_stream()
                self.wfile.write(b"".join(_events(says, body)[:3]))
                self.close_connection = True

    def _drip(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.close_connection = True
        with suppress(OSError):
            while not self.kept.closing.wait(0.02):
                self.wfile.write(b" ")

    def _say(self, says: Says, body: dict[str, Any]) -> None:
        if body.get("stream"):
            self._begin_stream()
            self.wfile.write(b"".join(_events(says, body)))
            self.close_connection = True
            return
        choice = {"index": 0, "message": _message(says, body), "finish_reason": _finish(says, body), "logprobs": None}
        document = {"id": "c1", "object": "chat.completion", "created": 1, "model": body["model"], "choices": [choice]}
        self._send(200, json.dumps({**document, **({"usage": says.usage} if says.usage else {})}).encode())

    def _fail(self, fails: Fails, body: dict[str, Any]) -> None:
        quoted = f"{fails.message} Key provided: {KEY}. Request: {json.dumps(body)}"
        error = {"message": quoted, "type": "error", "param": None, "code": fails.code or None}
        self._send(fails.status, json.dumps({"error": error}).encode(), fails.headers)

    def _send(self, status: int, body: bytes, headers: Sequence[tuple[str, str]] = ()) -> None:
        self.send_response(status)
        for name, value in (("content-type", "application/json"), ("content-length", str(len(body))), *headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _begin_stream(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()


def _response(says: Says, body: dict[str, Any]) -> dict[str, Any]:
    """The answer in the form of OpenAI's newer interface, whole."""
    if says.refusal is not None:
        content: dict[str, Any] = {"type": "refusal", "refusal": says.refusal}
    else:
        content = {"type": "output_text", "text": says.content(), "annotations": []}
    cut = {"reason": "max_output_tokens"} if says.finish == "length" else None
    usage = {
        "input_tokens": USAGE["prompt_tokens"],
        "output_tokens": USAGE["completion_tokens"],
        "total_tokens": USAGE["total_tokens"],
        "input_tokens_details": USAGE["prompt_tokens_details"],
        "output_tokens_details": {"reasoning_tokens": 0},
    }
    message = {"id": "m1", "type": "message", "role": "assistant", "status": "completed", "content": [content]}
    return {
        "id": "r1", "object": "response", "created_at": 1, "model": body["model"], "status": "incomplete" if cut else "completed",
        "incomplete_details": cut, "output": [message], "usage": usage, "error": None, "metadata": {}, "parallel_tool_calls": False,
        "tool_choice": "auto", "tools": [], "instructions": None, "temperature": 1.0, "top_p": 1.0,
    }  # fmt: skip


def _calls(says: Says, body: dict[str, Any]) -> list[dict[str, Any]]:
    """The answer as calls of the tool that was given; none where there is no tool, or it is to be a text."""
    if "tools" not in body or (says.text is not None and not says.documents):
        return []
    name = body["tools"][0]["function"]["name"]
    return [
        {"id": f"call{number}", "type": "function", "function": {"name": name, "arguments": _arguments(document)}}
        for number, document in enumerate(says.documents)
    ]


def _arguments(document: Any) -> str:
    return document if isinstance(document, str) else json.dumps(document)


def _message(says: Says, body: dict[str, Any]) -> dict[str, Any]:
    if says.refusal is not None:
        return {"role": "assistant", "content": None, "refusal": says.refusal}
    if calls := _calls(says, body):
        return {"role": "assistant", "content": None, "refusal": None, "tool_calls": calls}
    return {"role": "assistant", "content": says.content(), "refusal": None}


def _finish(says: Says, body: dict[str, Any]) -> str:
    return "tool_calls" if says.finish == "stop" and _calls(says, body) else says.finish


def _events(says: Says, body: dict[str, Any]) -> list[bytes]:
    """The answer as server-sent events; the tokens come last, where they were asked for."""
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
    calls = _calls(says, body)
    for number, call in enumerate(calls):
        head = {
            "index": number,
            "id": call["id"],
            "type": "function",
            "function": {"name": call["function"]["name"], "arguments": ""},
        }
        deltas.append({"tool_calls": [head]})
        pieces = _pieces(call["function"]["arguments"])
        deltas += [{"tool_calls": [{"index": number, "function": {"arguments": piece}}]} for piece in pieces]
    if says.refusal is not None:
        deltas.append({"refusal": says.refusal})
    elif not calls:
        deltas += [{"content": piece} for piece in _pieces(says.content())]
    choices: list[list[dict[str, Any]]] = [[{"index": 0, "delta": delta, "finish_reason": None}] for delta in deltas]
    choices.append([{"index": 0, "delta": {}, "finish_reason": _finish(says, body)}])
    whole: dict[str, Any] = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": body["model"]}
    told = [{**whole, "choices": each} for each in choices]
    if says.usage and (body.get("stream_options") or {}).get("include_usage"):
        told.append({**whole, "choices": [], "usage": says.usage})
    return [f"data: {json.dumps(each)}\n\n".encode() for each in told] + [b"data: [DONE]\n\n"]


def _pieces(text: str) -> list[str]:
    return [text[start : start + _PIECE] for start in range(0, len(text), _PIECE)]
