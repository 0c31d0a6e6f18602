"""What happened, as data: events, journal, the folder of a run, its report and replay."""
