from __future__ import annotations

import pytest

from lumos_layer.testing.conformance import CHECKS, Check
from tests.conformance.subjects import SUBJECTS


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", SUBJECTS)
def test_every_environment_keeps_to_the_same_rules(name: str, check: Check) -> None:
    check(SUBJECTS[name])
