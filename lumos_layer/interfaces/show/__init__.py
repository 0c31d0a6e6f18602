"""A run to look at: one HTML page that needs nothing else, with each step's screen, action, decision and what came of it."""

from lumos_layer.interfaces.show.page import page

__all__ = ["page"]
