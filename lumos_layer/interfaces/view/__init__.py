"""A dump to look at: one HTML page that needs nothing else, with the boxes of a screen beside its blueprint."""

from lumos_layer.interfaces.view.changes import Look, compare
from lumos_layer.interfaces.view.page import page
from lumos_layer.interfaces.view.picture import Picture

__all__ = ["Look", "Picture", "compare", "page"]
