from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _loopback_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the environment leads a model's client anywhere but to the server of a test."""
    for name in (
        "LANGSMITH_TRACING",
        "LANGSMITH_TRACING_V2",
        "LANGCHAIN_TRACING_V2",
        "OPENAI_BASE_URL",
        "OPENAI_API_BASE",
        "OPENAI_PROXY",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
