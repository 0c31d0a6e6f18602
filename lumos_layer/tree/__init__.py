"""What a UI is: boxes, roles, nodes and the tree that they form."""

from lumos_layer.tree.geometry import Rect, box
from lumos_layer.tree.node import Affordance, Node, Scroll, Tristate
from lumos_layer.tree.region import Region
from lumos_layer.tree.role import Role
from lumos_layer.tree.tree import Tree, tree_of

__all__ = ["Affordance", "Node", "Rect", "Region", "Role", "Scroll", "Tree", "Tristate", "box", "tree_of"]
