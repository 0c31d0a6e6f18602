"""From a goal and a blueprint to one action: planners behind one interface, and what they are told."""
