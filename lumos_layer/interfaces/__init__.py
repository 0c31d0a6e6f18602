"""The ways in from outside: the command line and the published schemas."""
