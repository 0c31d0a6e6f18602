"""The reports of a run, beside its journal."""

from __future__ import annotations

from lumos_layer.trace.cleaning import names_in
from lumos_layer.trace.folder import RunFolder
from lumos_layer.trace.journal import read
from lumos_layer.trace.markdown import markdown
from lumos_layer.trace.place import RunPlace
from lumos_layer.trace.replaying import Replayed, replay
from lumos_layer.trace.report import InteractionReport

_NAMES = names_in(InteractionReport.model_json_schema())


def replayed(run: RunPlace) -> Replayed:
    """The run made again from its journal. Raises DamagedRun, and OSError if it has none."""
    return replay(read(run.journal_file), str(run.journal_file), run.name)


def write_report(run: RunFolder) -> Replayed:
    """Write report.json and report.md of the run as its journal has it now; gives the run made again, with its report."""
    found = replayed(run)
    run.write(run.report_file, found.report.model_dump(mode="json"), _NAMES)
    run.write_text(run.readable_report_file, markdown(found.report))
    return found
