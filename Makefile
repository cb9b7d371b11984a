# Two commands matter: `make run` plays, `make test` proves.  Both set up what is missing and work offline afterwards.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NODE := node_modules
ARGS ?=
# One test process more than there are cores, since many wait for a broker or a page; whole files to each, since a file
# shares what is expensive to set up, in the order of the folders, so that the short files of tests/unit come last and
# all processes end together.  A test that hangs fails after --timeout seconds with the stacks of its threads, far above
# what any takes on a busy machine.  ARGS="-n 0": only one process.  Every program that a test starts finds our modules
# compiled, also where the environment says that Python shall keep none, and keeps to one core: they are many.
WORKERS = $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
PYTEST = OPENCV_FOR_THREADS_NUM=1 OPENBLAS_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX= SDL_VIDEODRIVER=offscreen $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder

# What the wheels of Kivy and OpenCV need from the system, and what the tests use beside it.
APT_RUN := python3-venv libgl1 libegl1 libglib2.0-0 libmtdev1
APT_FIRMWARE := gcc libc6-dev gcc-avr avr-libc libsimavr-dev libelf-dev cppcheck
APT_TEST := $(APT_RUN) $(APT_FIRMWARE) chromium-headless-shell ffmpeg mosquitto mosquitto-clients espeak-ng gnumeric \
	ser2net
# 200 MB that only long tests need.
APT_LONG := obs-studio xvfb cage xwayland openbox webkit2gtk-driver firefox-esr

# What `make help` shows, in this order.
USUAL := run test check screens docs goldens packages clean
LISTED := sed -E 's/:.*\#\# /\t/' | expand -t 16

.DEFAULT_GOAL := help
.PHONY: windows windows-package opencv5 docs reference sbom audit container home-assistant node-red packages try-packages platforms test-full hostile bare firmware pico pico-emulator hardware soak-wheel mutants mutants-wheel help help-all run test test-all check lint types layers bench measure playout screens soak soak-eyes soak-tablet flood goldens accuracy stress certify rendered rulings findings lock kills clean fit

help: ## the targets that people need
	@for target in $(USUAL); do grep -hE "^$$target:.*## " $(firstword $(MAKEFILE_LIST)); done | $(LISTED)
	@echo "make help-all lists all targets"

help-all: ## all targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(firstword $(MAKEFILE_LIST)) | $(LISTED)

run: $(VENV)/.run playout build/manual/en/index.html ## set up and play: the tablet, or a simulated game without a display (ARGS="--help")
	@$(BIN)/python -m companion run $(ARGS)

# Without pictures, in a second; `make docs` puts the whole manual in its place.
build/manual/en/index.html: | $(VENV)/.run
	@$(BIN)/python -m manual.plain build/manual

test: $(VENV)/.test firmware playout ## set up and run the tests (ARGS=tests/unit/rules: one folder)
	@$(PYTEST) --timeout 600 -m "not long" $(ARGS)

test-all: $(VENV)/.test $(NODE)/.there firmware playout ## also the long tests, a sample of each (ARGS="-m long": only those)
	@sh .ci/system $(APT_LONG)
	@$(MAKE) -s build/kernel/.there || echo "without it: the tests of cameras at a real kernel are left out"
	@$(MAKE) -s pico-emulator || echo "without it: the tests of the wheel with a Pico are left out"
	@$(PYTEST) --timeout 1800 $(ARGS)
	@[ -n "$(ARGS)" ] || $(MAKE) -s opencv5

opencv5: $(VENV)/.test build/opencv5/.there ## the tests of vision with OpenCV 5 beside the pinned release
	@PYTHONPATH=build/opencv5 $(PYTEST) --timeout 1800 -p no:cacheprovider -m "not long" tests/unit/vision

build/opencv5/.there: .ci/opencv5.txt
	@rm -rf build/opencv5
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --target build/opencv5 -r $<
	@touch $@

test-full: $(VENV)/.test $(NODE)/.there firmware pico playout build/kernel/.there ## the long tests at their full size (an hour)
	@sh .ci/system $(APT_LONG)
	@$(PYTEST) --timeout 7200 -m long --full $(ARGS)

