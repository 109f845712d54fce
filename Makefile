# Try `make help`.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
ARGS ?=
# Apple's ncurses supports wide characters under its plain name.
CURSES := $(if $(filter Darwin,$(shell uname)),ncurses,ncursesw)

SOURCES := Sources Tests Package.swift
# A statically linked program has nothing to look up and relocate, so it starts in half the time. If the system has no
# static libraries, only Swift's own are linked statically.
STATIC = -Xswiftc -static-executable $(LLD) -Xlinker -ltinfo
# The functions that run before the first screen lie together, so that 6 MB less of the program are in memory. `make order`
# writes the list of them. Unwind tables would be 3.2 MB of 28, and nothing in the program throws C++ exceptions.
LLD = -Xswiftc -use-ld=lld -Xlinker --icf=all -Xlinker --no-eh-frame-hdr -Xlinker "--script=$(CURDIR)/.ci/packaging/small.ld" \
  -Xlinker "--symbol-ordering-file=$(CURDIR)/.ci/packaging/order" -Xlinker --no-warn-symbol-ordering
CAN_LINK = $(shell printf 'int main(void){return 0;}' | \
  clang -x c - -static -o /dev/null -lsqlite3 -l$(CURSES) -ltinfo -lm 2>/dev/null && echo yes)
# Gets a type's metadata from its own accessor function. To look it up by name, Swift would search every conformance in
# the program for each kind of dictionary, and would do so twice before the first screen.
DIRECT = -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
# The test builds check that accesses never overlap; speed does not matter there.
UNCHECKED = -Xswiftc -enforce-exclusivity=unchecked
# The linker leaves out functions that nobody calls only if each has a section of its own: 1.5 MB.
SECTIONS = -Xswiftc -Xfrontend -Xswiftc -function-sections
# A build id would depend on the folder of the sources. Apple's linker makes none.
NO_ID = $(if $(filter Darwin,$(shell uname)),,-Xlinker --build-id=none)
# Of what other linkers write, strip would drop the segment that is read-only after relocation.
LINKER = $(if $(filter Darwin,$(shell uname)),,$(LLD))
RELEASE = -c release --static-swift-stdlib $(DIRECT) $(UNCHECKED) $(SECTIONS) $(if $(CAN_LINK),$(STATIC),$(LINKER)) $(NO_ID) \
  --scratch-path $(SCRATCH)
SCRATCH = .build/program
BINARY = $$($(SWIFT) build $(RELEASE) --show-bin-path)/booklist
# The program's version, and the address of the project, for packages; it is empty until the project has one.
CURRENT = $$(sed -n 's/.*text = "\(.*\)"/\1/p' Sources/booklist/Version.swift)
VERSION ?=
HOMEPAGE ?=
# How long the torture runs, and its seed, which repeats a run.
SECONDS ?= 300
SEED ?=
# The modules that need no terminal; the tests of their arrows are among them.
CHECKED = ^(Records|Queries|Formats|Cells|Recording|Screens|BookStore|Shape)Tests\.
# Tests of very many cases, which take as long as all others of these modules together; `make test` runs them.
LONG = (Property|Sweep|Endless\w*|Family|Recognition|BlockImport|VeryLong\w*|LargeRow|RelatedSchema)Tests
# The tests of what is made from the program: the manual page, the completions, documents, pictures.
GENERATED = (ManualPage|Completion|KeyTable|KindDocument|Picture)Tests
# The tests that say of the program what its documents say: the demonstration, the lesson, the tutorial, the README.
CLAIMED = (DemoScript|Lesson|Tutorial)Tests
# What each test did and when, of the last run of all.
EVENTS = .build/tests.jsonl
# A target must name each module that it imports; see Package.swift.
TESTED = --explicit-target-dependency-import-check error
# How many tests run side by side; Swift Testing 6.3 reads it. If hundreds polled their terminals at once,
# polling would take the time that the programs need.
WIDTH = SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$$((2 * $$(getconf _NPROCESSORS_ONLN)))
# The modules with threads and manual memory management; their tests cover the other modules.
SANITIZED = BookStoreTests|BrowserTests

.DEFAULT_GOAL := help
.PHONY: run check test generated bench torture faults sanitize fuzz order pictures docs lint format install dist claims deb release \
  clean deps help program torturer

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1|/p' Makefile | while IFS='|' read -r name text; do \
	  printf '%-8s %s\n' "$$name" "$$text"; done

run: program ## build the program and open the default library; ARGS= are its arguments
	@exec "$(BINARY)" $(ARGS)

program torturer: export BOOKLIST_SMALL = 1
program: deps
	@[ ! .ci/packaging/order -nt "$(BINARY)" ] || rm -f "$(BINARY)"
	@$(SWIFT) build $(RELEASE) --product booklist

