# `make help` lists the targets. A stranger needs two of them: run and test.
.DEFAULT_GOAL := help
.PHONY: faults help setup page run test test-python test-postgres test-page test-browser browser lint format lock clean compile test-compiled clean-compiled
.DELETE_ON_ERROR:

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
UV_COMPILE := $(BIN)/uv pip compile --quiet --no-header --generate-hashes --no-emit-index-url --python-version 3.11
# The page brings the rules along, for the visitor who checks a game.
# The tests made from the OpenAPI document share one id, and of those pytest-xdist runs only the first.
DOCUMENTED := tests/games/test_openapi.py
BESIDE := --ignore=$(DOCUMENTED) -n 2 --dist loadfile
PAGE_SOURCES := $(shell find frontend rules -type f -not -path '*/node_modules/*' -not -path '*/dist/*' -not -path '*/__pycache__/*' 2>/dev/null)

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/installed ## create .venv with the pinned dependencies (nothing to do when they have not changed)

$(VENV)/installed: requirements/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Roundhouse needs Python 3.11 or newer, '$(PYTHON)' is older or missing: install python3.11, or name one with make PYTHON=/path/to/python3.11." >&2; exit 1; }
	@$(PYTHON) -m pip --version >/dev/null 2>&1 || \
		{ echo "pip is missing for $(PYTHON): install it (on Debian: apt-get install python3-pip), then run make again." >&2; exit 1; }
	@echo "Installing the Python dependencies into $(VENV) ..."
	@$(PYTHON) -m venv --without-pip $(VENV)
	@$(PYTHON) -m pip --python $(BIN)/python install --quiet --quiet --disable-pip-version-check --no-warn-script-location --require-hashes -r requirements/dev.txt
	@touch $@

page: frontend/dist/index.html ## build the web page (nothing to do when its sources have not changed)

# The versions and hashes of the lock file, as `npm ci` would, which however refuses to start when the
# lock file lacks the binaries of some other platform, and not every registry has all of those.
frontend/node_modules/.package-lock.json: frontend/package-lock.json
	@command -v npm >/dev/null || \
		{ echo "npm is missing: install Node.js 20 or newer with npm (https://nodejs.org, or your system's packages), then run make again." >&2; exit 1; }
	@node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' || \
		{ echo "Node.js $$(node --version) is too old: install Node.js 20 or newer (https://nodejs.org), then run make again." >&2; exit 1; }
	@echo "Installing the page's dependencies into frontend/node_modules ..."
	@cd frontend && npm install --no-save --silent --no-audit --no-fund
	@touch $@

frontend/dist/index.html: frontend/node_modules/.package-lock.json $(PAGE_SOURCES)
	@echo "Building the page ..."
	@cd frontend && npm run --silent build -- --logLevel warn
	@touch $@

run: setup page ## start the whole service (PORT=, DATA_DIR=, DATABASE_URL=, REDIS_URL= change it)
	@exec $(BIN)/python -m ttr_project.supervisor

test: test-python test-postgres test-page test-browser ## run every test: rules, service on both databases, page, browser

test-python: setup ## run rules, service (SQLite) and runtime tests
	$(BIN)/pytest tests --ignore=tests/e2e $(BESIDE)
	$(BIN)/pytest $(DOCUMENTED)

test-postgres: setup ## run the service's tests again, on PostgreSQL
	TEST_DATABASE=postgresql $(BIN)/pytest tests/games $(BESIDE)
	TEST_DATABASE=postgresql $(BIN)/pytest $(DOCUMENTED)

test-page: page ## run the page's unit tests
	cd frontend && npm run --silent test

test-browser: setup page browser ## run the tests that drive a real browser
	$(BIN)/pytest tests/e2e

browser: # a Chromium for the browser tests: Debian's, where there is none yet and we may install it
	@command -v chromium >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || \
		{ echo "Installing chromium for the browser tests ..."; apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium >/dev/null; } || \
		echo "chromium could not be installed." >&2

faults: setup ## play games while everything is killed at random, and check every promise (some minutes)
	$(BIN)/python -m tests.faults

lint: setup frontend/node_modules/.package-lock.json ## check style, types and import direction, as CI does
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.rules_index --check
	cd frontend && npm run --silent lint

# The kernel is what the rules spend their time in; what only reads files gains nothing.
COMPILED := build/compiled
COMPILED_RULES := $(addprefix rules/,kernel pieces mechanics scoring solvers policies editions)

compile: setup ## compile the rules with mypyc into build/compiled (never needed to run)
	@command -v cc >/dev/null || { echo "A C compiler is missing: install one (on Debian: apt-get install gcc), then run make again." >&2; exit 1; }
	@rm -rf $(COMPILED) && mkdir -p $(COMPILED) && cp -r rules $(COMPILED)/
	@echo "Compiling the rules, which takes a few minutes ..."
	@cd $(COMPILED) && $(CURDIR)/$(BIN)/mypyc --config-file= $(COMPILED_RULES) > compile.log 2>&1 || { tail -n 20 compile.log >&2; exit 1; }
	@echo "Run anything on it with PYTHONSAFEPATH=1 PYTHONPATH=$(COMPILED):. before the command."

test-compiled: compile ## run the rules' tests on the compiled rules
	$(BIN)/pytest tests/rules -o pythonpath="$(COMPILED) ." -p tests.compiled

clean-compiled: ## remove the compiled rules
	rm -rf $(COMPILED)

format: setup ## let ruff rewrite what it can
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

lock: setup ## pin the dependencies again from requirements/*.in
	$(UV_COMPILE) requirements/base.in -o requirements/base.txt
	$(UV_COMPILE) -c requirements/base.txt requirements/dev.in -o requirements/dev.txt

clean: ## remove what make created, but not the data folder
	rm -rf $(VENV) frontend/node_modules frontend/dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
