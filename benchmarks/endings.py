"""How good the verifier is on endings: `python -m benchmarks.endings DIR… [--judge MODEL] [--auditor MODEL] [--json]`.

An *ending* is a JSON document (every `*.json` below the folders; a file holds one or a list of them) that says what was wanted, how
it ended, and what was really achieved. Printed are precision, recall and false completions, and every requirement that was judged
wrongly. Without --judge and --auditor no model is asked: the figures are those of the probes alone. With them a chat model (as
`provider:model`) reads what the probes do not understand beside proof, and may refute a claim.

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

With `--unknown-words` only endings are played in which something is not met, and every word of a screen that the verifier's lists
know to speak against it (verification/words.toml) is taken for a made-up word of the same script, the same one each time; controls
keep their names, and so do words that a requirement asks for. What is claimed falsely then would be so on any page whose words the
lists lack.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.table import table
from lumos_layer.errors import LumosError
from lumos_layer.evaluation.endings import endings_in
from lumos_layer.evaluation.made_up import MadeUp
from lumos_layer.evaluation.playing import Judged, judged
from lumos_layer.verification.auditor import EvidenceAuditor
from lumos_layer.verification.judge import ModelJudge
from lumos_layer.verification.metrics import Tally
from lumos_layer.verification.model_auditor import ModelAuditor


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.endings", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--no-audit", action="store_true", help="take what the gate lets pass, without an auditor")
    parser.add_argument("--judge", metavar="MODEL", help="a chat model that reads what the probes do not understand")
    parser.add_argument("--auditor", metavar="MODEL", help="a chat model that may refute a claim, after the auditor of the probes")
    parser.add_argument("--unknown-words", action="store_true", help="play what must not be believed, in words that no list knows")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    options = parser.parse_args(arguments)
    judge = ModelJudge(options.judge) if options.judge else None
    auditor = ModelAuditor(options.auditor) if options.auditor else None if options.no_audit else EvidenceAuditor()
    results: list[Judged] = []
    broken: list[str] = []
    for where, ending in endings_in(options.folders):
        try:
            seen_as = MadeUp(ending).look if options.unknown_words else None
            if options.unknown_words and all(ending.done.values()):
                continue
            results.append(judged(ending, where.parent, judge=judge, auditor=auditor, seen_as=seen_as))
        except LumosError as problem:
            broken.append(f"{where} ({ending.name}): {problem}")
    print(_as_json(results, broken) if options.json else _told(results, broken))
    return 1 if broken or any(each.false_completion for each in results) else 0


def _tally(results: Sequence[Judged]) -> Tally:
    return sum((each.tally for each in results), Tally())


def _told(results: Sequence[Judged], broken: Sequence[str]) -> str:
    kinds = sorted({each.kind for each in results})
    rows = [_row(kind, [each for each in results if each.kind == kind]) for kind in kinds] + [_row("all", results)]
    head = ("kind", "endings", "requirements", "met", "precision", "recall", "false claims", "false completions")
    lines = [table(head, rows), ""]
    for each in results:
        lines += [f"{each.name}: {miss}" for miss in each.misses]
    lines += [f"cannot be played: {each}" for each in broken]
    return "\n".join(lines)


def _row(kind: str, results: Sequence[Judged]) -> tuple[str | int | float | None, ...]:
    tally = _tally(results)
    false = sum(each.false_completion for each in results)
    return (kind, len(results), tally.total, tally.met, tally.precision, tally.recall, tally.false_claims, false)


def _as_json(results: Sequence[Judged], broken: Sequence[str]) -> str:
    tally = _tally(results)
    figures = {"precision": tally.precision, "recall": tally.recall, "false_claims": tally.false_claims}
    false = [each.name for each in results if each.false_completion]
    misses = {each.name: each.misses for each in results if each.misses}
    told = {"endings": len(results), "requirements": tally.total, **figures, "false_completions": false}
    return json.dumps({**told, "misses": misses, "broken": list(broken)}, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    sys.exit(main())
