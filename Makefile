# Two commands matter: `make run` plays, `make test` proves.  Both set up what is missing and work offline afterwards.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=

# What the wheels of Kivy and OpenCV need from the system, and what the tests use beside it.
APT_RUN := python3-venv libgl1 libegl1 libglib2.0-0 libmtdev1
APT_FIRMWARE := gcc libc6-dev gcc-avr avr-libc libsimavr-dev libelf-dev cppcheck
APT_TEST := $(APT_RUN) $(APT_FIRMWARE) chromium mosquitto mosquitto-clients

.DEFAULT_GOAL := help
.PHONY: firmware hardware soak-wheel mutants-wheel help run test check lint types layers bench screens soak soak-eyes goldens accuracy rulings lock clean system-run system-test

help: ## what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: $(VENV)/.run ## set up and play: the tablet, or without a display a simulated game (ARGS="--help" for choices)
	@$(BIN)/python -m companion run $(ARGS)

test: $(VENV)/.test ## set up and run every test
	@SDL_VIDEODRIVER=offscreen $(BIN)/python -m pytest $(ARGS)

check: lint types layers test ## lint, types, layers and tests

lint: $(VENV)/.test ## ruff
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(VENV)/.test ## mypy --strict
	@$(BIN)/mypy

layers: $(VENV)/.test ## import-linter
	@$(BIN)/lint-imports

bench: export PYTHONPATH := tests/bench:tests/support
bench: $(VENV)/.test ## measure speed; writes docs/latency.md and docs/performance.md
	@$(BIN)/python tests/bench/latency.py
	@$(BIN)/python tests/bench/engine.py

firmware: ## the wheel's firmware and the emulated board
	@sh .ci/system $(APT_FIRMWARE)
	@$(MAKE) -s -C hardware/firmware all build/libwheelcore.so
	@$(MAKE) -s -C hardware/sim

hardware: $(VENV)/.run ## the wheel's printed parts, wiring and pictures (ARGS="stl wiring template pictures")
	@$(BIN)/python hardware/pictures/make.py $(ARGS)

soak-wheel mutants-wheel: export PYTHONPATH := tests/bench:tests/support
soak-wheel: $(VENV)/.test firmware ## soak the wheel's core and codec; writes the table of docs/wheel.md
	@nice $(BIN)/python tests/bench/wheel.py $(ARGS)

mutants-wheel: $(VENV)/.test firmware ## break the firmware in many ways; the tests must notice each
	@nice $(BIN)/python tests/bench/wheel_mutants.py $(ARGS)

screens: $(VENV)/.test ## draw every screen in every language into docs/screens
	@SDL_VIDEODRIVER=offscreen $(BIN)/python -m ui.gallery docs/screens

soak: $(VENV)/.test ## play 10 000 whole random games of every variant and check everything (an hour; ARGS="--games 500")
	@nice $(BIN)/python tests/soak/soak.py $(ARGS)

soak-eyes: $(VENV)/.test ## show the eyes an hour of a table and watch their memory; writes docs/eyes-hour.md (ARGS="--minutes 5")
	@nice $(BIN)/python tests/soak/eyes_soak.py $(ARGS)

goldens: export PYTHONPATH := tests/golden:tests/support
goldens: $(VENV)/.test ## write the goldens anew; read the diff before committing it
	@for book in tests/golden/*_book.py; do echo $$book; $(BIN)/python $$book || exit 1; done

accuracy: $(VENV)/.test ## score the recordings beside the checkout and drawn ones; writes docs/accuracy.md (HELD_OUT=FOLDER adds others)
	@$(BIN)/python tests/bench/accuracy.py ../shared/recordings $(HELD_OUT) $(ARGS)

rulings: $(VENV)/.test ## the table of rulings and the tests that show them; writes docs/rulings.md
	@$(BIN)/python tests/bench/rulings.py

lock: ## resolve the versions anew into the lock files
	@sh .ci/lock

clean: ## forget the virtual environment and all caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage

$(VENV)/.run: pyproject.toml requirements.lock
	@sh .ci/system $(APT_RUN)
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing Python packages (once, about a minute)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.test: $(VENV)/.run requirements-dev.lock
	@sh .ci/system $(APT_TEST)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.lock
	@touch $@
