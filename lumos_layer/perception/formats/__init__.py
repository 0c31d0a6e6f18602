"""The dialects, one module each. A new dialect is one module here and one line in FORMATS."""

from lumos_layer.perception.draft import JsonFormat, TextFormat, XmlFormat
from lumos_layer.perception.formats.android import ANDROID
from lumos_layer.perception.formats.aria_snapshot import ARIA_SNAPSHOT
from lumos_layer.perception.formats.atk_text import ATK_TEXT
from lumos_layer.perception.formats.atspi import ATSPI
from lumos_layer.perception.formats.axtree_text import AXTREE_TEXT
from lumos_layer.perception.formats.browser import BROWSER
from lumos_layer.perception.formats.cdp import CDP
from lumos_layer.perception.formats.chromium_text import CHROMIUM_TEXT
from lumos_layer.perception.formats.control_identifiers import CONTROL_IDENTIFIERS
from lumos_layer.perception.formats.insights import INSIGHTS
from lumos_layer.perception.formats.ios import IOS
from lumos_layer.perception.formats.mac_ax import MAC_AX
from lumos_layer.perception.formats.notes import NOTES
from lumos_layer.perception.formats.ocr import HOCR, OCR, OCR_TSV
from lumos_layer.perception.formats.uia import UIA
from lumos_layer.perception.formats.uia_json import UIA_JSON

# In the order of recognition: a looser dialect after those that it could be taken for.
FORMATS: tuple[XmlFormat | JsonFormat | TextFormat, ...] = (
    ATSPI,
    ANDROID,
    IOS,
    UIA,
    BROWSER,
    HOCR,
    CDP,
    INSIGHTS,
    NOTES,
    MAC_AX,
    UIA_JSON,
    OCR,
    ARIA_SNAPSHOT,
    AXTREE_TEXT,
    CHROMIUM_TEXT,
    CONTROL_IDENTIFIERS,
    ATK_TEXT,
    OCR_TSV,
)
