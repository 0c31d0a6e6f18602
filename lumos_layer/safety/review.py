"""May this action happen? Every rule gives its opinion, and the strictest holds; RULES is the whole list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from lumos_layer.actions import BY_TYPE
from lumos_layer.actions.documents import LOOKING
from lumos_layer.actions.effects import Effect
from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.actions.open_app import OpenApp
from lumos_layer.actions.open_url import OpenUrl
from lumos_layer.actions.press_key import PressKey
from lumos_layer.actions.sensitive import CLASSES, Sensitive, classes_in
from lumos_layer.actions.set_text import SetText
from lumos_layer.actions.switch_window import SwitchWindow
from lumos_layer.actions.type_text import TypeText
from lumos_layer.perception.observation import Observation
from lumos_layer.safety.case import Case
from lumos_layer.safety.credentials import BY_NAME, CALLED_SO, CREDENTIALS, PASTED, typed
from lumos_layer.safety.decision import Decision, Risk, Verdict, strictest
from lumos_layer.safety.finding import Finding
from lumos_layer.safety.instructions import suspicions
from lumos_layer.safety.legible import legible
from lumos_layer.safety.patterns import host_matches, matches
from lumos_layer.safety.policy import CLASS_WORDS, Names, Policy, host_of
from lumos_layer.safety.pressing import pressed
from lumos_layer.safety.scene import Scene
from lumos_layer.safety.sensitive import classes_of, standing
from lumos_layer.safety.shortcuts import PASTING
from lumos_layer.tree import Role

# What each class may cost.
RISKS: dict[Sensitive, Risk] = {
    "buy": "high", "pay": "high", "delete": "high", "overwrite": "high", "account": "high", "permission": "high", "install": "high",
    "system_setting": "high", "execute": "high",
    "submit": "medium", "send": "medium", "publish": "medium", "log_in": "medium", "upload": "medium",
    "slider_drag": "medium", "quit": "medium", "save": "low", "download": "low", "print": "low",
}  # fmt: skip
_HIGHER: dict[Risk, int] = {"low": 0, "medium": 1, "high": 2}
_BY_EFFECT: dict[Effect, Risk] = {"reads": "low", "edits": "low", "commits": "medium"}
_LEAVING = (OpenApp, OpenUrl, SwitchWindow)  # they lead away from where one is


@dataclass(frozen=True)
class Asked:
    """One action that is reviewed, with all that the rules look at. `effect` is what it does after its surroundings were seen."""

    grounded: GroundedAction
    observation: Observation
    policy: Policy
    case: Case
    findings: tuple[Finding, ...]
    effect: Effect
    scene: Scene

    @property
    def standing(self) -> tuple[Finding, ...]:
        return standing(self.findings)

    @property
    def verb(self) -> str:
        return self.grounded.action.verb()

    @property
    def control(self) -> bool:
        return self.grounded.action.control

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(words.text for words in self.scene.own_words)

    @property
    def app(self) -> str:
        return self.observation.app

    @property
    def host(self) -> str:
        return host_of(self.observation.url)

    @property
    def role(self) -> Role | None:
        return None if self.scene.node is None else self.scene.node.role


Rule = Callable[[Asked], Decision | None]


def review(grounded: GroundedAction, observation: Observation, policy: Policy, case: Case) -> Decision:
    """Whether the action may be done, by the strictest of all rules, with the rule's name; `classes` are all that it belongs to."""
    asked = _asked(grounded, observation, policy, case)
    answer = strictest(opinions(asked))
    classes = tuple(dict.fromkeys(each.kind for each in asked.standing))
    risk = max((answer.risk, *(RISKS[kind] for kind in classes)), key=_HIGHER.__getitem__)
    return answer.model_copy(update={"classes": classes, "risk": risk})


def opinions(asked: Asked) -> list[Decision]:
    """What every rule says that has something to say, in the order of RULES."""
    return [said for rule in RULES if (said := rule(asked)) is not None]


