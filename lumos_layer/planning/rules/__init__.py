"""The planner that follows rules: goals and steps in words to actions, without a model.

reading.py takes sentences apart; goals_english.py, english.py and korean.py hold what they can say, commands.py what plain goals
are made of. doing.py leads from each kind of step to what it comes to on a screen, exploring.py says where to look for what is not
there. planner.py goes from step to step: turn.py makes the plans, dialogs.py and seeking.py see to what is in the way or missing,
twice.py to what may have been done already, ending.py to the end.
"""

from lumos_layer.planning.rules.planner import RulePlanner

__all__ = ["RulePlanner"]
