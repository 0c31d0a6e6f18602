"""A comparison as CSV: a line for each file, with every figure."""

from __future__ import annotations

import csv
from io import StringIO

from lumos_layer.evaluation.comparison import Failed
from lumos_layer.evaluation.summary import Report, column_names, figures


def spreadsheet(report: Report) -> str:
    """Lines end with CR LF, as RFC 4180 has it; what is not known of a file is empty."""
    names = column_names(report.files)
    written = StringIO()
    lines = csv.writer(written)
    lines.writerow(("file", "folder", "outcome", "error", "format", *names))
    for row in report.files:
        if isinstance(row, Failed):
            lines.writerow((row.file, row.folder, "failed", row.error, "", *("" for _ in names)))
        else:
            known = figures(row)
            lines.writerow((row.file, row.folder, "measured", "", row.format, *(known.get(name, "") for name in names)))
    return written.getvalue()
