"""Many files or other things, one function, all cores: no one's failure is another's loss."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Generic, TypeVar

Asked = TypeVar("Asked", bound=Hashable)  # a file, or what else is asked about
Answer = TypeVar("Answer")


def for_each(
    files: Sequence[Asked],
    act: Callable[[Asked], Answer],
    failed: Callable[[Asked, str], Answer],
    jobs: int | None = None,
    done: Callable[[Answer], None] | None = None,
) -> list[Answer]:
    """What `act` answers for each file, in their order, by `jobs` processes (default: one a core).

    Where it raises or its process is ended, `failed` answers, given what happened. `done` is called with each answer as it comes.
    """
    run = _Run(act, failed, done)
    jobs = min(jobs or os.cpu_count() or 1, max(len(files), 1))
    # A process that is ended takes its pool with it: what was not answered then is asked again, each file in a process of its own.
    for file in run.ask(files, _pool(jobs)):
        if run.ask([file], _processes(1)):
            run.answer(file, failed(file, "Its process was ended."))
    return [run.answers[file] for file in files]


def _pool(jobs: int) -> Executor:
    return ThreadPoolExecutor(1) if jobs == 1 else _processes(jobs)


def _processes(jobs: int) -> Executor:
    """Fresh processes, because a fork would copy the threads of whoever asks."""
    return ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_serve)


def _serve() -> None:
    """In a process of a pool: an interrupt from the keyboard is for the asker, and where the asker is killed this one ends too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if (asker := parent_process()) is not None:
        Thread(target=_ended_with, args=(asker,), daemon=True).start()


@contextmanager
def _unheard() -> Iterator[None]:
    """Inside, an interrupt waits: processes that are begun here do not hear it before they can say that it is not for them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ended_with(asker: BaseProcess) -> None:
    asker.join()
    os._exit(1)


class _Run(Generic[Asked, Answer]):
    def __init__(
        self, act: Callable[[Asked], Answer], failed: Callable[[Asked, str], Answer], done: Callable[[Answer], None] | None
    ) -> None:
        self._act, self._failed, self._done = act, failed, done
        self.answers: dict[Asked, Answer] = {}

    def ask(self, files: Sequence[Asked], pool: Executor) -> list[Asked]:
        """Answers what can be answered; the files whose process was ended, or ended before their turn, are returned."""
        try:
            unanswered = self._asked(files, pool)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
        pool.shutdown()
        left = set(unanswered)
        return [file for file in files if file in left]

    def _asked(self, files: Sequence[Asked], pool: Executor) -> list[Asked]:
        unanswered: list[Asked] = []
        waiting: dict[Future[Answer], Asked] = {}
        with _unheard():
            for file in files:
                try:
                    waiting[pool.submit(self._act, file)] = file
                except BrokenProcessPool:
                    unanswered.append(file)
        try:
            return unanswered + self._answered(waiting)
        except BaseException:
            for future in waiting:  # by hand: a pool that nobody holds any more forgets that it was told to cancel
                future.cancel()
            raise

    def _answered(self, waiting: Mapping[Future[Answer], Asked]) -> list[Asked]:
        """Takes answers as they come; the files whose process was ended are returned."""
        unanswered: list[Asked] = []
        for future in as_completed(waiting):
            file, error = waiting[future], future.exception()
            if isinstance(error, BrokenProcessPool):
                unanswered.append(file)
            else:
                words = f"{type(error).__name__}: {error}"
                self.answer(file, future.result() if error is None else self._failed(file, words))
        return unanswered

    def answer(self, file: Asked, answer: Answer) -> None:
        self.answers[file] = answer
        if self._done is not None:
            self._done(answer)
