VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
export PYTHON

.DEFAULT_GOAL := help
.PHONY: help demo test lint bench clean

help:  ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-7s %s\n", $$1, $$2 }' Makefile

demo: $(VENV)/.has-all  ## Install, then print the blueprints of three recorded dumps beside their sizes, fill a form on a simulated page, and run a task to the question before its last step
	@echo; echo "== A Windows program (under Wine), as UI Automation XML: blueprints/notepad/dump.xml"
	@$(BIN)/lumos blueprint blueprints/notepad/dump.xml --sizes 2>&1
	@echo; echo "== A Linux program, as AT-SPI XML: blueprints/calculator/dump.xml"
	@$(BIN)/lumos blueprint blueprints/calculator/dump.xml --sizes 2>&1
	@echo; echo "== A web page, as Chrome DevTools JSON: blueprints/login/dump.json"
	@$(BIN)/lumos blueprint blueprints/login/dump.json --sizes 2>&1
	@echo; echo "== A simulated browser: a form is filled by the actions of blueprints/browser/demo.actions, and a wrong one is refused"
	@$(BIN)/lumos sim blueprints/browser --secrets blueprints/browser/demo-secrets.json < blueprints/browser/demo.actions
	@echo; echo "== A run: blueprints/invoice/task.json copies an invoice into a form beside it, and asks before it submits"
	@$(BIN)/lumos run blueprints/invoice/task.json --approve none; test $$? -eq 4
	@echo; echo "== The answer is yes: the run goes on in a new process, and ends"
	@$(BIN)/lumos approve last
	@echo; echo "== What happened, step by step, on one page"
	@$(BIN)/lumos show last

test: $(VENV)/.has-test  ## Install what the tests need, then run all of them
	@bash .ci/install-desktop
	@$(BIN)/python -m pytest -n auto

lint: $(VENV)/.has-lint  ## Check style, formatting, types, imports and schema files
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/lumos schemas --check

bench: $(VENV)/.has-all  ## Measure speed, memory and size, as ratios against yardsticks of the same run
	@$(BIN)/python -m benchmarks

clean:  ## Remove the virtual environment and what tools have cached
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

# Stamps: an installation is repeated only when pyproject.toml has changed.
EXTRAS_all := all
EXTRAS_test := all,test
EXTRAS_lint := all,test,lint

$(VENV)/.has-%: pyproject.toml $(VENV)/.made
	@echo "Installing lumos-layer[$(EXTRAS_$*)] into $(VENV)"
	@$(PIP) --editable ".[$(EXTRAS_$*)]"
	@touch $@

$(VENV)/.made: .ci/make-venv
	@bash .ci/make-venv $(VENV)
	@touch $@
