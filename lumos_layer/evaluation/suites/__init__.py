"""Suites: tasks as data, run by planners under views, faults and switched-off parts; what came of it is judged apart from them."""
