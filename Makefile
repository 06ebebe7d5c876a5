# Every target does its own set-up. Needed: Python 3.10 or newer, Git, make.

PYTHON ?= python3
TOOLS := .venv
NOX := $(TOOLS)/bin/nox
READY := $(TOOLS)/.ready

.DEFAULT_GOAL := help
.PHONY: help demo test lint types wheel clean

help:
	@echo "make demo    build both sample sites and show the sitemaps that were written"
	@echo "make test    run every test, each host in an environment of its own"
	@echo "make lint    ruff: rules and format"
	@echo "make types   mypy and pyright"
	@echo "make wheel   build the sdist and the wheel into dist/ and check what is in them"
	@echo "make clean   remove all that the above made"
	@echo
	@echo "One part of the tests alone: $(NOX) -s mkdocs -- -k robots    (names: $(NOX) -l)"

demo: $(READY)
	@$(NOX) -t demo
	@$(TOOLS)/bin/python sample_sites/show.py build/demo/mkdocs build/demo/pelican

test: $(READY)
	@$(NOX) -t test

lint types wheel: $(READY)
	@$(NOX) -s $@

clean:
	rm -rf $(TOOLS) .nox .cache build dist
	rm -rf .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache

$(READY): Makefile
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || { \
		echo "$(PYTHON) is missing or older than 3.10; name another: make PYTHON=python3.12"; \
		exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) cannot make virtual environments: it has no ensurepip."; \
		echo "On Debian and Ubuntu: apt install python3-venv"; \
		exit 1; }
	@echo "Installing nox and uv into $(TOOLS) ..."
	@$(PYTHON) -m venv $(TOOLS)
	@$(TOOLS)/bin/python -m pip install --quiet --disable-pip-version-check \
		"nox>=2026.7.11" "uv>=0.8"
	@touch $@
