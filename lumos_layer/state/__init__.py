"""What is wanted, what is known and what is proven: the agent's state, which only the decisions of a verifier change.

transitions.py holds the one function that applies a decision, with its rules; every change is an event (events.py), from which the
state can be made again.
"""
