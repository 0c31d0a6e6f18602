from __future__ import annotations

import json
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.errors import DamagedDump, InputError, LimitExceeded
from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats.ocr import HOCR, OCR, OCR_TSV, Scan, Word, joined, lines_of, scan, scan_tsv
from lumos_layer.perception.limits import DEFAULT
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.xml import read_xml
from lumos_layer.tree import Rect, Role, tree_of

TABLE = """\
level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext
1\t1\t0\t0\t0\t0\t0\t0\t1024\t700\t-1\t
2\t1\t1\t0\t0\t0\t25\t9\t120\t30\t-1\t
3\t1\t1\t1\t0\t0\t25\t9\t120\t30\t-1\t
4\t1\t1\t1\t1\t0\t25\t9\t95\t10\t-1\t
5\t1\t1\t1\t1\t1\t25\t9\t40\t8\t50.0\tUntitled
5\t1\t1\t1\t1\t2\t68\t0\t5\t26\t80\t-
5\t1\t1\t1\t1\t3\t77\t9\t43\t10\t93.5\tNotepad
4\t1\t1\t1\t2\t0\t25\t29\t95\t10\t-1\t
5\t1\t1\t1\t2\t1\t25\t29\t40\t8\t0\t\u0020
5\t1\t1\t1\t2\t2\t68\t29\t50\t10\t70\t저장
"""

HOCR_PAGE = """\
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>page</title><meta name='ocr-system' content='tesseract'/></head>
<body><div class='ocr_page' id='page_1' title='image "bbox 9 9 9 9.png"; bbox 0 0 1024 700; ppageno 0'>
<div class='ocr_carea' title="bbox 25 9 120 19"><p class='ocr_par' title="bbox 25 9 120 19">
<span class='ocr_caption' id='line_1' title="bbox 25 9 120 19; baseline 0 -2">
<span class='ocrx_word' title='bbox 25 9 65 17; x_wconf 50'>Untitled</span>
<span class='ocrx_word' title='bbox 68 0 73 26; x_wconf 80'><strong>-</strong></span>
<span class='ocrx_word' title='bbox 77 9 120 19 ; x_wconf 93.5'><em>Notepad</em></span></span>
<span class='ocrx_line' title="bbox 0 30 90 40">Only a line</span>
<span class='ocrx_word' title='bbox 0 50 90 60; x_wconf 40'>alone</span></p></div></div></body></html>
"""


def texts(draft: Draft) -> list[str]:
    assert len(draft.places) in (0, len(draft.nodes))
    assert list(tree_of(draft.nodes, list(draft.parents)).ends) == list(draft.ends)
    return [node.name for node in draft.nodes if node.role is Role.TEXT]


def read(document: object) -> Scan:
    document = orjson.loads(json.dumps(document))
    assert OCR.recognises(document)
    return scan(document)


def told(document: object) -> list[tuple[str, Rect | None, float | None]]:
    """Text, box and confidence of each line."""
    found = read(document)
    nodes = found.draft.nodes
    return [(node.name, node.bounds, found.confidence.get(i)) for i, node in enumerate(nodes) if node.role is Role.TEXT]


def word(text: str, x: int, y: int, width: int, height: int = 20) -> Word:
    return Word(text, Rect(x, y, width, height), None, "")


def rect(x: int, y: int, right: int, bottom: int) -> list[list[int]]:
    """The corners of a box."""
    return [[x, y], [right, y], [right, bottom], [x, bottom]]


# Words to lines


def test_words_that_stand_close_together_are_a_line() -> None:
    words = [word("world", 60, 11, 50), word("Hello", 0, 10, 50), word("!", 112, 12, 4, 16)]
    assert [line.text for line in lines_of(words)] == ["Hello world !"]


def test_words_far_apart_or_below_each_other_are_lines_of_their_own() -> None:
    words = [
        word("File", 0, 0, 40),
        word("Edit", 70, 0, 40),
        word("Name", 0, 30, 40),
        word("of", 45, 30, 20),
        word("file", 70, 30, 30),
    ]
    lines = lines_of(words)
    assert [(line.text, line.bounds) for line in lines] == [
        ("File", Rect(0, 0, 40, 20)),
        ("Edit", Rect(70, 0, 40, 20)),
        ("Name of file", Rect(0, 30, 100, 20)),
    ]


