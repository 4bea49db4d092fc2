# make demo, make test: all that is needed on a machine with Python 3.11, g++ and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NATIVE := CMakeLists.txt $(wildcard native/*.h native/bind/*)

.PHONY: demo test check format bench clean

demo: $(VENV)/.installed
	@echo
	@echo '$$ assay score examples/harbour.xml'
	@$(BIN)/assay score examples/harbour.xml
	@echo
	@echo '$$ assay compare examples/harbour.xml'
	@$(BIN)/assay compare examples/harbour.xml
	@echo
	@echo '$$ assay compare examples/harbour.xml -o build/report.html'
	@mkdir -p build && $(BIN)/assay compare examples/harbour.xml -o build/report.html
	@echo 'wrote build/report.html: open it in a browser'

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n 2

check: $(VENV)/.installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/house

format: $(VENV)/.installed-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.installed-dev
	$(BIN)/python bench/run.py

clean:
	rm -rf $(VENV) build .mypy_cache .pytest_cache .ruff_cache .hypothesis

# A stamp is as new as what was installed: nothing is installed twice, and a changed kernel is built again.
$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml $(NATIVE)
	$(BIN)/python -m pip install --quiet --editable '.[report]'
	@touch $@

$(VENV)/.installed-dev: $(VENV)/bin/python pyproject.toml $(NATIVE)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@ $(VENV)/.installed
