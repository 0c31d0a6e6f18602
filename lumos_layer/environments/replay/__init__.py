"""Recorded sessions that play back: docs/replay.md says what a recording is and what counts as the same act."""
