SHELL := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory

# The order in which `make test` runs them; each is a target of its own.
stages := lint test-rust build test-wasm test-node test-page
wasm_tests := $(patsubst tests/%.rs,--test %,$(wildcard tests/wasm_*.rs))

.PHONY: help demo play page test $(stages) test-kills lint-systems test-real-clis install bench mutants clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | while IFS=$$'\t' read -r name text; do \
		printf '  make %-14s %s\n' "$$name" "$$text"; done

demo: build ## build the package and show what it does
	@node tests/demo.mjs

play: page ## build the playground and serve it on this machine
	@node www/serve.mjs

page:
	@.ci/build-pkg page
	@node_modules/.bin/vite build -c www/vite.config.mjs

test: ## everything that must hold: lint, Rust, wasm in Node and Chromium, the npm package, the playground
	@for stage in $(stages); do \
		printf '\n=== %s\n' "$$stage"; start=$$SECONDS; \
		$(MAKE) "$$stage" || { printf '\n=== %s: failed after %d s\n' "$$stage" $$((SECONDS - start)); exit 1; }; \
		printf '=== %s: passed in %d s\n' "$$stage" $$((SECONDS - start)); \
	done

lint: ## formatting and clippy, native and wasm
	@cargo fmt --check
	@cargo clippy --quiet --all-targets --test companion_long --all-features -- -D warnings
	@.ci/toolchain cargo clippy --quiet --lib $(wasm_tests) -- -D warnings

test-rust: ## the Rust tests, natively
	@cargo test --all-features

build: ## build the npm package into pkg/
	@.ci/build-pkg

test-wasm: ## the Rust tests of the JavaScript face, in Node and in headless Chromium
	@.ci/toolchain wasm
	@.ci/toolchain browser
	@.ci/toolchain cargo test $(wasm_tests)

# A file of tests that does not end is a failure, not a wait.
TEST_TIMEOUT_MS := 1200000

test-node: build ## the tests of the built npm package
	@files=$$(find tests/node -name '*.test.?js' | sort); node --test --test-timeout=$(TEST_TIMEOUT_MS) $${files:?there are no tests/node/*.test.mjs}

test-page: page ## the tests of the playground, in headless Chromium
	@.ci/toolchain browser
	@files=$$(find tests/page -name '*.test.mjs' | sort); node --test --test-timeout=$(TEST_TIMEOUT_MS) --test-concurrency=1 $${files:?there are no tests/page/*.test.mjs}

test-kills: ## the long tests of the companion: a thousand kills, bundles at their limits
	@EXACT_TIMES=1 cargo test --features companion --test companion_long

lint-systems: ## the companion for macOS and Windows: types and lints; nothing is linked or run
	@.ci/other-systems

test-real-clis: ## the companion with five real programs from npm, against a server on this machine
	@cargo build --quiet --features companion --bin gsd-lane
	@built=$$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/debug/gsd-lane; \
	node tests/real-clis/check.mjs "$$built"

PREFIX ?= $(HOME)/.local

install: ## the companion gsd-lane with completions and manual page, below PREFIX (~/.local)
	@cargo build --release --features companion --bin gsd-lane
	@built=$$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/release/gsd-lane; \
	share='$(PREFIX)/share'; \
	install -D -m 755 "$$built" '$(PREFIX)/bin/gsd-lane'; \
	put() { mkdir -p "$$(dirname "$$2")"; "$$built" $$1 >"$$2"; }; \
	put 'completions bash' "$$share/bash-completion/completions/gsd-lane"; \
	put 'completions zsh' "$$share/zsh/site-functions/_gsd-lane"; \
	put 'completions fish' "$$share/fish/vendor_completions.d/gsd-lane.fish"; \
	put man "$$share/man/man1/gsd-lane.1"; \
	echo 'installed $(PREFIX)/bin/gsd-lane'

bench: build page ## speed and size, side by side with the peer, of the companion, and of the playground
	@node benches/bench.mjs
	@node benches/companion.mjs
	@.ci/toolchain browser
	@node benches/page.mjs

# Rooms and the part of their mutants that is drawn: `make mutants ROOM=trust SHARD=1/8`.
ROOM ?= trust lane review
SHARD ?= 0/4
mutants: ## changes to the code that no test notices; takes hours, and is no part of `make test`
	@.ci/toolchain mutants
	@for room in $(ROOM); do printf '\n=== mutants of src/%s\n' "$$room"; .ci/mutants "$$room" $(SHARD); done

clean: ## remove everything that was built or installed here
	rm -rf target pkg node_modules .tools dist www/dist
