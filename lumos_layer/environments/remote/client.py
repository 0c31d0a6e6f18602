"""An environment in another process, as an environment here."""

from __future__ import annotations

import http.client
import time
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec

from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.environments.clock import Clock
from lumos_layer.environments.port import Capabilities, Delivery, identified
from lumos_layer.environments.remote import wire
from lumos_layer.environments.remote.server import is_loopback
from lumos_layer.errors import BadOption, DamagedSession, EnvironmentClosed, EnvironmentFailed, NotSent
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.refs import Mark
from lumos_layer.perception.storing import look_restored

T = TypeVar("T")
_REFUSED = {401: "check the URL with its token", 404: "both sides need the same version", 413: "it is too large"}
_REMEDY = "Start it again as it was (lumos sim --serve, with its --port, --save and --token), then go on (lumos resume)."
_ATTEMPTS, _MOMENT = 4, 0.25  # to find somebody who answers, and the seconds between them
_SECONDS = 600.0  # that an act may take, waits among them


class RemoteEnvironment:
    """What `serve` offers at this URL, whose token stands behind the #; looks, deliveries and errors are those of the other side.

    The environment is looked at and acted on by whoever has the URL, one after the other; it lives on when this is closed. Where
    the line breaks before an act was sent, NotSent is raised, and afterwards EnvironmentFailed: to hand over the same id once more
    does no harm. `clock` is the environment's own.
    """

    def __init__(self, url: str, *, token: str | None = None, timeout: float = _SECONDS) -> None:
        self._host, self._port, fragment = _address(url)
        self._token, self._timeout = fragment if token is None else token, timeout
        if not wire.is_token(self._token):
            raise BadOption("token", "what was given", f"{wire.A_TOKEN}; it stands behind # in the URL that serve printed")
        self._run, self._mark = "", Mark()  # of all looks of one server: they follow each other
        self._latest: Observation | None = None
        self._able: Capabilities | None = None
        self._closed = False
        self.clock: Clock = _RemoteClock(self)

    @property
    def capabilities(self) -> Capabilities:
        if self._able is None:
            self._able = _as(self.call("capabilities").said, Capabilities)
        return self._able

    def observe(self) -> Observation:
        """Look. The same object as long as the other side has no later look."""
        latest = self._latest
        answer = self.call("observe", wire.Asked("" if latest is None else latest.id, self._run))
        if answer.same and latest is not None:
            return latest
        if answer.run != self._run:
            self._run, self._mark = answer.run, Mark()
        try:
            self._latest = look_restored(bytes(answer.look), self._mark)
        except DamagedSession as problem:
            raise EnvironmentFailed(f"The environment sent a look that cannot be read: {problem}") from None
        return self._latest

    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        """Carry the action out there."""
        answer = self.call("perform", wire.sent(identified(action_id), action))
        if answer.delivery is None:
            raise EnvironmentFailed("The environment answered without a delivery.")
        return answer.delivery

    def recall(self, action_id: str) -> Delivery | None:
        """What the other side knows of the act."""
        return self.call("recall", action_id).delivery

    def forget(self) -> None:
        """Make every ref stale there."""
        self.call("forget")
        self._latest = None

    def close(self) -> None:
        """Let go of the line. The environment lives on."""
        self._closed = True

    def call(self, method: str, said: object = None) -> wire.Answer:
        """What the other side answers; raises its errors, and NotSent or EnvironmentFailed where the line breaks."""
        if self._closed:
            raise EnvironmentClosed("This line to the environment has been closed. Make another.")
        line = http.client.HTTPConnection(self._host, self._port, timeout=self._timeout)
        try:
            status, body = self._asked(line, method, msgspec.json.encode(said))
        finally:
            line.close()
        if status != http.client.OK:
            raise NotSent(f"the environment refused the call ({status}); {_REFUSED.get(status, 'look at what serves it')}")
        try:
            answer = msgspec.json.decode(body, type=wire.Answer)
        except msgspec.MsgspecError as problem:
            raise EnvironmentFailed(f"The environment sent an answer that cannot be read: {problem}.") from None
        if answer.error is not None:
            raise wire.raised(answer.error)
        return answer

    def _asked(self, line: http.client.HTTPConnection, method: str, body: bytes) -> tuple[int, bytes]:
        self._connect(line)
        try:
            line.request("POST", f"/{method}", body, {"Authorization": f"Bearer {self._token}"})
            answer = line.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException) as problem:
            raise EnvironmentFailed(f"The line to the environment broke: {type(problem).__name__}.") from None

    def _connect(self, line: http.client.HTTPConnection) -> None:
        """Nothing has been sent yet, so that it may be tried again: whoever serves may be about to be started anew."""
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                line.connect()
            except OSError as problem:
                if attempt == _ATTEMPTS:
                    why = problem.strerror or "too late"
                    raise NotSent(f"no environment answers at {self._host}:{self._port} ({why})") from None
                time.sleep(_MOMENT)
            else:
                return


class _RemoteClock:
    """The clock of an environment in another process. While nobody answers there, time stands still, and a run stops there."""

    def __init__(self, environment: RemoteEnvironment) -> None:
        self._environment = environment

    def now(self) -> float:
        return _as(self._called("now", again=True).said, float)

    def sleep(self, seconds: float) -> None:
        self._called("sleep", seconds)

    def _called(self, method: str, said: object = None, again: bool = False) -> wire.Answer:
        """What the other side answers. `again`: where the line breaks it may be asked once more, which does no harm."""
        try:
            return self._environment.call(method, said)
        except NotSent as problem:
            raise EnvironmentFailed(f"The environment is gone: {problem.problem}. {_REMEDY}") from None
        except EnvironmentFailed as problem:
            if again:
                return self._called(method, said)
            raise EnvironmentFailed(f"{problem} {_REMEDY}") from None


def _address(url: str) -> tuple[str, int, str]:
    """Host, port and token of a URL of this machine. Raises BadOption."""
    wrong = BadOption("url", url.partition("#")[0], "the URL that serve printed, which is one of this machine")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:  # a port that is no number, or a host in half a bracket
        raise wrong from None
    if host is None or port is None or parts.scheme != "http" or not is_loopback(host):
        raise wrong
    return host, port, parts.fragment


def _as(said: msgspec.Raw, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(said, type=kind)
    except msgspec.MsgspecError as problem:
        raise EnvironmentFailed(f"The environment sent an answer that cannot be read: {problem}.") from None
