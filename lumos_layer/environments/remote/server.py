"""An environment behind a port of this machine: JSON over HTTP, for whoever has the token, one call after the other."""

from __future__ import annotations

import hmac
import ipaddress
import secrets
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

import msgspec

from lumos_layer.environments.clock import Clock
from lumos_layer.environments.port import Environment, recalled
from lumos_layer.environments.remote import wire
from lumos_layer.errors import BadOption, EnvironmentFailed, NotSent
from lumos_layer.perception.storing import look_stored

_TOKEN_BYTES = 24
_RUN_BYTES = 8
_CHUNK = 2**16  # bytes
_SECONDS = 60.0  # that a caller may take to say what it wants


def is_loopback(host: str) -> bool:
    """True for addresses that only this machine can reach."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def serve(
    environment: Environment,
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    token: str | None = None,
    keep: Callable[[], object] | None = None,
) -> Server:
    """Let other processes of this machine look at and act on the environment; `Server.url` is what they need. 0: any free port.

    It is not closed with the server, which whoever made both closes. `keep` is called after each new look and each act, before
    it is answered: to save what is to outlive this process. Raises OSError, and BadOption for a host that others can reach or a
    token that no header can hold.
    """
    if not is_loopback(host):
        raise BadOption("host", host, "an address of this machine alone, such as 127.0.0.1")
    if token is not None and not wire.is_token(token):
        raise BadOption("token", "what was given", wire.A_TOKEN)
    return Server(environment, host, port, secrets.token_urlsafe(_TOKEN_BYTES) if token is None else token, keep)


class Server:
    """Answers from a thread of its own until it is closed."""

    def __init__(
        self, environment: Environment, host: str, port: int, token: str, keep: Callable[[], object] | None = None
    ) -> None:
        self._environment, self._keep = environment, keep
        self._run = secrets.token_hex(_RUN_BYTES)
        self._kept_look = ""  # the id of the last look that was kept
        self._lock = threading.Lock()  # environments need not know of threads
        self._http = _Http((host, port), _Handler, self, token)
        shown = f"[{host}]" if ":" in host else host
        self.url = f"http://{shown}:{self._http.server_address[1]}/#{token}"
        self._thread = threading.Thread(target=self._http.serve_forever, name="lumos environment", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Answer no more; a call that is under way is finished first."""
        self._http.shutdown()
        self._thread.join()
        with self._lock:
            self._http.server_close()

    def answer(self, method: str, body: bytes) -> wire.Answer | None:
        """What came of a call; None: nobody hears, as if this process had died (a plan of faults does that)."""
        with self._lock:
            try:
                return _CALLS[method](self, body)
            except BaseException as error:  # noqa: BLE001 - whatever breaks is told to who called
                return wire.Answer(error=wire.told(error)) if isinstance(error, Exception) else None

    def _capabilities(self, body: bytes) -> wire.Answer:
        return _said(self._environment.capabilities)

    def _observe(self, body: bytes) -> wire.Answer:
        asked = msgspec.json.decode(body, type=wire.Asked)
        look = self._environment.observe()
        if look.id != self._kept_look:
            self._kept(lambda: None)
            self._kept_look = look.id
        if (asked.known, asked.run) == (look.id, self._run):
            return wire.Answer(run=self._run, same=True)
        return wire.Answer(run=self._run, look=msgspec.Raw(look_stored(look)))

    def _perform(self, body: bytes) -> wire.Answer:
        try:
            act = msgspec.json.decode(body, type=wire.Act)
            action = wire.received(act)
        except (msgspec.MsgspecError, ValueError) as problem:
            raise NotSent(f"the other side cannot read it ({type(problem).__name__})") from None
        return wire.Answer(delivery=self._kept(lambda: self._environment.perform(act.id, action)))

    def _recall(self, body: bytes) -> wire.Answer:
        return wire.Answer(delivery=recalled(self._environment, msgspec.json.decode(body, type=str)))

    def _forget(self, body: bytes) -> wire.Answer:
        forget = getattr(self._environment, "forget", None)
        if forget is None:
            raise EnvironmentFailed("The refs of this environment cannot be made stale.")
        self._kept(forget)
        return wire.Answer()

    def _now(self, body: bytes) -> wire.Answer:
        return _said(self._clock.now())

    def _sleep(self, body: bytes) -> wire.Answer:
        seconds = msgspec.json.decode(body, type=float)
        self._kept(lambda: self._clock.sleep(seconds))
        return self._now(body)

    @property
    def _clock(self) -> Clock:
        clock: Clock | None = getattr(self._environment, "clock", None)
        if clock is None:
            raise EnvironmentFailed("This environment has no clock of its own.")
        return clock

    def _kept(self, call: Callable[[], Any]) -> Any:
        """What the call gives, once all that it changed is kept; also if it breaks down."""
        try:
            return call()
        finally:
            if self._keep is not None:
                self._keep()


def _said(value: object) -> wire.Answer:
    return wire.Answer(said=msgspec.Raw(msgspec.json.encode(value)))


_CALLS: dict[str, Callable[[Server, bytes], wire.Answer]] = {
    "capabilities": Server._capabilities,
    "observe": Server._observe,
    "perform": Server._perform,
    "recall": Server._recall,
    "forget": Server._forget,
    "now": Server._now,
    "sleep": Server._sleep,
}


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler], server: Server, token: str) -> None:
        self.calls, self.token = server, token
        super().__init__(address, handler)

    def handle_error(self, request: object, client_address: object) -> None:
        """Whoever hung up hears nothing any more, and nobody else needs to."""


class _Handler(BaseHTTPRequestHandler):
    server: _Http
    disable_nagle_algorithm = True
    timeout = _SECONDS

    def do_POST(self) -> None:
        status, body = self._answer()
        if not status:
            self.close_connection = True
            return
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _answer(self) -> tuple[int, bytes]:
        """The status and body; 0: nobody hears. What is refused is read nevertheless, or the refusal would not arrive."""
        given, length = self.headers.get("Authorization", "").encode(), self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdecimal()) or int(length) > wire.LARGEST:
            return 413, b'{"error":"The request has no length, or is too large."}'
        method = self.path.strip("/")
        if not hmac.compare_digest(given, f"Bearer {self.server.token}".encode()):
            self._discard(int(length))
            return 401, b'{"error":"This needs the token that stands behind # in the URL."}'
        if method not in _CALLS:
            self._discard(int(length))
            return 404, b'{"error":"There is no such call."}'
        body = self.rfile.read(int(length))
        if len(body) < int(length):  # whoever called has hung up; half of a document may be another one
            return 0, b""
        answer = self.server.calls.answer(method, body)
        return (0, b"") if answer is None else (200, msgspec.json.encode(answer))

    def _discard(self, length: int) -> None:
        while length > 0 and (read := self.rfile.read(min(length, _CHUNK))):
            length -= len(read)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is logged: what goes over the line is for the two ends."""
