"""Measurements of lumos_layer against yardsticks taken in the same run; README.md says how to run them."""
