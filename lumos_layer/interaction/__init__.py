"""A run step by step, without a graph: prepare, look, recognise, interpret, plan, review, ask, execute, look back, decide, recover, report."""
