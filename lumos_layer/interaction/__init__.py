"""A run step by step, without a graph: each module is one kind of step."""