def test_small_lines_beside_a_large_word_are_not_mixed() -> None:
    words = [
        word("BIG", 0, 0, 100, 60),
        word("one", 140, 2, 40),
        word("three", 140, 38, 50),
        word("two", 185, 2, 40),
        word("four", 195, 38, 40),
    ]
    assert [line.text for line in lines_of(words)] == ["BIG", "one two", "three four"]


def test_scripts_without_blanks_are_joined_without_and_korean_with() -> None:
    assert joined([word("設", 0, 0, 20), word("定", 21, 0, 20)]).text == "設定"
    assert joined([word("설정", 0, 0, 40), word("저장", 48, 0, 40)]).text == "설정 저장"
    assert joined([word("設定", 0, 0, 40), word("確認", 90, 0, 40)]).text == "設定 確認"


def test_arabic_and_hebrew_words_are_read_from_right_to_left() -> None:
    assert [line.text for line in lines_of([word("بالعالم", 0, 0, 60), word("مرحبا", 70, 0, 60)])] == ["مرحبا بالعالم"]


def test_long_words_count_more_for_the_confidence_of_a_line() -> None:
    sure, unsure = Word("abcdefghi", None, 1.0, ""), Word("x", None, 0.0, "")
    assert joined([sure, unsure]).confidence == 0.9
    assert joined([Word("x", None, None, "")]).confidence is None


@given(st.lists(st.builds(word, st.text("ab", min_size=1), *[st.integers(-50, 50)] * 4), max_size=30))
def test_no_word_is_lost_or_doubled(words: list[Word]) -> None:
    before = sorted("".join(each.text for each in words))
    assert sorted("".join(line.text for line in lines_of(words)).replace(" ", "")) == before


# Tesseract's table


def test_a_table_gives_the_lines_that_it_numbers() -> None:
    assert OCR_TSV.recognises(TABLE)
    found = scan_tsv(TABLE)
    assert texts(found.draft) == ["Untitled - Notepad", "저장"]
    assert [node.bounds for node in found.draft.nodes] == [Rect(0, 0, 1024, 700), Rect(25, 9, 95, 10), Rect(25, 29, 95, 10)]
    assert (found.draft.size, found.draft.places) == ((1024, 700), ["line 2", "line 5", "line 9"])
    assert found.confidence == {1: 0.7091, 2: 0.7}


def test_a_blueprint_shows_the_lines() -> None:
    shown = json.loads(Observation(scan_tsv(TABLE).draft, OCR_TSV, "main", 0).blueprint().compact())
    assert (shown["ui"], shown["size"]) == (["Untitled - Notepad", "저장"], [1024, 700])


def test_a_table_of_pandas_has_one_more_column() -> None:
    header, *rows = TABLE.splitlines()
    dump = "\n".join([header, *(f"{i}\t{row}" for i, row in enumerate(rows))])
    assert texts(scan_tsv(dump).draft) == ["Untitled - Notepad", "저장"]


def test_a_table_of_several_pages_has_several_roots() -> None:
    second = TABLE.splitlines()[1:]
    dump = TABLE + "\n".join(row.replace("\t1\t", "\t2\t", 1) for row in second)
    assert list(scan_tsv(dump).draft.parents) == [-1, 0, 0, -1, 3, 3]


def test_rows_that_are_cut_off_or_absurd_are_counted() -> None:
    dump = TABLE + "5\t1\t1\n5\t1\t1\t1\t3\t1\tx\t0\t1\t1\t90\tlost\n5\t1\t1\t1\t3\t1\t99999999999\t0\t1\t1\t90\tfar\n"
    found = scan_tsv(dump)
    assert texts(found.draft) == ["Untitled - Notepad", "저장"]
    assert found.draft.warnings == ["Rows of the table that are cut off or no numbers, passed over: 3."]


