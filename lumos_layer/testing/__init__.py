"""For tests of one's own: what every environment has to keep to."""