def _asked(grounded: GroundedAction, observation: Observation, policy: Policy, case: Case) -> Asked:
    findings = classes_of(grounded, observation)
    scene = Scene(grounded, observation)
    return Asked(grounded, observation, policy, case, findings, _effect(scene, findings), scene)


def _effect(scene: Scene, findings: tuple[Finding, ...]) -> Effect:
    """What the act does by its own words, made more by what was found around it, or less where that explains the words away."""
    said = scene.grounded.effect
    if standing(findings):
        return "commits"
    if said == "commits" and (findings or pressed(scene)):
        return "reads" if scene.node is not None and scene.node.role is Role.LINK else "edits"
    return said


def _says(asked: Asked, verdict: Verdict, rule: str, why: str, risk: Risk | None = None) -> Decision:
    return Decision(verdict=verdict, rule=rule, why=why, risk=risk or _BY_EFFECT[asked.effect])


def forbidden(asked: Asked) -> Decision | None:
    """The task forbids this type of action, or this class of sensitive acts."""
    for word in asked.case.constraints.forbidden_actions:
        meant = word.strip().lower().replace(" ", "_").replace("-", "_")
        kinds = {meant} if meant in CLASSES else set() if meant in BY_TYPE else set(classes_in(word, sentence=True))
        if asked.verb == meant or any(each.kind in kinds for each in asked.standing):
            return _says(asked, "deny", "forbidden", f"The task forbids {word}.")
        if meant not in BY_TYPE and not kinds and asked.effect != "reads":
            return _says(asked, "ask", "forbidden", f"The task forbids {word!r}, which is no type or class of acts.", "medium")
    return None


def actions(asked: Asked) -> Decision | None:
    """The policy denies this type of action, or does not list it."""
    listed = asked.policy.actions
    if asked.verb in listed.deny:
        return _says(asked, "deny", "actions.deny", f"The policy denies {asked.verb}.")
    if listed.allow and asked.verb not in listed.allow and not asked.control:
        return _says(asked, "deny", "actions.allow", f"{asked.verb} is not among the actions that the policy allows.")
    return None


def apps(asked: Asked) -> Decision | None:
    """The policy or the task does not allow acting in this app, or opening that one."""
    action = asked.grounded.action
    if asked.control or (asked.effect == "reads" and asked.verb in LOOKING):
        return None
    app = action.app if isinstance(action, OpenApp) else None if isinstance(action, _LEAVING) else asked.app
    if app is None:
        return None
    if found := _listed(asked, asked.policy.apps, app, "apps", lambda each, denying: matches(each, app, denying=denying)):
        return found
    allowed = asked.case.constraints.allowed_apps
    host = "" if isinstance(action, OpenApp) else asked.host
    if allowed and not any(
        each and (matches(each, app, denying=False) or host_matches(each, host, denying=False)) for each in allowed
    ):
        return _says(asked, "deny", "allowed_apps", f"{app or 'This app'} is not among the apps of the task.")
    return None


def domains(asked: Asked) -> Decision | None:
    """The policy does not allow acting on this site, or opening that one."""
    action = asked.grounded.action
    here = not asked.control and not isinstance(action, _LEAVING) and not (asked.effect == "reads" and asked.verb in LOOKING)
    urls = [action.url] if isinstance(action, OpenUrl) else [asked.observation.url] if here else []
    node = asked.scene.node
    if node is not None and node.url and pressed(asked.scene):
        urls.append(node.url)
    for host in map(host_of, urls):
        if host or isinstance(action, OpenUrl):
            found = _listed(asked, asked.policy.domains, host, "domains", partial(_host_fits, host))
            if found:
                return found
    if isinstance(action, OpenUrl) and asked.case.constraints.allowed_apps:
        host = host_of(action.url)
        if not any(each and host_matches(each, host, denying=False) for each in asked.case.constraints.allowed_apps):
            return _says(asked, "deny", "allowed_apps", f"{host or action.url} is not among the sites of the task.")
    return None


def _host_fits(host: str, pattern: str, denying: bool) -> bool:
    return host_matches(pattern, host, denying=denying)


