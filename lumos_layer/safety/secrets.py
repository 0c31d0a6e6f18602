"""Secrets by name, each with the places where it may be filled in; their texts are shown by nothing here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from pydantic import BaseModel, ConfigDict, Field, JsonValue, SecretStr, TypeAdapter, ValidationError

from lumos_layer.actions.fields import Secret, SecretName
from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.errors import InputError
from lumos_layer.perception.observation import Observation
from lumos_layer.safety.decision import Decision
from lumos_layer.safety.patterns import host_matches, matches
from lumos_layer.safety.policy import Pattern, host_of
from lumos_layer.safety.redaction import REDACTED, Redactor, texts_in
from lumos_layer.tree import Role


class KeptSecret(BaseModel):
    """A secret text and where it may be filled in. Without domains, apps and surfaces: wherever its owner lets a run act.

    A page is known by its address alone: `apps` are programs, whatever a page calls itself. Of domains and apps one has to fit;
    `surfaces` limits both.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: SecretStr
    domains: tuple[Pattern, ...] = Field(default=(), description="Domains, each with all below it; *.example.org: only below.")
    apps: tuple[Pattern, ...] = Field(default=(), description="Names of programs, with * and ?, or /regular expressions/.")
    surfaces: tuple[Pattern, ...] = Field(default=(), description="Names of surfaces.")

    def belongs(self, surface: str, app: str, hosts: tuple[str, ...]) -> bool:
        """True if it may be filled in there; `hosts` are those of the page, and of frames around the field."""
        if self.surfaces and not any(matches(each, surface, denying=False) for each in self.surfaces):
            return False
        if not self.domains and not self.apps:
            return True
        if hosts:
            return all(any(host_matches(each, host, denying=False) for each in self.domains) for host in hosts)
        return any(matches(each, app, denying=False) for each in self.apps if app)

    @property
    def scope(self) -> str:
        """Where it belongs, in words."""
        return ", ".join((*self.domains, *self.apps, *(f"surface {each}" for each in self.surfaces)))


SecretsFile = dict[SecretName, str | KeptSecret]
SECRETS_FILE: TypeAdapter[SecretsFile] = TypeAdapter(SecretsFile)


class SecretStore:
    """Secrets by name. What it answers names them and never tells them."""

    def __init__(self, secrets: Mapping[str, str | KeptSecret] | None = None) -> None:
        given = (secrets or {}).items()
        self._kept = {name: KeptSecret(text=SecretStr(each)) if isinstance(each, str) else each for name, each in given}
        self._redactor = Redactor(self.texts)

    def __repr__(self) -> str:
        return f"SecretStore({', '.join(self._kept)})"

    def __iter__(self) -> Iterator[str]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def texts(self) -> Mapping[str, str]:
        """The secrets themselves: for environments, which fill them in and hide them, and for what takes them out of texts."""
        return MappingProxyType({name: each.text.get_secret_value() for name, each in self._kept.items()})

    def allowed(self, name: str, observation: Observation, node_id: int | None = None) -> Decision | None:
        """What stands against filling the secret in on this look, in that element; None: nothing. Unknown names are allowed:
        there is nothing to fill in."""
        kept = self._kept.get(name)
        hosts = _hosts(observation, node_id)
        if kept is None or kept.belongs(observation.surface, observation.app, hosts):
            return None
        here = next((host for host in hosts), observation.app or observation.title or observation.surface)
        return _denied(f"secrets.{name}", f"The secret {name!r} belongs to {kept.scope}; this is {', '.join(hosts) or here}.")

    def redactor(self, rules: Iterable[str] = ()) -> Redactor:
        """What takes the secrets out of all that is written, with what the rules name."""
        return Redactor(self.texts, rules)

    def without(self, value: JsonValue) -> JsonValue:
        """The document without the secrets; the same object if it holds none."""
        return self._redactor.json(value)

    def rule(self, grounded: GroundedAction, observation: Observation) -> Decision | None:
        """What stands against an action for the secrets that it names, or tells; None: nothing. A `Case.secret_rule`."""
        text = getattr(grounded.action, "text", None)
        if isinstance(text, Secret):
            return self.allowed(text.secret, observation, grounded.node_id)
        document = grounded.action.model_dump(mode="json", exclude_none=True)
        if self._redactor.json(document) is not document:
            return _denied("secrets.text", 'It holds a secret in clear. Name the secret instead: {"secret": "name"}.')
        if not grounded.action.control and any(map(_LEFT_OUT.search, texts_in(document))):
            return _denied("secrets.left_out", "Words of it were left out where it was written down. Plan it anew.")
        return None


def _denied(rule: str, why: str) -> Decision:
    return Decision(verdict="deny", rule=rule, why=why, risk="high")


_LEFT_OUT = re.compile(re.escape(REDACTED) + r"|\[secret(:[A-Za-z][A-Za-z0-9_.-]{0,63})?\]")


def _hosts(observation: Observation, node_id: int | None) -> tuple[str, ...]:
    """The hosts of the page and of the frames that the element is in; none for what is no page."""
    tree = observation.tree
    urls = [observation.url]
    if node_id is not None:
        urls += [tree[i].url for i in (node_id, *tree.ancestors(node_id)) if tree[i].role is Role.DOCUMENT]
    return tuple(dict.fromkeys(_named(url) for url in urls if url))


def _named(url: str) -> str:
    """The host, or for what has none the whole address, which no domain fits."""
    return host_of(url) or url[:100]


def load_secrets(path: Path | None) -> SecretStore:
    """The secrets of a JSON file, which no error quotes; without a file none. Raises InputError."""
    if path is None:
        return SecretStore()
    try:
        return SecretStore(SECRETS_FILE.validate_json(path.read_bytes()))
    except OSError as error:
        raise InputError(f"Cannot read {path}: {error.strerror}. Name a file that can be read.") from error
    except ValidationError:
        problem = "Give one JSON object of names and texts, or of names and objects with text, domains, apps and surfaces."
        raise InputError(f"{path} holds no secrets. {problem}") from None
