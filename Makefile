# `make help` lists the targets. A stranger needs two of them: run and test.
.DEFAULT_GOAL := help
.PHONY: drills faults help iproute load scale-out setup page run test test-python test-postgres test-page test-browser browser test-deploy servers lint format lock clean compile test-compiled clean-compiled
.DELETE_ON_ERROR:

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
UV_COMPILE := $(BIN)/uv pip compile --quiet --no-header --generate-hashes --no-emit-index-url --python-version 3.11
# The page brings the rules along, for the visitor who checks a game.
# The tests made from the OpenAPI document share one id, and of those pytest-xdist runs only the first.
DOCUMENTED := tests/games/test_openapi.py
BESIDE := --ignore=$(DOCUMENTED) -n 2 --dist loadfile
YAML_STYLE := {extends: default, rules: {line-length: {max: 120}, document-start: disable}}
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

test: test-python test-postgres test-page test-deploy test-browser ## run every test: rules, service on both databases, page, deployment, browser

test-python: setup ## run rules, service (SQLite) and runtime tests
	$(BIN)/pytest tests --ignore=tests/e2e --ignore=tests/deploy $(BESIDE)
	$(BIN)/pytest $(DOCUMENTED)

test-postgres: setup ## run the service's tests again, on PostgreSQL
	TEST_DATABASE=postgresql $(BIN)/pytest tests/games $(BESIDE)
	TEST_DATABASE=postgresql $(BIN)/pytest $(DOCUMENTED)

test-page: page ## run the page's unit tests
	cd frontend && npm run --silent test

test-browser: setup page browser ## run the tests that drive a real browser
	$(BIN)/pytest tests/e2e

test-deploy: setup page servers ## install it as on a server, below a folder, and play through nginx
	$(BIN)/pytest tests/deploy

servers: # an nginx for the deployment's tests, and what checks units: Debian's, as below
	@{ command -v nginx && command -v systemd-analyze; } >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || \
		{ echo "Installing nginx for the deployment's tests ..."; apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends nginx-light systemd >/dev/null; } || \
		echo "nginx could not be installed." >&2

browser: # a Chromium for the browser tests: Debian's, where there is none yet and we may install it
	@command -v chromium >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || \
		{ echo "Installing chromium for the browser tests ..."; apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium >/dev/null; } || \
		echo "chromium could not be installed." >&2

faults: setup ## play games while everything is killed at random, and check every promise (some minutes)
	$(BIN)/python -m tests.faults

drills: setup ## back up and restore 50 playing tables on both databases, and upgrade while people play (minutes)
	$(BIN)/python -m tests.operations.backup_drill --tables 50 --database sqlite
	$(BIN)/python -m tests.operations.backup_drill --tables 50 --database postgresql
	$(BIN)/python -m tests.operations.upgrade_drill

scale-out: setup iproute ## run the service on seven hosts (network namespaces, needs root) and pull their cables
	$(BIN)/python -m tests.operations.scale_out

iproute: # network namespaces: Debian's iproute2, where there is none yet and we may install it
	@command -v ip >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || \
		{ echo "Installing iproute2 for the network namespaces ..."; apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends iproute2 >/dev/null; } || \
		echo "iproute2 could not be installed." >&2

load: setup ## 250 tables of four, 2,000 spectators, two web processes, two workers; then half of it (some minutes)
	$(BIN)/python -m benchmarks.full_house

lint: setup frontend/node_modules/.package-lock.json ## check style, types and import direction, as CI does
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.rules_index --check
	$(BIN)/hadolint deploy/Dockerfile
	$(BIN)/yamllint --strict -d '$(YAML_STYLE)' deploy
	$(BIN)/kubernetes-validate --strict --quiet --no-warn deploy/k8s/*.yaml
	cd frontend && npm run --silent lint

# The kernel is what the rules spend their time in; what only reads files gains nothing.
COMPILED := build/compiled
# Only a compiled class may inherit from one, and shuffles.py has such a class.
COMPILED_RULES := $(addprefix rules/,kernel pieces mechanics scoring solvers policies editions shuffles.py simulation.py)

# As Python itself is compiled, whose headers are full of assertions. And nobody outside calls the compiled functions by name: so
# they find one another without a table of names.
COMPILE_FLAGS := -DNDEBUG -fwrapv -fvisibility=hidden -fno-plt
# Which ways games take shows a compiler which way each branch goes most often: a tenth faster. So GCC compiles twice, and in
# between random games of every edition are played.
GCC := $(findstring Free Software,$(shell cc --version 2>/dev/null))
LEARNED := $(if $(GCC),-fprofile-use -fprofile-partial-training -Wno-missing-profile)
MYPYC = (cd $(COMPILED) && find . -name '*.o' -delete -o -name '*.so' -delete && CFLAGS="$(CFLAGS) $(COMPILE_FLAGS) $(1)" $(CURDIR)/$(BIN)/mypyc --config-file= $(COMPILED_RULES) > compile.log 2>&1) || \
	{ tail -n 20 $(COMPILED)/compile.log >&2; exit 1; }
ON_COMPILED := PYTHONSAFEPATH=1 PYTHONPATH=$(COMPILED):.

compile: setup ## compile the rules with mypyc into build/compiled (never needed to run)
	@command -v cc >/dev/null || { echo "A C compiler is missing: install one (on Debian: apt-get install gcc), then run make again." >&2; exit 1; }
	@rm -rf $(COMPILED) && mkdir -p $(COMPILED) && cp -r rules $(COMPILED)/
	@echo "Compiling the rules, which takes a few minutes ..."
	@$(if $(GCC),$(call MYPYC,-fprofile-generate))
	@$(if $(GCC),for file in rules/editions/*/edition.py; do $(ON_COMPILED) $(BIN)/python -m benchmarks.rules --edition $$(basename $$(dirname $$file)) --no-peers --seconds 0.5 > /dev/null || exit 1; done)
	@$(call MYPYC,$(LEARNED))
	@echo "Run anything on it with $(ON_COMPILED) before the command."

test-compiled: compile ## run the rules' tests on the compiled rules
	$(BIN)/pytest tests/rules -o pythonpath="$(COMPILED) ." -p tests.compiled

clean-compiled: ## remove the compiled rules
	rm -rf $(COMPILED)

format: setup ## let ruff rewrite what it can
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

lock: setup ## pin the dependencies again from requirements/*.in
	$(UV_COMPILE) requirements/base.in -o requirements/base.txt
	$(UV_COMPILE) -c requirements/base.txt requirements/tracing.in -o requirements/tracing.txt
	$(UV_COMPILE) -c requirements/base.txt -c requirements/tracing.txt requirements/dev.in -o requirements/dev.txt

clean: ## remove what make created, but not the data folder
	rm -rf $(VENV) frontend/node_modules frontend/dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
