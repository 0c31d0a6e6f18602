"""The planner that follows rules: goals and steps in words to actions, without a model.

reading.py takes sentences apart (english.py and korean.py hold what they can say, commands.py what plain goals are made of).
doing.py leads from each kind of step to what it comes to on a screen, exploring.py says where to look for what is not there, and
planner.py goes from step to step.
"""

from lumos_layer.planning.rules.planner import RulePlanner

__all__ = ["RulePlanner"]