def test_a_table_without_rows_is_refused() -> None:
    with pytest.raises(DamagedDump, match="no row"):
        scan_tsv(TABLE.splitlines()[0])


def test_other_tables_are_not_taken_for_it() -> None:
    assert not OCR_TSV.recognises("level\tname\n1\tx")
    assert not OCR_TSV.recognises("")


# hOCR


def hocr(dump: str) -> Draft:
    return read_xml(dump.encode(), [HOCR], DEFAULT)[1]


def test_hocr_gives_its_lines_and_words_that_stand_in_none() -> None:
    draft = hocr(HOCR_PAGE)
    assert texts(draft) == ["Untitled - Notepad", "Only a line", "alone"]
    lines = [node for node in draft.nodes if node.role is Role.TEXT]
    assert [node.bounds for node in lines] == [Rect(25, 9, 95, 10), Rect(0, 30, 90, 10), Rect(0, 50, 90, 10)]
    assert (lines[0].identifier, draft.size, draft.warnings) == ("line_1", (1024, 700), [])


def test_the_confidence_of_hocr_is_there_after_reading() -> None:
    from lumos_layer.perception.formats.ocr import hocr_reading

    reading, confidence = hocr_reading()
    draft = Draft()
    span = reading.node("span", {"class": "ocrx_word", "title": "bbox 0 0 9 9; x_wconf 93.5"})
    assert reading.with_text is not None
    draft.open(reading.with_text(span, "Hi"), -1, "span")
    reading.finish(draft)
    assert confidence == {0: 0.935}


def test_a_web_page_is_no_hocr() -> None:
    with pytest.raises(DamagedDump, match="web page"):
        hocr("<html><body><p>Hello</p></body></html>")


def test_hocr_is_known_by_its_root() -> None:
    assert HOCR.recognises("{http://www.w3.org/1999/xhtml}html", {})
    assert HOCR.recognises("div", {"class": "ocr_page"})
    assert not HOCR.recognises("hierarchy", {"rotation": "0"})
    assert not HOCR.recognises("node", {"class": "android.widget.Button"})


# JSON of many programs


def test_easyocr_and_rapidocr() -> None:
    assert told([[rect(10, 20, 60, 40), "Hello", 0.9], [rect(300, 20, 360, 40), "World", "0.8"]]) == [
        ("Hello", Rect(10, 20, 50, 20), 0.9),
        ("World", Rect(300, 20, 60, 20), 0.8),
    ]
    assert told([{"boxes": rect(10, 20, 60, 40), "text": "Hello", "confident": 0.9}]) == [("Hello", Rect(10, 20, 50, 20), 0.9)]
    assert told([[rect(10, 20, 60, 40), "A paragraph"]]) == [("A paragraph", Rect(10, 20, 50, 20), None)]


def test_paddleocr_old_and_new() -> None:
    old = [[[rect(10, 20, 60, 40), ["Hello", 0.9]], [rect(10, 60, 60, 80), ["World", 0.8]]]]
    new = {
        "res": {
            "input_path": "x.png",
            "rec_texts": ["Hello", "World"],
            "rec_scores": [0.9, 0.8],
            "rec_boxes": [[10, 20, 60, 40], [10, 60, 60, 80]],
            "rec_polys": [rect(10, 20, 60, 40), rect(10, 60, 60, 80)],
        }
    }
    served = {"results": [[{"confidence": 0.9, "text": "Hello", "text_region": rect(10, 20, 60, 40)}]]}
    expected = [("Hello", Rect(10, 20, 50, 20), 0.9), ("World", Rect(10, 60, 50, 20), 0.8)]
    assert told(old) == told(new) == expected
    assert told(served) == expected[:1]
    assert read(new).draft.places[1:] == ["/res/rec_texts/0", "/res/rec_texts/1"]


