# The two commands that matter: `make play` and `make test`. All of them live in tools/.

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 \
	&& echo $$python && break; done)
PORT ?= 8000
ARGS ?=
ONLY ?=
TOOLS = $(if $(strip $(PYTHON)),$(PYTHON) -m tools,$(error Python 3.11 or newer is needed and was not found; set PYTHON=/path/to/it))

.PHONY: help play admin manage test check format audit bench screenshots lock licences translations

help: ## Say what there is
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 14

play: ## Play on http://localhost:8000 (PORT=8001 for another port)
	@$(TOOLS) play --port "$(PORT)"

admin: ## Make an account for the admin pages of the local site (README: also from a script)
	@$(TOOLS) admin

manage: ## Any management command on the local site: make manage ARGS="shell"
	@$(TOOLS) manage -- $(ARGS)

test: ## Everything (ONLY="sqlite types" chooses steps, ARGS="-k undo" goes to pytest)
	@$(TOOLS) test --only "$(ONLY)" -- $(ARGS)

check: ## The quick checks only: format, lint, types, imports, settings, migrations
	@$(TOOLS) check

format: ## Format the Python files and fix what ruff can fix
	@$(TOOLS) format

audit: ## Ask what is known of holes in the locked packages
	@$(TOOLS) audit

bench: ## Print the figures of the benchmarks (ARGS="rules" chooses, ARGS="live --sockets 9" has options)
	@$(TOOLS) bench -- $(ARGS)

screenshots: ## Pictures of tables and pages in var/screenshots (ARGS="--readme" for README's only)
	@$(TOOLS) screenshots -- $(ARGS)

lock: ## Resolve requirements/*.in anew into the lock files with hashes
	@$(TOOLS) lock

licences: ## Write docs/licences.md anew, after `make lock`
	@$(TOOLS) licences

translations: ## Compile the translations (play and test do it by themselves)
	@$(TOOLS) translations
