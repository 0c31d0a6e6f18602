"""`python -m benchmarks`: the repository's own dumps and small generated ones, in one to two minutes."""

from __future__ import annotations

from benchmarks import deltas, diffing, executing, perception, pointing, sizes
from benchmarks.recorded import OWN_FOLDERS

if __name__ == "__main__":
    print("Speed and memory, bytes to compact blueprint, against a parse of the same bytes alone\n")
    perception.main(["--rounds", "3", "--nodes", "10000", "--nodes", "20000"])
    print("\nWhat changed: matching and edit script, against reading the second dump\n")
    diffing.main(["--nodes", "5000", "--nodes", "20000"])
    print("\nSize in tokens, raw and as blueprints without their headers, by view and boxes\n")
    sizes.main([str(folder) for folder in OWN_FOLDERS[:1]])
    print("\nTokens of what changed from look to look, against whole blueprints\n")
    deltas.main([])
    print("\nSpeed of the hit test\n")
    pointing.main(["--nodes", "1000", "--nodes", "10000"])
    print("\nWhole steps of the executor\n")
    executing.main(["--nodes", "1000"])