def test_pytesseract_by_columns_and_by_rows() -> None:
    columns = {
        "level": [1, 5, 5, 5],
        "page_num": [1, 1, 1, 1],
        "block_num": [0, 1, 1, 1],
        "par_num": [0, 1, 1, 1],
        "line_num": [0, 1, 1, 2],
        "word_num": [0, 1, 2, 1],
        "left": [0, 10, 70, 10],
        "top": [0, 20, 20, 60],
        "width": [800, 50, 50, 50],
        "height": [600, 20, 20, 20],
        "conf": ["-1", "90", 80, 70.5],
        "text": ["", "Hello", "World", "Bye"],
    }
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    expected = [("Hello World", Rect(10, 20, 110, 20), 0.85), ("Bye", Rect(10, 60, 50, 20), 0.705)]
    assert told(columns) == told(rows) == expected


def test_tesseract_js_tells_all_words_at_each_level_and_is_read_once() -> None:
    words = [
        {"text": "Hello", "confidence": 90, "bbox": {"x0": 10, "y0": 20, "x1": 60, "y1": 40}, "symbols": [{"text": "H"}]},
        {"text": "World", "confidence": 80, "bbox": {"x0": 70, "y0": 20, "x1": 120, "y1": 40}},
    ]
    line = {"text": "Hello World\n", "confidence": 85, "bbox": {"x0": 10, "y0": 20, "x1": 120, "y1": 40}, "words": words}
    block = {"text": "Hello World\n", "bbox": line["bbox"], "paragraphs": [{"lines": [line], "bbox": line["bbox"]}]}
    expected = [("Hello World", Rect(10, 20, 110, 20), 0.85)]
    assert told({"text": "Hello World\n", "blocks": [block]}) == expected
    assert told({"text": "Hello World\n", "blocks": [block], "lines": [line], "words": words}) == expected
    assert told({"data": {"words": words}}) == expected


def test_google_vision_with_and_without_the_full_annotation() -> None:
    def vertices(x: int, y: int, right: int, bottom: int) -> dict[str, Any]:
        return {"vertices": [{"x": x, "y": y}, {"x": right, "y": y}, {"x": right, "y": bottom}, {"x": x, "y": bottom}]}

    def full_word(text: str, *box: int) -> dict[str, Any]:
        return {"boundingBox": vertices(*box), "symbols": [{"text": c, "confidence": 0.5} for c in text], "confidence": 0.9}

    short = [
        {"locale": "en", "description": "Hello World\nBye", "boundingPoly": vertices(10, 20, 120, 80)},
        {"description": "Hello", "boundingPoly": vertices(10, 20, 60, 40)},
        {"description": "World", "boundingPoly": vertices(70, 20, 120, 40)},
        {"description": "Bye", "boundingPoly": vertices(10, 60, 60, 80)},
    ]
    words = [full_word("Hello", 10, 20, 60, 40), full_word("World", 70, 20, 120, 40), full_word("Bye", 10, 60, 60, 80)]
    page = {"width": 800, "height": 600, "blocks": [{"paragraphs": [{"words": words, "boundingBox": vertices(0, 0, 9, 9)}]}]}
    full = {"textAnnotations": short, "fullTextAnnotation": {"pages": [page], "text": "Hello World\nBye"}}
    boxes = [("Hello World", Rect(10, 20, 110, 20)), ("Bye", Rect(10, 60, 50, 20))]
    assert told({"responses": [{"textAnnotations": short}]}) == [(*each, None) for each in boxes]
    assert told({"responses": [full]}) == [(*each, 0.9) for each in boxes]
    assert read({"responses": [full]}).draft.size == (800, 600)


def test_a_corner_at_zero_may_be_left_out_as_google_does() -> None:
    corner = {"vertices": [{}, {"x": 50}, {"x": 50, "y": 20}, {"y": 20}]}
    assert told([{"text": "Hi", "boundingBox": {"vertices": corner["vertices"][1:]}}]) == [("Hi", Rect(0, 0, 50, 20), None)]


