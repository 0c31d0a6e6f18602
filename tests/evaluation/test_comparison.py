from __future__ import annotations

import json
from pathlib import Path

from lumos_layer.evaluation.comparison import Failed, Measured, compare, compare_all
from lumos_layer.evaluation.recall import Recall
from lumos_layer.perception import tokens
from tests.evaluation.screens import PNG_320_BY_200, button, dump, text

ORDERS = dump(button("Save") + text("Ready", y=40))


def measured(file: Path) -> Measured:
    row = compare(file)
    assert isinstance(row, Measured)
    return row


def test_sizes_are_those_of_what_is_printed(tmp_path: Path) -> None:
    file = tmp_path / "orders.xml"
    file.write_text(ORDERS, "utf-8")
    row = measured(file)
    compact = '{"surface":"main","title":"Orders","size":[640,480],"refs":"A","root":"A2","ui":["1.button Save","Ready"]}'
    assert (row.sizes.full.bytes, row.sizes.full.tokens) == (len(compact), tokens.count(compact))
    assert (row.sizes.raw.bytes, row.sizes.raw.tokens) == (len(ORDERS), tokens.count(ORDERS.rstrip()))
    assert row.sizes.minified.bytes < row.sizes.raw.bytes
    assert row.sizes.full.bytes < row.sizes.centres.bytes < row.sizes.boxes.bytes < row.sizes.object.bytes


def test_a_row_says_what_the_dump_is_and_what_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "orders.xml"
    file.write_text(ORDERS, "utf-8")
    row = measured(file)
    assert (row.file, row.folder, row.format, row.nodes) == (file.as_posix(), tmp_path.as_posix(), "uia", 3)
    assert row.recall == Recall(1, 1)
    assert (row.coverage, row.evidence) == (None, None)
    assert row.screenshot is not None
    assert (row.screenshot.width, row.screenshot.recorded) == (640, False)
    assert min(row.milliseconds.read, row.milliseconds.blueprint, row.milliseconds.print) > 0


def test_a_recording_and_a_picture_beside_the_dump_are_used(tmp_path: Path) -> None:
    (tmp_path / "step-000.xml").write_text(ORDERS, "utf-8")
    (tmp_path / "step-001.xml").write_text(ORDERS.replace("Ready", "Saved"), "utf-8")
    (tmp_path / "step-000.png").write_bytes(PNG_320_BY_200)
    step = {"before": "step-000", "after": "step-001", "action": {"type": "click", "target": {"name": "Save"}}}
    (tmp_path / "steps.json").write_text(json.dumps({"steps": [step]}), "utf-8")
    before, after = measured(tmp_path / "step-000.xml"), measured(tmp_path / "step-001.xml")
    assert before.screenshot is not None
    assert (before.screenshot.width, before.screenshot.recorded) == (320, True)
    assert before.coverage is not None
    assert (before.coverage.needed, before.coverage.full_apart, before.evidence) == (1, 1, None)
    assert after.evidence is not None
    assert (after.coverage, after.evidence.facts, after.evidence.shown) == (None, 1, 1)


def test_a_screen_before_that_cannot_be_read_gives_no_evidence(tmp_path: Path) -> None:
    (tmp_path / "step-000.xml").write_text("nothing", "utf-8")
    (tmp_path / "step-001.xml").write_text(ORDERS, "utf-8")
    (tmp_path / "steps.json").write_text('{"steps": [{"before": "step-000", "after": "step-001", "action": {}}]}', "utf-8")
    assert measured(tmp_path / "step-001.xml").evidence is None


def test_estimates_need_no_tokenizer(tmp_path: Path) -> None:
    file = tmp_path / "orders.xml"
    file.write_text(ORDERS, "utf-8")
    row = compare(file, "estimate")
    assert isinstance(row, Measured)
    assert row.sizes.raw.tokens == tokens.estimate(ORDERS.rstrip())


def test_a_file_that_cannot_be_compared_is_a_row_that_says_why(tmp_path: Path) -> None:
    (tmp_path / "words.xml").write_text("only words", "utf-8")
    unknown, missing = compare(tmp_path / "words.xml"), compare(tmp_path / "none.xml")
    assert isinstance(unknown, Failed)
    assert unknown.error.startswith("This is no accessibility dump of a known dialect")
    assert missing == Failed(
        file=f"{tmp_path.as_posix()}/none.xml", folder=tmp_path.as_posix(), error="Cannot be read: No such file or directory."
    )


def test_many_files_are_rows_in_their_order(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("b.xml", "none.xml", "a.xml")]
    for file in (files[0], files[2]):
        file.write_text(ORDERS, "utf-8")
    rows = compare_all(files, jobs=2)
    assert [(type(row).__name__, row.file.rsplit("/", 1)[1]) for row in rows] == [
        ("Measured", "b.xml"), ("Failed", "none.xml"), ("Measured", "a.xml"),
    ]  # fmt: skip