check: lint types layers test ## lint, types, layers and tests: before you send a change

lint: $(VENV)/.test $(NODE)/.there ## ruff, the check of prose, and eslint for the pages
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@PYTHONPATH=tests/support $(BIN)/python -m prose
	@$(NODE)/.bin/eslint --max-warnings 0 companion/web

types: $(VENV)/.test $(NODE)/.there ## mypy --strict, and tsc --strict for the pages
	@$(BIN)/mypy
	@$(NODE)/.bin/tsc --project .

layers: $(VENV)/.test ## import-linter
	@$(BIN)/lint-imports

bench: export PYTHONPATH := tests/bench:tests/support
bench: $(VENV)/.test playout ## measure speed; writes build/figures (BESIDE=FOLDER: another checkout by turns)
	@$(BIN)/python tests/bench/latency.py
	@$(BIN)/python tests/bench/eyes_speed.py
	@$(BIN)/python tests/bench/engine.py
	@$(BIN)/python tests/bench/playouts.py
	@$(BIN)/python tests/bench/lightness.py $(if $(BESIDE),. $(BESIDE))
	@$(if $(BESIDE),$(BIN)/python tests/bench/beside_build.py $(BESIDE))
	@$(if $(BESIDE),$(BIN)/python tests/bench/beside_eyes.py $(BESIDE) ../shared/recordings)
	@$(if $(PAWTRACK_LIBDOG),$(BIN)/python tests/bench/beside_cpp.py)

measure: export PYTHONPATH := tests/bench:tests/support
measure: $(VENV)/.test playout ## run one program of tests/bench (ARGS="ladder 125")
	@nice $(BIN)/python tests/bench/$(firstword $(ARGS)).py $(wordlist 2,99,$(ARGS))

playout: $(VENV)/.run ## compile the kernel for playouts, if there is a C compiler
	@$(BIN)/python companion/playout/build.py

firmware: ## the wheel's firmware and the emulated board
	@sh .ci/system $(APT_FIRMWARE)
	@$(MAKE) -s -C hardware/firmware all package build/libwheelcore.so
	@$(MAKE) -s -C hardware/sim

# The toolchain for the Pico takes 450 MB, so neither `make run` nor `make test` asks for it: its firmware lies ready in the
# package, and the emulator runs that.
pico: ## the wheel's firmware for a Raspberry Pi Pico, and the emulated Pico
	@sh .ci/system gcc-arm-none-eabi cppcheck
	@$(MAKE) -s -C hardware/firmware/pico all package
	@$(MAKE) -s pico-emulator

pico-emulator: hardware/sim/pico/node_modules/.package-lock.json
hardware/sim/pico/node_modules/.package-lock.json: hardware/sim/pico/package-lock.json
	@command -v npm >/dev/null || { echo "the emulated Pico needs npm (Debian: nodejs npm)" >&2; exit 2; }
	@npm ci --prefix hardware/sim/pico --ignore-scripts --no-audit --no-fund --silent
	@touch $@

hardware: $(VENV)/.run ## the wheel's printed parts, wiring and pictures (ARGS="stl wiring template pictures")
	@$(BIN)/python hardware/pictures/make.py $(ARGS)

soak-wheel mutants-wheel mutants: export PYTHONPATH := tests/bench:tests/support
soak-wheel: $(VENV)/.test firmware ## soak the wheel's core and codec; writes build/figures/wheel.md
	@nice $(BIN)/python tests/bench/wheel.py $(ARGS)

mutants-wheel: $(VENV)/.test firmware ## break the firmware in many ways; the tests must notice each
	@nice $(BIN)/python tests/bench/wheel_mutants.py $(ARGS)

mutants: $(VENV)/.test firmware playout ## break the product in small ways, room by room; the tests of a room must notice (an hour; ARGS="ui/presenters --count 9")
	@nice $(BIN)/python tests/bench/mutants.py $(ARGS)

kills: export PYTHONPATH := tests/bench:tests/support
kills: $(VENV)/.test ## kill a program at every call that changes its data folder; writes build/figures/kills.md
	@$(BIN)/python tests/bench/kills.py

