"""For tests of one's own: what every environment has to keep to, as checks and as a state machine; strategies; fixtures.

`conformance` needs nothing more than the library; the rest needs its extra `testing`.
"""
