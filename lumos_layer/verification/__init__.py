"""Whether what is wanted has been achieved: by evidence that can be looked at, never by anybody's word.

probes.py answers what one check comes to; verifier.py makes decisions of it at the boundary of a subgoal; gate.py and auditor.py
weigh the claim that all is done; infeasible.py says when something cannot be had at all. Nothing here changes what it looks at.
"""