check: deps ## run the tests of the pure modules and the store, but for those of very many cases
	$(WIDTH) $(SWIFT) test --filter "$(CHECKED)" --skip "$(LONG)"

test: deps ## build everything and run every test; Tests/slowest says what took long
	@rm -f $(EVENTS)
	@start=$$(date +%s); $(SWIFT) build --build-tests $(TESTED) && echo "Building took $$(($$(date +%s) - start)) s."
	$(WIDTH) $(SWIFT) test --skip-build $(TESTED) --event-stream-version 0 \
	  --event-stream-output-path $(EVENTS) || { if [ -f $(EVENTS) ]; then Tests/failures $(EVENTS); fi; exit 1; }
	@Tests/skipped $(EVENTS)
	SWIFT="$(SWIFT)" Tests/ExternalPackage/run

generated: deps ## check that the files made from the program's tables and screens are up to date
	$(SWIFT) test $(TESTED) --filter "$(GENERATED)"

bench: program ## measure the program next to a floor in C; BENCH= names measures, BENCH_ROWS= sizes
	$(SWIFT) build $(RELEASE) --product StoreBenchmark
	Tests/Benchmarks/bench --binaries "$$(dirname "$(BINARY)")" $(BENCH)

order: program ## write the list of functions that run before the first screen, for the linker
	.ci/packaging/make-order "$(BINARY)"

pictures: program ## make the pictures in the documents from the program
	docs/pictures/make "$(BINARY)"

docs: deps ## build the pages of BookStore in .build/docs; a warning is an error
	.ci/packaging/docs "$(SWIFT)"

# The torture runs the program that lies beside it.
torturer: program
	$(SWIFT) build $(RELEASE) --product Torture

torture: torturer ## look for lost edits, traps and hangs; SECONDS= sets the time, SEED= repeats a run
	@"$$(dirname "$(BINARY)")/Torture" --seconds $(SECONDS) $(if $(SEED),--seed $(SEED))

faults: torturer ## fail each system call and each allocation of a script, one after the other, to the last
	@"$$(dirname "$(BINARY)")/Torture" faults --to-end

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
install: program ## install into PREFIX (/usr/local), below DESTDIR
	.ci/packaging/stage "$(BINARY)" "$(DESTDIR)$(PREFIX)"

dist: program ## make dist/booklist-VERSION-linux-ARCH.tar.xz, which runs on any Linux of this kind
	.ci/packaging/dist "$(BINARY)" "$(CURRENT)"

claims: dist ## make dist, and check what the demonstration, the lesson and the tutorial say of the program in it
	@rm -rf .build/claims && mkdir -p .build/claims
	@tar -C .build/claims --strip-components 1 -xf "dist/booklist-$(CURRENT)-linux-$$(uname -m).tar.xz"
	BOOKLIST_PROGRAM="$(CURDIR)/.build/claims/bin/booklist" $(SWIFT) test $(TESTED) --filter "EndToEndTests.$(CLAIMED)"

deb: ## make dist/booklist_VERSION_ARCH.deb, a package for Debian and Ubuntu
	@$(MAKE) program CAN_LINK= SCRATCH=.build/deb
	.ci/packaging/deb "$$($(SWIFT) build $(RELEASE) --scratch-path .build/deb --show-bin-path)/booklist" "$(CURRENT)" "$(HOMEPAGE)"

release: ## check that everything is ready, set the version and make its tag; VERSION= is the version
	@MAKE="$(MAKE)" .ci/packaging/release "$(VERSION)"

clean: ## remove what was built
	rm -rf .build

deps: ## install missing system packages
	@missing=; \
	has() { printf '#include <%s>\nint main(void){return 0;}\n' "$$1" | clang -x c - -o /dev/null "-l$$2" 2>/dev/null; }; \
	has sqlite3.h sqlite3 || missing="$$missing libsqlite3-dev"; \
	has curses.h $(CURSES) || missing="$$missing libncurses-dev"; \
	command -v tmux >/dev/null || missing="$$missing tmux"; \
	command -v sqlite3 >/dev/null || missing="$$missing sqlite3"; \
	command -v git >/dev/null || missing="$$missing git"; \
	[ -n "$$missing" ] || exit 0; \
	if ! command -v apt-get >/dev/null; then \
	  echo "Missing (Debian's package names):$$missing. Please install them." >&2; exit 1; fi; \
	if [ "$$(id -u)" = 0 ]; then root=; elif command -v sudo >/dev/null; then root=sudo; \
	else echo "Missing:$$missing. Please install them as root." >&2; exit 1; fi; \
	echo "To build and test booklist, these system packages are missing:$$missing."; \
	echo "apt-get installs them now.$${root:+ Only root may do that, so sudo may ask for your password.}"; \
	$$root apt-get update -q && $$root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y $$missing