def test_amazon_lists_lines_and_their_words_and_only_ratios() -> None:
    def block(kind: str, text: str, left: float) -> dict[str, Any]:
        box = {"Width": 0.1, "Height": 0.05, "Left": left, "Top": 0.1}
        return {"BlockType": kind, "Confidence": 99.5, "Text": text, "Geometry": {"BoundingBox": box}, "Id": text}

    page = {"BlockType": "PAGE", "Geometry": {"BoundingBox": {"Width": 1.0, "Height": 1.0, "Left": 0.0, "Top": 0.0}}, "Id": "p"}
    answer = {"Blocks": [page, block("LINE", "Hello World", 0.1), block("WORD", "Hello", 0.1), block("WORD", "World", 0.2)]}
    assert told(answer) == [("Hello World", None, 0.995)]
    assert read(answer).draft.warnings == ["Boxes in other measures than pixels of a picture of known size, left out: 1."]
    sized = {**answer, "width": 1000, "height": 500}
    assert told(sized) == [("Hello World", Rect(100, 50, 100, 25), 0.995)]
    detections = [
        {"DetectedText": "Hello World", "Type": "LINE", "Id": 0, "Confidence": 98, "Geometry": block("", "", 0.1)["Geometry"]},
        {
            "DetectedText": "Hello",
            "Type": "WORD",
            "Id": 1,
            "ParentId": 0,
            "Confidence": 98,
            "Geometry": block("", "", 0.1)["Geometry"],
        },
    ]
    assert [each[0] for each in told({"TextDetections": detections})] == ["Hello World"]


def test_azure_in_its_four_forms() -> None:
    polygon = [10, 20, 120, 20, 120, 40, 10, 40]
    points = [{"x": 10, "y": 20}, {"x": 120, "y": 20}, {"x": 120, "y": 40}, {"x": 10, "y": 40}]
    words = [
        {"boundingBox": polygon, "text": "Hello", "confidence": 0.9},
        {"boundingBox": polygon, "text": "World", "confidence": 0.8},
    ]
    line = {
        "boundingBox": polygon,
        "appearance": {"style": {"name": "other", "confidence": 0.1}},
        "text": "Hello World",
        "words": words,
    }
    page = {"page": 1, "angle": 0.1, "width": 600, "height": 400, "unit": "pixel", "lines": [line]}
    read_api = {"status": "succeeded", "analyzeResult": {"version": "v3.2", "readResults": [page]}}
    image = {
        "readResult": {"blocks": [{"lines": [{"text": "Hello World", "boundingPolygon": points, "words": words}]}]},
        "metadata": {"width": 600, "height": 400},
    }
    document_page = {
        "pageNumber": 1,
        "width": 600,
        "height": 400,
        "unit": "pixel",
        "spans": [{"offset": 0, "length": 11}],
        "words": [{"content": "Hello", "polygon": polygon, "confidence": 0.9}],
        "lines": [{"content": "Hello World", "polygon": polygon, "spans": [{"offset": 0, "length": 11}]}],
    }
    document = {"analyzeResult": {"content": "Hello World", "pages": [document_page], "paragraphs": [{"content": "Hello World"}]}}
    oldest = {
        "language": "en",
        "regions": [
            {
                "boundingBox": "10,20,110,20",
                "lines": [
                    {
                        "boundingBox": "10,20,110,20",
                        "words": [{"boundingBox": "10,20,50,20", "text": "Hello"}, {"boundingBox": "70,20,50,20", "text": "World"}],
                    }
                ],
            }
        ],
    }
    where = Rect(10, 20, 110, 20)
    assert told(read_api) == told(image) == [("Hello World", where, 0.85)]
    assert told(document) == told(oldest) == [("Hello World", where, None)]
    assert read(read_api).draft.size == read(image).draft.size == read(document).draft.size == (600, 400)


def test_inches_are_no_pixels() -> None:
    line = {"boundingBox": [0.9, 0.6, 3.9, 0.6, 3.9, 1.0, 0.9, 1.0], "text": "A Simple PDF File"}
    page = {"page": 1, "width": 8.5, "height": 11, "unit": "inch", "lines": [line]}
    assert told({"recognitionResults": [page]}) == [("A Simple PDF File", None, None)]


