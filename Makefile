# make run    the main job on a board that comes with hexlos: its LOS matrix and a picture
# make test   the checks: ruff, mypy, pytest (what .ci/run calls)
# make sanitize  the kernels built with gcc's sanitizers, and tests that trace much (.ci/run too)
# make view   the page to explore that board, in the browser
# make pictures, make lint, make bench, make clean
#
# The first target called makes .venv, installs into it and builds the kernels; later ones reuse
# that until a kernel, the list of files or the packaging changes.

.DELETE_ON_ERROR:
.PHONY: build run view pictures test lint ruff mypy pytest sanitize bench clean

FIT := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c '$(FIT)' 2>/dev/null && { echo $$p; break; }; done)
BIN := .venv/bin
BOARD := woodland
HEX := L6

SOURCES := $(wildcard ext/*.pyx ext/*.pxd ext/*.h)
# A checksum of the names: the strict editable install links file by file, so a new one needs it.
NAMES := $(shell find plugin ext boards seeds -type f ! -name '*.so' ! -name '*.pyc' \
	| LC_ALL=C sort | cksum | cut -d' ' -f1)
TOOLS := .venv/.tools
INSTALLED := build/.installed-$(NAMES)
KERNELS := build/.kernels

build: $(KERNELS)

$(TOOLS): pyproject.toml
	@test -n "$(PYTHON)" || { echo "hexlos needs Python 3.11 or later" >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --disable-pip-version-check "pip>=25.1"
	$(BIN)/python -m pip install -q --group dev
	@touch $@

# A stamp has the time at which its job began: what changes meanwhile is newer.
$(INSTALLED): $(TOOLS) setup.py
	@mkdir -p build && rm -f build/.installed-* && touch build/.began
	$(BIN)/python -m pip install -qq --no-build-isolation -e . --config-settings editable_mode=strict
	@mv build/.began $@

# Installing builds the kernels too; here only those changed since are built again.
$(KERNELS): $(INSTALLED) $(SOURCES)
	@touch build/.began
	@test -z "$$(find $(SOURCES) -newer $(INSTALLED))" || \
		{ echo "building kernels"; $(BIN)/python setup.py -q build_ext --inplace; }
	@mv build/.began $@

run: build
	@mkdir -p out
	$(BIN)/hexlos matrix $(BOARD) -o out/$(BOARD).npz
	$(BIN)/hexlos fan $(BOARD) $(HEX) -o out/$(BOARD)-fan.png

view: build
	$(BIN)/hexlos view $(BOARD)

# those of the README
pictures: build
	@mkdir -p out/pictures
	$(BIN)/hexlos fan hills Q6 -o out/pictures/fan.png
	$(BIN)/hexlos los hills I6 U3 --picture out/pictures/los.png
	$(BIN)/hexlos heat village --from N7,Q7:1 -o out/pictures/heat.png
	$(BIN)/hexlos diff desert --ssr steppe -o out/pictures/diff.png
	$(BIN)/python docs/pictures/small.py docs/pictures out/pictures/*.png

ruff: build
	$(BIN)/ruff check .

mypy: build
	$(BIN)/mypy

pytest: build
	$(BIN)/python -m pytest -n auto --dist worksteal

lint: ruff mypy

test: ruff mypy pytest

# A second build of the kernels, beside the first, that stops at the first bad access or overflow.
# -w: warnings are told of by the first build. Reports come from C, past what pytest captures.
SANITIZED := build/sanitized
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=all
PRELOADED = $(foreach lib,asan.so ubsan.so stdc++.so.6,$(shell gcc -print-file-name=lib$(lib)))
CHECKED = PYTHONPATH=$(CURDIR)/$(SANITIZED)/lib PYTHONMALLOC=malloc LD_PRELOAD="$(PRELOADED)" \
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 $(BIN)/python
TRACING := $(addprefix tests/unit/test_,art.py bulk.py crops.py fan.py maps.py one_line.py \
		reach.py runs.py sides.py) \
	$(addprefix tests/rules/test_,buildings.py bypass.py depressions.py hillsides.py railroads.py)
CHECKS := -m pytest -q -x --capture=sys -n auto --dist worksteal

sanitize: build
	CC=gcc LDFLAGS="$(SANITIZERS)" HEXLOS_CFLAGS="-O1 -g1 -w $(SANITIZERS)" \
		$(BIN)/python setup.py -q build --parallel 4 \
		--build-base $(SANITIZED) --build-lib $(SANITIZED)/lib
	$(CHECKED) -c "import hexlos.ext as e; assert '$(SANITIZED)' in e.__file__, e.__file__"
	$(CHECKED) $(CHECKS) $(TRACING)
	HEXLOS_FUZZ_LINES=500 $(CHECKED) $(CHECKS) -m slow tests/props/test_fuzz.py

bench: build
	$(BIN)/python -m pytest tests/bench/bench_*.py

clean:
	rm -rf build dist out .mypy_cache .pytest_cache .ruff_cache .hypothesis .benchmarks
	rm -f ext/*.so
