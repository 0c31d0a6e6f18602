"""The command `lumos`, also as `python -m lumos_layer`. A person's interrupt ends it at any moment: one line, exit code 130."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any, NoReturn

INTERRUPTED = 130


def main() -> NoReturn:
    """Run the command. While nothing is under way (imports, the end of the process) an interrupt ends it on the spot."""
    heeded = signal.getsignal(signal.SIGINT) is not signal.SIG_IGN  # as whoever started this in the background wants it
    if heeded:
        signal.signal(signal.SIGINT, _stopped)
    from lumos_layer.interfaces.cli import app

    sys.unraisablehook = _raised_where_nobody_hears
    try:
        if heeded:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        app(prog_name="lumos")
        code: Any = 0
    except SystemExit as ended:
        code = ended.code
    except KeyboardInterrupt:
        _stopped()
    if code == INTERRUPTED:
        _leave()
    if heeded and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _stopped)
    sys.exit(code)


def _stopped(*_: object) -> NoReturn:
    os.write(2, b"Stopped.\n")
    _leave()


def _leave() -> NoReturn:
    """End at once: what is still under way in threads is waited for by nobody, and processes that work for this one end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError, RuntimeError):
            continue
    os._exit(INTERRUPTED)


def _raised_where_nobody_hears(problem: sys.UnraisableHookArgs) -> None:
    """An interrupt that comes while something is cleaned away would be lost there: it is sent once more."""
    if problem.exc_type is KeyboardInterrupt:
        os.kill(os.getpid(), signal.SIGINT)
    else:
        sys.__unraisablehook__(problem)


if __name__ == "__main__":
    main()
