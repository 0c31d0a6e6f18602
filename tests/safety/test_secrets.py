"""A secret is filled in where it belongs, and nowhere else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.errors import InputError
from lumos_layer.perception.draft import Draft
from lumos_layer.perception.observation import Observation
from lumos_layer.safety.case import Case
from lumos_layer.safety.confined import Confined
from lumos_layer.safety.policy import DEFAULT_POLICY
from lumos_layer.safety.review import review
from lumos_layer.safety.secrets import KeptSecret, SecretStore, load_secrets
from lumos_layer.tree import Node, Role
from tests.safety.scenes import SHOP

PIN = "quince-42-canary"
