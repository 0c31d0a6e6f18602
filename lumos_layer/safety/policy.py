"""What may be done without asking: a policy as a document, and the one that holds where none is given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from lumos_layer.actions import BY_TYPE
from lumos_layer.actions.sensitive import CLASSES, Sensitive
from lumos_layer.safety.decision import Verdict
from lumos_layer.safety.patterns import host_matches, matches, sound
from lumos_layer.tree import Role

Autonomy = Literal["look", "confirm", "edits", "policy"]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def _verb(word: str) -> str:
    if word in BY_TYPE:
        return word
    raise ValueError(f"There is no action {word!r}; give one of {', '.join(BY_TYPE)}")


Pattern = Annotated[str, Field(min_length=1, max_length=500), AfterValidator(sound)]
Verb = Annotated[str, Field(json_schema_extra={"enum": list(BY_TYPE)}), AfterValidator(_verb)]
_PATTERN = "Words with * and ? as wildcards, whatever the case, or a /regular expression/."


class Verbs(_Part):
    """Types of actions. `allow`: only these may be done; empty: all. `deny` wins."""

    allow: tuple[Verb, ...] = ()
    deny: tuple[Verb, ...] = ()


class Names(_Part):
    """Names of apps, or domains. `allow`: only these may be acted on; empty: all. `deny` wins."""

    allow: tuple[Pattern, ...] = ()
    deny: tuple[Pattern, ...] = ()


class Place(_Part):
    """Elements, by what is said of them: all that is given must fit."""

    role: Annotated[Role | None, Field(strict=False)] = None
    name: Pattern | None = Field(default=None, description=f"What the element is called. {_PATTERN}")
    app: Pattern | None = Field(default=None, description=f"The app that it is in. {_PATTERN}")
    domain: Pattern | None = Field(default=None, description="The domain of its page, with all below it; or *.example.org.")

    def fits(self, role: Role | None, names: Iterable[str], app: str, host: str, *, denying: bool) -> bool:
        """True if an element of this role and one of these names, in this app and at this host, is meant; see `matches`."""
        return (
            (self.role is None or self.role is role)
            and (self.name is None or any(matches(self.name, name, denying=denying) for name in names))
            and (self.app is None or matches(self.app, app, denying=denying))
            and (self.domain is None or host_matches(self.domain, host, denying=denying))
        )


class Places(_Part):
    """`allow`: only these may be changed or pressed; empty: all. `deny` wins; `ask` asks, whatever they are called."""

    allow: tuple[Place, ...] = ()
    ask: tuple[Place, ...] = ()
    deny: tuple[Place, ...] = ()


class Unless(_Part):
    """Other answers to classes of sensitive acts, at these places; the first exception that fits and names the class holds."""

    where: Place
    sensitive: dict[Sensitive, Verdict] = Field(min_length=1)


class Confidence(_Part):
    """How sure a planner must be of an act that changes something."""

    threshold: float = Field(default=0.6, ge=0, le=1)
    below: Verdict = "ask"


class MostAutonomy(_Part):
    """The most that may be done alone. `look`: only reading. `confirm`: every change is asked for. `edits`: what can be undone is
    done, all else is asked for, whatever `sensitive` says. `policy`: as the rest of the policy says."""

    level: Autonomy = "policy"
    acts: int | None = Field(
        default=None, ge=0, description="Changes in a run before the next one is asked for; left out: any number."
    )


class Trusted(_Part):
    """Where what the screen says does not make typing suspicious."""

    surfaces: tuple[Pattern, ...] = ()
    apps: tuple[Pattern, ...] = ()
    domains: tuple[Pattern, ...] = ()


class Policy(_Part):
    """What may be done without asking. Every rule that has something to say gives its answer, and the strictest holds."""

    version: Literal[1] = 1
    name: str = Field(default="policy", max_length=200)
    actions: Verbs = Verbs()
    apps: Names = Names()
    domains: Names = Names()
    targets: Places = Places()
    sensitive: dict[Sensitive, Verdict] = Field(default={}, description="By class of sensitive acts; what is left out asks.")
    exceptions: tuple[Unless, ...] = ()
    reads: Verdict = Field(default="allow", description="Acts that leave all as it is.")
    edits: Verdict = Field(default="allow", description="Acts that can be undone.")
    commits: Verdict = Field(default="ask", description="Acts that cannot be undone, of no class.")
    unreadable: Verdict = Field(default="ask", description="Pressing what has no words, or words in a script that no rule reads.")
    untrusted_typing: Verdict = Field(default="ask", description="Typing after untrusted text was read, where it is not trusted.")
    untrusted_orders: Verdict = Field(
        default="ask", description="Changing something after untrusted text was read that reads like an order to an agent."
    )
    untrusted_leaving: Verdict = Field(default="ask", description="Opening another site after untrusted text was read.")
    confidence: Confidence = Confidence()
    autonomy: MostAutonomy = MostAutonomy()
    trusted: Trusted = Trusted()
    redaction: tuple[Pattern, ...] = Field(default=(), description="Words, or /regular expressions/, that no trace may show.")
    on_denial: Literal["block", "replan"] = Field(
        default="block", description="Whether a denial ends the run, or is told the planner."
    )

    def trusts(self, surface: str, app: str, url: str) -> bool:
        """True if what is said there does not make typing suspicious."""
        host = host_of(url)
        return (
            any(matches(each, surface, denying=False) for each in self.trusted.surfaces)
            or any(matches(each, app, denying=False) for each in self.trusted.apps if app)
            or any(host_matches(each, host, denying=False) for each in self.trusted.domains)
        )

    def verdict_on(self, kind: Sensitive, role: Role | None, names: Iterable[str], app: str, host: str) -> tuple[Verdict, str]:
        """The answer to a class of acts at a place, and where in the policy it stands."""
        called = tuple(names)
        for i, each in enumerate(self.exceptions):
            if kind in each.sensitive and each.where.fits(role, called, app, host, denying=each.sensitive[kind] != "allow"):
                return each.sensitive[kind], f"exceptions[{i}].sensitive.{kind}"
        return self.sensitive.get(kind, "ask"), f"sensitive.{kind}"


def host_of(url: str) -> str:
    """The host of an address, in lower case; empty if it has none."""
    try:
        return (urlsplit(url).hostname or "").rstrip(".")
    except ValueError:
        return ""


DEFAULT_POLICY = Policy(name="default", sensitive=dict.fromkeys(CLASSES, "ask"))

# What each class of sensitive acts is, in words for people.
CLASS_WORDS: Mapping[Sensitive, str] = MappingProxyType(
    {
        "buy": "buys, orders, books or subscribes",
        "pay": "pays or moves money",
        "submit": "submits or confirms something",
        "send": "sends something to others",
        "publish": "shows something to others",
        "delete": "deletes or discards something",
        "overwrite": "replaces what was there",
        "save": "saves, applies or moves something",
        "log_in": "logs in",
        "account": "changes an account, or logs out",
        "system_setting": "changes how the system works",
        "permission": "grants a permission, or accepts terms",
        "install": "installs or updates software",
        "execute": "runs a script, command, query or macro",
        "upload": "hands a file over",
        "download": "fetches a file",
        "slider_drag": "moves a slider, which takes effect at once",
        "print": "prints",
        "quit": "ends a program",
    }
)