def _listed(asked: Asked, names: Names, name: str, field: str, fits: Callable[[str, bool], bool]) -> Decision | None:
    shown = name or "what has no name"
    if (pattern := next((each for each in names.deny if fits(each, True)), None)) is not None:
        return _says(asked, "deny", f"{field}.deny", f"The policy denies {shown} by {pattern!r}.")
    if names.allow and not any(fits(each, False) for each in names.allow):
        return _says(asked, "deny", f"{field}.allow", f"{shown} is not among the {field} that the policy allows.")
    return None


def targets(asked: Asked) -> Decision | None:
    """The policy denies this element, asks about it, or does not list it."""
    if asked.scene.node is None or asked.control:
        return None
    listed = asked.policy.targets

    for field, verdict in (("deny", "deny"), ("ask", "ask")):
        for i, place in enumerate(getattr(listed, field)):
            if place.fits(asked.role, asked.names, asked.app, asked.host, denying=True):
                return _says(asked, verdict, f"targets.{field}[{i}]", f"The policy says {verdict} for this element.", "medium")  # type: ignore[arg-type]
    name = asked.scene.name_of(asked.scene.i or 0)
    changing = asked.effect != "reads"
    if (
        listed.allow
        and changing
        and not any(place.fits(asked.role, (name,), asked.app, asked.host, denying=False) for place in listed.allow)
    ):
        return _says(asked, "deny", "targets.allow", f"{name or 'The element'} is not among the elements that the policy allows.")
    return None


def secrets(asked: Asked) -> Decision | None:
    """A secret is asked for where it does not belong."""
    return None if asked.case.secret_rule is None else asked.case.secret_rule(asked.grounded, asked.observation)


def credentials(asked: Asked) -> Decision | None:
    """Plain text goes into a field that keeps a secret, or is called like one: credentials are given by name, or by a person."""
    node = asked.scene.node
    words = typed(asked.grounded.action)
    if node is None or not words:
        return None
    if node.protected:
        verdict: Verdict = "ask" if words == PASTED else "deny"
        return _says(asked, verdict, CREDENTIALS, f"The field keeps a secret. {BY_NAME}", "high")
    if CALLED_SO.search(" ".join(asked.names)) and words != PASTED and "type" in node.can:
        return _says(asked, "ask", CREDENTIALS, f"The field is called like one of a secret. {BY_NAME}", "high")
    return None


def autonomy(asked: Asked) -> Decision | None:
    """The act is more than may be done alone."""
    most = asked.policy.autonomy
    if asked.control or asked.effect == "reads":
        return None
    if most.level == "look":
        return _says(asked, "deny", "autonomy.level", "The policy allows only looking.")
    if most.level == "confirm" or (most.level == "edits" and asked.effect == "commits"):
        return _says(asked, "ask", "autonomy.level", f"The policy leaves alone no more than {most.level!r}.")
    if most.acts is not None and asked.case.acts >= most.acts:
        return _says(asked, "ask", "autonomy.acts", f"{asked.case.acts} acts were done since a person was asked.")
    return None


def confidence(asked: Asked) -> Decision | None:
    """The planner is not sure enough of an act that changes something."""
    wanted = asked.policy.confidence
    if asked.control or asked.effect == "reads" or asked.case.confidence >= wanted.threshold:
        return None
    why = f"The planner is sure of it by {asked.case.confidence:.2f}; the policy wants {wanted.threshold:.2f}."
    return _says(asked, wanted.below, "confidence", why, "medium")


def sensitive(asked: Asked) -> Decision | None:
    """The act belongs to a class of sensitive acts: the strictest answer of the policy to its classes."""
    said = [_on(asked, each) for each in asked.standing]
    return strictest(said) if said else None


def _on(asked: Asked, finding: Finding) -> Decision:
    verdict, where = asked.policy.verdict_on(finding.kind, asked.role, asked.names, asked.app, asked.host)
    why = f"It {CLASS_WORDS[finding.kind]}: {finding.evidence}."
    return Decision(verdict=verdict, rule=f"{where} ({finding.rule})", why=why, risk=RISKS[finding.kind])