def test_windows_ml_kit_ocr_space_and_doctr() -> None:
    windows = {
        "Lines": [
            {
                "Text": "Hi all",
                "Words": [
                    {"Text": "Hi", "BoundingRect": {"X": 10, "Y": 20, "Width": 20, "Height": 20}},
                    {"Text": "all", "BoundingRect": {"X": 40, "Y": 20, "Width": 30, "Height": 20}},
                ],
            }
        ]
    }
    ml_kit = {
        "textBlocks": [
            {
                "text": "Hi all",
                "lines": [
                    {
                        "text": "Hi all",
                        "boundingBox": {"left": 10, "top": 20, "right": 70, "bottom": 40},
                        "elements": [{"text": "Hi"}, {"text": "all"}],
                    }
                ],
            }
        ]
    }
    space = {
        "ParsedResults": [
            {
                "TextOverlay": {
                    "Lines": [
                        {
                            "LineText": "Hi all",
                            "Words": [
                                {"WordText": "Hi", "Left": 10, "Top": 20, "Height": 20, "Width": 20},
                                {"WordText": "all", "Left": 40, "Top": 20, "Height": 20, "Width": 30},
                            ],
                            "MaxHeight": 20,
                        }
                    ]
                },
                "ParsedText": "Hi all",
            }
        ]
    }
    doctr = {
        "pages": [
            {
                "page_idx": 0,
                "dimensions": [500, 1000],
                "blocks": [
                    {
                        "lines": [
                            {
                                "geometry": [[0.01, 0.04], [0.07, 0.08]],
                                "words": [
                                    {"value": "Hi", "confidence": 0.9, "geometry": [[0.01, 0.04], [0.03, 0.08]]},
                                    {"value": "all", "confidence": 0.9, "geometry": [[0.04, 0.04], [0.07, 0.08]]},
                                ],
                            }
                        ]
                    }
                ],
            }
        ]
    }
    for document in (windows, ml_kit, space):
        assert told(document) == [("Hi all", Rect(10, 20, 60, 20), None)]
    assert told(doctr) == [("Hi all", Rect(10, 20, 60, 20), 0.9)]
    assert read(doctr).draft.size == (1000, 500)


@pytest.mark.parametrize(
    "box",
    [
        {"bbox": [10, 20, 110, 40]},
        {"box": [10, 20, 100, 20]},
        {"bounds": "[10,20][110,40]"},
        {"x": 10, "y": 20, "width": 100, "height": 20},
        {"left": 10, "top": 20, "right": 110, "bottom": 40},
        {"polygon": rect(10, 20, 110, 40)},
        {"vertices": [{"x": 10, "y": 20}, {"x": 110, "y": 40}]},
        {"rect": {"x": 10, "y": 20, "w": 100, "h": 20}},
        {"x1": 10, "y1": 20, "x2": 110, "y2": 40},
        {"x0": 10, "top": 20, "x1": 110, "bottom": 40},
        {"points": [10, 20, 110, 20, 110, 40, 10, 40]},
        {"boundingBox": {"xMin": 10, "yMin": 20, "xMax": 110, "yMax": 40}},
    ],
)
def test_a_box_may_have_any_form(box: dict[str, Any]) -> None:
    assert told([{"text": "Hello World", "score": 0.5, **box}]) == [("Hello World", Rect(10, 20, 100, 20), 0.5)]


def test_confidences_of_a_hundred_are_percent() -> None:
    found = told([{"text": "a", "bbox": rect(0, 0, 9, 9), "conf": 1}, {"text": "b", "bbox": rect(90, 0, 99, 9), "conf": 96}])
    assert [each[2] for each in found] == [0.01, 0.96]


def test_several_pictures_have_several_roots() -> None:
    pages = [{"width": w, "height": 100, "lines": [{"text": f"p{w}", "bbox": rect(0, 0, 30, 10)}]} for w in (200, 300)]
    draft = read({"pages": pages}).draft
    assert [(node.name, node.bounds) for node in draft.nodes] == [
        ("", Rect(0, 0, 200, 100)),
        ("p200", Rect(0, 0, 30, 10)),
        ("", Rect(0, 0, 300, 100)),
        ("p300", Rect(0, 0, 30, 10)),
    ]
    assert draft.places == ["/pages/0", "/pages/0/lines/0", "/pages/1", "/pages/1/lines/0"]


