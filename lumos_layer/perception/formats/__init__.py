"""The dialects, one module each. A new dialect is one module here and one line in FORMATS."""

from lumos_layer.perception.draft import JsonFormat, XmlFormat
from lumos_layer.perception.formats.android import ANDROID
from lumos_layer.perception.formats.atspi import ATSPI
from lumos_layer.perception.formats.browser import BROWSER
from lumos_layer.perception.formats.cdp import CDP
from lumos_layer.perception.formats.uia import UIA

FORMATS: tuple[XmlFormat | JsonFormat, ...] = (ATSPI, ANDROID, UIA, BROWSER, CDP)  # the order of recognition