def untrusted_typing(asked: Asked) -> Decision | None:
    """Text is typed after the planner has read what nobody vouches for."""
    if not _suspicious(asked) or not _types(asked):
        return None
    return _says(asked, asked.policy.untrusted_typing, "untrusted_typing", "It types after untrusted text was read.", "medium")


def _types(asked: Asked) -> bool:
    action = asked.grounded.action
    if isinstance(action, PressKey):
        written = action.key.lower() in PASTING or (len(action.key) == 1 and action.key != " ")
        return written and "type" in (asked.scene.node.can if asked.scene.node else ())
    return isinstance(action, TypeText | SetText) and action.text != ""


def _suspicious(asked: Asked) -> bool:
    look = asked.observation
    trusted = asked.case.trusted or asked.policy.trusts(look.surface, look.app, look.url)
    return asked.case.read_untrusted and not trusted


def untrusted_orders(asked: Asked) -> Decision | None:
    """Something is changed after the planner has read what reads like an order, and nobody vouches for."""
    if asked.control or asked.effect == "reads" or not _suspicious(asked):
        return None
    if not (asked.case.read_orders or suspicions(asked.observation)):
        return None
    why = "It changes something after untrusted text was read that reads like an order to an agent."
    return _says(asked, asked.policy.untrusted_orders, "untrusted_orders", why, "medium")


def untrusted_leaving(asked: Asked) -> Decision | None:
    """Another site is opened after the planner has read what nobody vouches for: an address can carry away what it holds."""
    url = _opens(asked) if _suspicious(asked) else ""
    if not url:
        return None
    host = host_of(url)
    listed = (*asked.policy.domains.allow, *asked.policy.trusted.domains)
    if (host and host == asked.host) or any(host_matches(each, host, denying=False) for each in listed):
        return None
    why = f"It opens {host or url!r} after untrusted text was read."
    return _says(asked, asked.policy.untrusted_leaving, "untrusted_leaving", why, "medium")


def _opens(asked: Asked) -> str:
    """The address that is opened: any by name; by a link only one that carries more than the way to a page."""
    action, node = asked.grounded.action, asked.scene.node
    if isinstance(action, OpenUrl):
        return action.url
    if node is None or not node.url or not pressed(asked.scene):
        return ""
    return node.url if any(sign in node.url for sign in "?#@") or not host_of(node.url) else ""


def unreadable(asked: Asked) -> Decision | None:
    """Something is pressed of which nobody can tell what it does: it has no words, or none that the rules can read."""
    if not pressed(asked.scene) or asked.effect == "reads" or asked.standing or asked.scene.node is None:
        return None
    if legible(asked.scene):
        return None
    words = asked.scene.name_of(asked.scene.i or 0)
    why = f"Nobody can tell what the {asked.role} {words!r} does." if words else f"The {asked.role} has no words."
    return _says(asked, asked.policy.unreadable, "unreadable", why, "medium")


def effect(asked: Asked) -> Decision | None:
    """What the act does to the world: reads, edits or commits; steering the run itself is always allowed."""
    if asked.control:
        return _says(asked, "allow", "control", f"{asked.verb} leaves the screen as it is.")
    if asked.effect == "commits" and asked.standing:
        return None  # its classes say
    verdict: Verdict = getattr(asked.policy, asked.effect)
    return _says(asked, verdict, asked.effect, f"It {_EFFECTS[asked.effect]}.")


_EFFECTS: dict[Effect, str] = {
    "reads": "leaves all as it is",
    "edits": "can be undone",
    "commits": "cannot be undone, or others see it",
}

# Those that deny come first: of equally strict answers the first is told.
RULES: tuple[Rule, ...] = (
    forbidden, actions, apps, domains, targets, secrets, credentials, autonomy, sensitive, confidence, untrusted_typing,
    untrusted_orders, untrusted_leaving, unreadable, effect,
)  # fmt: skip