screens: export PYTHONPATH := tests/support
screens: $(VENV)/.test ## draw every screen in every language into build/screens (ARGS="play_demo home")
	@SDL_VIDEODRIVER=offscreen $(BIN)/python -m gallery build/screens $(ARGS)

docs: export PYTHONPATH := tests/support
docs: reference ## build/manual: the manual in every language, with pictures, and the developers' pages
	@$(BIN)/python -m manual build/manual

reference: $(VENV)/.test ## write the generated pages of docs/reference again, in seconds
	@$(BIN)/python -m manual.reference

soak: $(VENV)/.test ## play 10,000 random games of every variant and check everything (an hour; ARGS="--games 500")
	@nice $(BIN)/python tests/soak/soak.py $(ARGS)

hostile: export PYTHONPATH := tests/support
hostile: $(VENV)/.test ## feed broken lines and files to every program that reads any (ARGS="--lines 2000 --files 50")
	@nice $(BIN)/python tests/soak/hostile.py $(ARGS)

soak-eyes: export PYTHONPATH := tests/support
soak-eyes: $(VENV)/.test ## read a board for an hour and watch the memory (ARGS="--minutes 5")
	@nice $(BIN)/python tests/soak/eyes_soak.py $(ARGS)

soak-tablet: export PYTHONPATH := tests/bench:tests/support
soak-tablet: $(VENV)/.test ## watch the memory of a tapped game, a camera game and a demo for an hour (ARGS="--minutes 20 --scenes demo")
	@$(BIN)/python tests/soak/tablet_soak.py $(ARGS)

flood: $(VENV)/.test ## a hostile crowd of viewers beside a simulated game, 10 minutes (ARGS="--minutes 1")
	@$(BIN)/python tests/soak/flood.py $(ARGS)

home-assistant: $(VENV)/.test build/home-assistant/.there ## a real Home Assistant follows a simulated game (15 minutes the first time)
	@$(BIN)/python tests/soak/home_assistant.py build/home-assistant $(ARGS)

node-red: $(VENV)/.test build/node-red/.there ## the flows of docs/how-to/node-red in a real Node-RED
	@$(BIN)/python tests/soak/node_red.py build/node-red

build/home-assistant/.there: tests/soak/home-assistant.lock
	@$(PYTHON) -m venv build/home-assistant
	@build/home-assistant/bin/python -m pip install --quiet --disable-pip-version-check --no-deps -r $<
	@touch $@

build/node-red/.there:
	@mkdir -p build/node-red
	@npm install --prefix build/node-red --no-audit --no-fund --silent node-red@4.1.15
	@touch $@

