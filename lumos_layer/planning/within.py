"""A call of somebody else's code that has to come to an end within a time."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from contextvars import copy_context
from threading import Thread
from typing import TypeVar

Answer = TypeVar("Answer")


class TooLong(Exception):
    """The call has not come to its end in time."""


def within(seconds: float, call: Callable[[], Answer]) -> Answer:
    """What the call gives, or raises. Raises TooLong where it takes longer; then it is left alone, since nobody can stop it.

    It runs in a thread of its own, in the context of whoever asks, and holds up no process that ends meanwhile.
    """
    answer: Future[Answer] = Future()
    context = copy_context()

    def run() -> None:
        try:
            answer.set_result(context.run(call))
        except BaseException as error:  # noqa: BLE001 - whatever it raises is raised where it was asked for
            answer.set_exception(error)

    Thread(target=run, daemon=True, name="lumos-within").start()
    try:
        return answer.result(seconds)
    except TimeoutError:
        if answer.done():
            raise
        raise TooLong from None
