"""What to do when a run is stuck: the cause, the remedy that fits it, and what has been in vain already."""
