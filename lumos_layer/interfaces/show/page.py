"""The page of a run: all its moments in one file, closed to everything outside of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson

from lumos_layer.interfaces.show.moments import facts_of, moments
from lumos_layer.interfaces.show.scenes import Scenes
from lumos_layer.interfaces.view.closed_page import closed_page, one_script, template
from lumos_layer.perception.observation import Observation
from lumos_layer.trace.journal import Entry, read
from lumos_layer.trace.place import RunPlace
from lumos_layer.trace.replaying import Replaying
from lumos_layer.trace.report import InteractionReport

_PACKAGE, _VIEW = "lumos_layer.interfaces.show", "lumos_layer.interfaces.view"
_DRAWING = ("elements", "facts", "changes", "drawing", "marking", "screen", "details")  # of the page of one look
# What the page of one look knows from its start, and this one puts in place from step to step.
_NOTHING_YET: dict[str, Any] = {
    "rows": [],
    "frame": None,
    "picture": None,
    "screen": {"focus": None, "omitted": {}, "warnings": []},
    "dump": {"name": "", "format": "", "nodes": 0, "bytes": 0, "tokens": 0},
    "before": {"name": "", "focus": None, "frame": None, "picture": None},
    "delta": {"told": True, "counts": {"added": 1}, "focus": False, "summary": "", "note": ""},
}


def page(run: RunPlace) -> str:
    """HTML of the whole run as its journal has it now. Raises DamagedRun, and OSError if it has no journal."""
    path = str(run.journal_file)
    replaying, scenes = Replaying(path, run.name), Scenes()

    def entries() -> Iterator[tuple[Entry, Observation | None]]:
        for entry in read(path):
            yield entry, replaying.add(entry)

    told = [facts_of(moment, scenes) for moment in moments(entries())]
    data = {**_NOTHING_YET, "run": _head(replaying.done().report), "table": scenes.table, "scenes": scenes.scenes, "moments": told}
    if run.kept_out:
        said: Any = run.without_words(orjson.loads(orjson.dumps(data)))
        data = said
    style = template(_VIEW, "page.css") + template(_PACKAGE, "page.css")
    parts = [template(_VIEW, f"script/{name}.js") for name in _DRAWING]
    script = one_script([*parts, *(template(_PACKAGE, f"script/{name}.js") for name in ("scenes", "step", "run"))])
    return closed_page(template(_PACKAGE, "page.html"), style, script, data)


def _head(report: InteractionReport) -> dict[str, Any]:
    counts = {name: len(getattr(report, name)) for name in ("completed", "failed", "blocked", "skipped")}
    return {
        **report.model_dump(mode="json", include={"run", "goal", "status", "summary", "started", "last", "steps"}),
        "counts": counts,
        "findings": len(report.safety_findings),
        "errors": len(report.errors),
    }
