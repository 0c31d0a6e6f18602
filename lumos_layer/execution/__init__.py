"""From an action to its outcome: one act at a time, looked at before and after, and judged by what came of it."""

from __future__ import annotations

from lumos_layer.execution.executor import Executor
from lumos_layer.execution.memory import Begun, Memory, OutcomesInMemory
from lumos_layer.execution.settling import Patience

__all__ = ["Begun", "Executor", "Memory", "OutcomesInMemory", "Patience"]
