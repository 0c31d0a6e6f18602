"""How good the verifier is on endings: `python -m benchmarks.endings DIR… [--check] [--no-audit] [--json]`.

An *ending* is a JSON document (every `*.json` below the folders; a file holds one or a list of them) that says what was wanted, how
it ended, and what was really achieved. Printed are precision, recall and false completions, and every requirement that was judged
wrongly. No ending and no judge is a model's: the figures are those of the probes alone.

    {
      "name": "toast-lies",                  how it is called in the report
      "kind": "a toast that lies",           what makes it tricky, in a few words; figures are told by kind
      "goal": "Save the notes",
      "requirements": [                      lumos_layer.state.requirement: id, description, hint, depends_on, check
        {"id": "saved", "description": "notes.txt holds Hello",
         "check": {"type": "file", "path": "/notes.txt", "contains": "Hello"}}
      ],
      …how it ended: either a simulated app or looks, see below…
      "done": {"saved": false},              for every requirement: whether it is really met at the very end
      "why": "The toast says Saved, the file is as it was."
    }

With a simulated app, what is done really happens, and files, stored values and screens are the app's own:

      "app": "editor",                       a folder of blueprints/, a path of a folder or app.json beside the ending, or a whole
                                             app document in place (schemas/app.schema.json)
      "acts": [                              in this order, one step each
        {"type": "set_text", "text": "Hello", "on": {"role": "textbox", "name": "Document"}},
        {"type": "press_key", "key": "Control+S"},
        {"type": "wait", "seconds": 2}
      ]
                                             an action as planners write it, but with `on`, a locator of the simulator, in place of
                                             `ref` (of a drag `on` and `onto`); an act whose outcome is not done is still taken. Add
                                             "boundary": true to let the verifier look right after it

With looks, everything is told as it was seen, the oldest first:

      "looks": [
        {"title": "Mail", "url": "", "size": [800, 600], "dialect": "uia", "app": "Mail",
         "rows": [{"role": "window", "name": "Mail"},
                  {"level": 1, "role": "checkbox", "name": "Receipt", "checked": "true"}]},
        {"dump": "after.xml",                a dump beside the ending, in place of rows; `format` where it cannot be recognised
         "acts": [{"verb": "click", "role": "button", "name": "Send", "outcome": "done", "effect": true}],
                                             what was done since the look before (lumos_layer.state.probing.ActSeen)
         "files": {"/notes.txt": "Hi"}, "values": {"sent": 1},
         "commands": {"cat notes.txt": {"exit_code": 0, "output": "Hi"}}}
                                             what the machine holds from then on; null takes a file or value away. What no look says
                                             cannot be asked: such a probe is an error. A file is bytes if it is {"base64": "…"}
      ]
                                             rows are those of an app's screen. The verifier looks at every look; a look with
                                             "boundary": false is one that nobody saw

`"stale": true` beside either: the last acts came after the last look, which is all that there is to go by.
A requirement counts as *claimed* if it stands as verified at the end, once the gate and, unless `--no-audit`, the auditor have
weighed the claim to be done. A *false completion* is an ending whose claim to be done is accepted although a leaf is not met.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from lumos_layer.evaluation.endings import endings_in


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.endings", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--check", action="store_true", help="only read the endings")
    options = parser.parse_args(arguments)
    for where, ending in endings_in(options.folders):
        print(f"{where}: {ending.name} ({ending.kind}), {len(ending.requirements)} requirements")
    return 0


if __name__ == "__main__":
    sys.exit(main())