def test_nothing_read_off_a_picture_can_be_acted_on() -> None:
    observation = Observation(read([{"text": "OK", "bbox": rect(0, 0, 30, 10)}]).draft, OCR, "main", 0)
    assert [observation.tree[i].can for i in observation.refs.values()] == []


def test_texts_are_cleaned() -> None:
    assert told([{"text": "a\u200b\u202e  b\n", "bbox": rect(0, 0, 30, 10)}])[0][0] == "a b"


# Damage and hostility


def test_what_is_no_text_or_box_is_passed_over() -> None:
    document = {
        "words": [
            {"text": "ok", "bbox": rect(0, 0, 30, 10)},
            {"text": 5, "bbox": []},
            "text",
            None,
            {"text": "no box", "bbox": {"x": "y"}},
        ]
    }
    assert [each[:2] for each in told(document)] == [("ok", Rect(0, 0, 30, 10)), ("no box", None)]


def test_absurd_numbers_are_no_box() -> None:
    found = told(
        [{"text": "far", "bbox": [[1e300, 0], [2, 2]], "conf": 0.5}, {"text": "ok", "bbox": rect(0, 0, 30, 10), "conf": -5}]
    )
    assert found == [("ok", Rect(0, 0, 30, 10), None), ("far", None, 0.5)]


def test_a_hundred_thousand_levels_are_refused() -> None:
    document: Any = {"text": "deep", "bbox": rect(0, 0, 30, 10)}
    for _ in range(100_000):
        document = [document]
    assert not OCR.recognises(document)
    with pytest.raises(LimitExceeded, match="depth"):
        scan(document)
    while isinstance(document, list):  # taken apart from the top, for Python does that by recursion
        document = document[0]


def test_a_document_without_texts_is_refused_with_advice() -> None:
    with pytest.raises(DamagedDump, match="text and a box"):
        scan({"words": []})


@pytest.mark.parametrize(
    "other",
    [
        [],
        {},
        None,
        "x",
        {"text": "only a text"},
        [{"text": "no box", "confidence": 0.5}],
        {
            "nodes": [
                {"nodeId": "1", "role": {"type": "role", "value": "button"}, "name": {"type": "computedString", "value": "Go"}}
            ]
        },
        {"views": [{"class": "android.widget.Button", "text": "Go", "bounds": [[0, 0], [9, 9]], "package": "x"}]},
        {
            "elements": [
                {"control_type": "Button", "text": "Go", "rect": {"left": 0, "top": 0, "right": 9, "bottom": 9}, "children": []}
            ]
        },
        {"format": "environment-notes/1", "notes": [{"kind": "note", "text": "x", "confidence": 0.5}]},
        {"ControlTypeId": 50000, "Properties": {"30001": {"Id": 30001, "Value": [1, 2, 3, 4], "TextValue": "[l=1,t=2,r=4,b=6]"}}},
        {"AXRole": "AXButton", "AXFrame": {"x": 1, "y": 2, "w": 3, "h": 4}, "AXTitle": "Go"},
    ],
)
def test_other_json_is_not_taken_for_it(other: object) -> None:
    assert not OCR.recognises(other)


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.sampled_from(
                [
                    "text",
                    "bbox",
                    "conf",
                    "words",
                    "lines",
                    "pages",
                    "blocks",
                    "width",
                    "height",
                    "vertices",
                    "rec_texts",
                    "left",
                    "top",
                    "symbols",
                ]
            ),
            inner,
        ),
    ),
    max_leaves=25,
)


@given(JSON)
def test_no_document_breaks_the_reader(document: Any) -> None:
    OCR.recognises(document)
    try:
        found = scan(document)
    except InputError:
        return
    assert all(0 <= sure <= 1 for sure in found.confidence.values())


@given(st.lists(st.lists(st.sampled_from(["1", "5", "-1", "x", "", "word", "99999999999999999999"]), max_size=14), max_size=12))
def test_no_table_breaks_the_reader(rows: list[list[str]]) -> None:
    try:
        scan_tsv("\n".join([TABLE.splitlines()[0], *("\t".join(row) for row in rows)]))
    except InputError:
        return
