# Try `make help`.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
ARGS ?=
SHARE = $(DESTDIR)$(PREFIX)/share
# Apple's ncurses supports wide characters under its plain name.
CURSES := $(if $(filter Darwin,$(shell uname)),ncurses,ncursesw)

SOURCES := Sources Tests Package.swift
# A statically linked program has nothing to look up and relocate, so it starts in half the time. If the system has no
# static libraries, only Swift's own are linked statically. Nothing in it throws C++ exceptions, so it needs no index of
# unwind tables, which would be half a megabyte.
STATIC = -Xswiftc -static-executable -Xswiftc -use-ld=lld -Xlinker --icf=all -Xlinker --no-eh-frame-hdr -Xlinker -ltinfo
CAN_LINK = $(shell printf 'int main(void){return 0;}' | \
  clang -x c - -static -o /dev/null -lsqlite3 -l$(CURSES) -ltinfo -lm 2>/dev/null && echo yes)
# Gets a type's metadata from its own accessor function. To look it up by name, Swift would search every conformance in
# the program for each kind of dictionary, and would do so twice before the first screen.
DIRECT = -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
# The test builds check that accesses never overlap; speed does not matter there.
UNCHECKED = -Xswiftc -enforce-exclusivity=unchecked
RELEASE = -c release --static-swift-stdlib $(DIRECT) $(UNCHECKED) $(if $(CAN_LINK),$(STATIC))
BINARY = $$($(SWIFT) build $(RELEASE) --show-bin-path)/booklist
TORTURE = $$($(SWIFT) build $(RELEASE) --show-bin-path)/Torture
# How long the torture runs, and its seed, which repeats a run.
SECONDS ?= 300
SEED ?=
# The modules that need no terminal; the tests of their arrows are among them.
CHECKED = (Records|Queries|Formats|Cells|Recording|Screens|BookStore|Shape)Tests
# The modules with threads and manual memory management; their tests cover the other modules.
SANITIZED = BookStoreTests|BrowserTests

.DEFAULT_GOAL := help
.PHONY: run check test bench torture faults sanitize fuzz pictures lint format install clean deps help

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1|/p' Makefile | while IFS='|' read -r name text; do \
	  printf '%-8s %s\n' "$$name" "$$text"; done

run: deps ## build the program and open the default library; ARGS= are its arguments
	@$(SWIFT) build $(RELEASE) --product booklist
	@exec "$(BINARY)" $(ARGS)

check: deps ## run the tests of the pure modules and the store, which need no terminal
	$(SWIFT) test --filter "$(CHECKED)"

test: deps ## build everything and run every test
	$(SWIFT) test --explicit-target-dependency-import-check error
	SWIFT="$(SWIFT)" Tests/ExternalPackage/run

bench: deps ## measure the program next to a floor in C; BENCH= names measures, BENCH_ROWS= sizes
	$(SWIFT) build $(RELEASE) --product booklist
	$(SWIFT) build $(RELEASE) --product StoreBenchmark
	Tests/Benchmarks/bench $(BENCH)

pictures: deps ## make the pictures in the documents from the program
	$(SWIFT) build $(RELEASE) --product booklist
	docs/pictures "$(BINARY)"

torture: deps ## look for lost edits, traps and hangs; SECONDS= sets the time, SEED= repeats a run
	$(SWIFT) build $(RELEASE) --product booklist
	$(SWIFT) build $(RELEASE) --product Torture
	@"$(TORTURE)" --seconds $(SECONDS) $(if $(SEED),--seed $(SEED))

faults: deps ## fail each system call and each allocation of a script, one after the other, to the last
	$(SWIFT) build $(RELEASE) --product Torture
	@"$(TORTURE)" faults --to-end

fuzz: deps ## open and browse databases made by a fuzzer; SECONDS= sets the time
	Tests/Torture/fuzz $(SECONDS)

# Each sanitizer has its own build, because their code cannot be mixed.
sanitize: deps ## run the tests of the store and the loop with address and thread sanitizer
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --sanitize=address --scratch-path .build/address --filter "$(SANITIZED)"
	TSAN_OPTIONS="suppressions=$(CURDIR)/Tests/thread-sanitizer.txt" \
	  $(SWIFT) test --sanitize=thread --scratch-path .build/thread --filter "$(SANITIZED)"

lint: ## check the format
	$(SWIFT) format lint --strict -r $(SOURCES)

format: ## format the sources
	$(SWIFT) format -i -r $(SOURCES)

# The manual page and the completions are kept in the repository; tests keep them up to date.
install: deps ## install into PREFIX (/usr/local), below DESTDIR
	$(SWIFT) build $(RELEASE) --product booklist
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(SHARE)/man/man1" "$(SHARE)/bash-completion/completions" \
	  "$(SHARE)/zsh/site-functions" "$(SHARE)/fish/vendor_completions.d"
	install -m 755 "$(BINARY)" "$(DESTDIR)$(PREFIX)/bin/booklist"
	strip "$(DESTDIR)$(PREFIX)/bin/booklist"
	install -m 644 docs/booklist.1 "$(SHARE)/man/man1/booklist.1"
	install -m 644 docs/completions/booklist.bash "$(SHARE)/bash-completion/completions/booklist"
	install -m 644 docs/completions/_booklist "$(SHARE)/zsh/site-functions/_booklist"
	install -m 644 docs/completions/booklist.fish "$(SHARE)/fish/vendor_completions.d/booklist.fish"

clean: ## remove what was built
	rm -rf .build

deps: ## install missing system packages
	@missing=; \
	has() { printf '#include <%s>\nint main(void){return 0;}\n' "$$1" | clang -x c - -o /dev/null "-l$$2" 2>/dev/null; }; \
	has sqlite3.h sqlite3 || missing="$$missing libsqlite3-dev"; \
	has curses.h $(CURSES) || missing="$$missing libncurses-dev"; \
	command -v tmux >/dev/null || missing="$$missing tmux"; \
	command -v sqlite3 >/dev/null || missing="$$missing sqlite3"; \
	[ -n "$$missing" ] || exit 0; \
	if ! command -v apt-get >/dev/null; then \
	  echo "Missing (Debian's package names):$$missing. Please install them." >&2; exit 1; fi; \
	if [ "$$(id -u)" = 0 ]; then root=; elif command -v sudo >/dev/null; then root=sudo; \
	else echo "Missing:$$missing. Please install them as root." >&2; exit 1; fi; \
	echo "To build and test booklist, these system packages are missing:$$missing."; \
	echo "apt-get installs them now.$${root:+ Only root may do that, so sudo may ask for your password.}"; \
	$$root apt-get update -q && $$root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y $$missing
