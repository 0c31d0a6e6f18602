"""Where actions happen: the port that every environment keeps, its clock, and the simulator behind it."""
