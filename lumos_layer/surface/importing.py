"""Carrying a session (its cookies) from where it is into a profile, once a person has allowed it. No value passes through here."""

from __future__ import annotations

from typing import Protocol

from pydantic import BaseModel, ConfigDict

from lumos_layer.errors import ApprovalRefused, ImportFailed, NotOwner
from lumos_layer.surface.imports import shown
from lumos_layer.surface.leases import Lease
from lumos_layer.surface.records import ImportRecord
from lumos_layer.surface.registry import Surfaces


class OneDomain(Protocol):
    """What takes the cookies of one domain and of no other."""

    def put(self, name: str, value: str) -> None: ...


class Jar(Protocol):
    """The cookies of one profile, kept by the environment."""

    @property
    def profile(self) -> str: ...

    def of(self, domain: str) -> OneDomain: ...


class Source(Protocol):
    """Where a session can be had from, such as a browser's own store. It hands its cookies to the jar itself."""

    @property
    def name(self) -> str: ...

    def domains(self) -> int:
        """Of how many domains it has cookies."""
        ...

    def pour(self, domain: str, into: OneDomain) -> None:
        """Put the cookies of the domain, and of no other, into the jar."""
        ...


class Imported(BaseModel):
    """All that the runtime hears of an import (A21)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: str
    domain: str
    domains: int


def ask_import(surfaces: Surfaces, lease: Lease, source: Source, domain: str) -> ImportRecord:
    """Ask a person whether the source's cookies of one domain may be used on this surface; nothing is read of it."""
    return surfaces.imports.ask(lease, source.name, domain, source.domains())


def carry_out(surfaces: Surfaces, lease: Lease, id: str, source: Source, jar: Jar) -> Imported:
    """Do an import that a person has approved; it works once, for this surface, its profile, that source and that one domain.

    Raises ApprovalRefused if it was not approved or is for something else, ImportFailed where the source or the jar fails, without
    their words, and what `Surfaces.check` raises.
    """
    lease.check()
    asked = surfaces.imports.find(id)
    if (asked.surface, asked.agent) != (lease.surface, lease.agent):
        raise NotOwner(lease.surface, lease.agent, asked.agent)
    if jar.profile != asked.profile:
        raise NotOwner(f"{asked.surface} (profile {jar.profile})", lease.agent)
    if shown(source.name) != asked.source:
        raise ApprovalRefused(id, f"it is for the source {asked.source!r}.")
    surfaces.imports.use(id)
    if failed := _failed(source, asked.domain, jar):
        raise ImportFailed(id, asked.source, failed)
    return Imported(source=asked.source, domain=asked.domain, domains=asked.domains)


def _failed(source: Source, domain: str, jar: Jar) -> str:
    """Of what kind the error is that kept the cookies from being handed over; empty: none. Its words may hold their values."""
    try:
        source.pour(domain, jar.of(domain))
    except Exception as problem:  # noqa: BLE001 - whatever it raises may quote a value
        return type(problem).__name__
    return ""