goldens: export PYTHONPATH := tests/golden:tests/support
goldens: $(VENV)/.test ## write the reference outputs of the tests; read the diff before you commit it
	@for book in tests/golden/*_book.py; do echo $$book; $(BIN)/python $$book || exit 1; done

accuracy: export PYTHONPATH := tests/bench:tests/support
accuracy: $(VENV)/.test ## score recordings and drawn games; writes build/figures/accuracy.md (HELD_OUT=FOLDER adds others)
	@$(BIN)/python tests/bench/accuracy.py ../shared/recordings $(HELD_OUT) $(ARGS)

rendered: export PYTHONPATH := tests/bench:tests/support
rendered: $(VENV)/.test build/mitsuba/.there ## render tables that training has not seen and score them (hours; ARGS="--count 8")
	@nice $(BIN)/python -m rendered_tables build/rendered --mitsuba build/mitsuba/bin/python $(ARGS)
	@nice $(BIN)/python tests/bench/score_rendered.py build/rendered --answered

build/mitsuba/.there:
	@sh .ci/system libllvm15
	@$(PYTHON) -m venv build/mitsuba
	@build/mitsuba/bin/python -m pip install --quiet --disable-pip-version-check mitsuba==3.7.1 numpy
	@touch $@

build/kernel/.there: .ci/kernel
	@sh .ci/kernel

bare: ## play and test in a bare Debian 12 (root; 20 minutes; ARGS="FOLDER [PYTEST ARGUMENT ...]" keeps it)
	@nice .ci/bare $(ARGS)

packages: docs ## dist/: wheel, offline bundle, Debian package (ARGS=aarch64: for another processor)
	@deploy/bundle $(ARGS)
	@deploy/deb $(ARGS)

sbom: build/sbom/.there ## dist/pawtrack.cdx.json: every package that a user gets, with its licence (CycloneDX)
	@$(PYTHON) -m venv --clear --without-pip build/sbom/user
	@build/sbom/bin/python -m pip --python build/sbom/user/bin/python install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.lock
	@mkdir -p dist
	@SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) build/sbom/bin/cyclonedx-py environment build/sbom/user --pyproject pyproject.toml --output-reproducible -o dist/pawtrack.cdx.json
	@echo dist/pawtrack.cdx.json

audit: build/sbom/.there ## check every locked package against PyPI's register of vulnerabilities (needs pypi.org)
	@build/sbom/bin/pip-audit --strict --disable-pip --require-hashes -r requirements.lock

build/sbom/.there:
	@$(PYTHON) -m venv build/sbom
	@build/sbom/bin/python -m pip install --quiet --disable-pip-version-check cyclonedx-bom==7.5.0 pip-audit==2.10.1
	@touch $@

container: packages ## build the image pawtrack:VERSION, a table without a screen
	@deploy/container/build $(ARGS)

try-packages: ## install each package in a bare Debian 12, play, remove it (root; 10 minutes; ARGS=FOLDER keeps the system)
	@nice deploy/try $(ARGS)

windows: $(VENV)/.run ## run Pawtrack for Windows under Wine in a Debian 13 of its own (root; 30 minutes the first time; ARGS="demo kill"; ARGS=dist/X.zip: the package)
	@nice deploy/windows/try $(ARGS)

windows-package: docs ## dist/: a zip for Windows that needs no Python there
	@deploy/windows/package

platforms: ## check that every locked package has wheels for Linux, Windows and macOS
	@.ci/platforms

stress: export PYTHONPATH := tests/bench:tests/support
stress: $(VENV)/.test ## judge disturbed copies of the recordings; writes build/figures/stress.md (ARGS="--held-out")
	@nice $(BIN)/python tests/bench/stress.py ../shared/recordings $(ARGS)

fit: export PYTHONPATH := tests/bench:tests/support
fit: $(VENV)/.test ## fit the referee's model to drawn recordings; writes build/figures/referee-model.md (ARGS="--count 12")
	@nice $(BIN)/python tests/bench/referee_fit.py $(ARGS)

certify: export PYTHONPATH := tests/bench:tests/support
certify: $(VENV)/.test ## certify drawn tables with known faults; writes build/figures/certify.md (ARGS="--sceneries 4")
	@nice $(BIN)/python tests/bench/certify.py $(ARGS)

rulings: $(VENV)/.test ## list the tests of each ruling; writes build/rulings.md
	@$(BIN)/python tests/bench/rulings.py

# In no continuous integration: it installs releases of its own, and reports on other people's programs.
findings: ## try each fact about other programs again (ARGS="markers/small_marker": only that one; 10 minutes)
	@sh findings/run.sh $(ARGS)

lock: ## resolve the versions again and write the lock files
	@sh .ci/lock

clean: ## delete the virtual environment and all caches
	rm -rf $(VENV) $(NODE) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage

# The lock files name all that comes along. `--no-deps` keeps pip from looking for newer versions: once a package that
# another asks for with an extra has one, pip takes that and refuses it for want of a hash.
$(VENV)/.run: pyproject.toml requirements.lock
	@sh .ci/system $(APT_RUN)
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing Python packages (once, about a minute)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# Only for checks; nothing of it is in what people install.
$(NODE)/.there: package.json package-lock.json
	@command -v npm >/dev/null || sh .ci/system npm
	@echo "installing the checks of the pages (once, half a minute)"
	@npm ci --no-audit --no-fund --silent
	@touch $@

$(VENV)/.test: $(VENV)/.run requirements-dev.lock
	@sh .ci/system $(APT_TEST)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -r requirements-dev.lock
	@$(BIN)/python -m pip check
	@touch $@
