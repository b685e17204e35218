# Start here. Everything is built by CMake (CMakePresets.json); this file installs what is missing,
# calls it, and runs the checks around it. `make help` lists the targets.

PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 60
SEED_NAMES ?=

# Public game collections that the larger tests read; those tests skip when it is missing.
export EDGE_SHARED ?= $(abspath ../shared)
export EDGE_BIN ?= $(CURDIR)/build/release/cli/edge

# ccache makes rebuilds fast where it is installed, but is optional. It shares results between
# clones: paths below the clone are relative to it, and a precompiled header is identified by its
# content.
ifneq ($(shell command -v ccache),)
export CMAKE_CXX_COMPILER_LAUNCHER := ccache
export CCACHE_BASEDIR := $(CURDIR)
export CCACHE_NOHASHDIR := 1
export CCACHE_PCH_EXTSUM := 1
export CCACHE_SLOPPINESS := pch_defines,time_macros,include_file_mtime,include_file_ctime
endif
sources = $(shell find $(wildcard src include server cli bindings examples tests fuzz bench) \
    -name node_modules -prune -o \( -name '*.h' -o -name '*.c' -o -name '*.cpp' \) -print)

.PHONY: help
help:
	@echo 'make demo          build, then index and explore the bundled sample'
	@echo 'make serve         build, then open the web page on the sample; ROOT=FOLDER on your corpora'
	@echo 'make build         the release build: build/release/cli/edge'
	@echo 'make python        the Python package, as a wheel in build/wheels'
	@echo 'make node          the npm package for Node, build/release/node/edge-chess-*.tgz'
	@echo 'make wasm          the npm package for browsers, in build/wasm/package'
	@echo 'make local-page    the page that needs no daemon, build/release/share/edge/local'
	@echo 'make test          format, includes, unit tests (release and sanitized), judges, bindings'
	@echo 'make check         the slow rest: thread sanitizer, warnings of g++, clang-tidy, long judges, packages,'
	@echo '                   WebAssembly, the page'
	@echo 'make page-test     the web page in a real browser'
	@echo 'make bench         speed of whole jobs, next to other programs'
	@echo 'make install       PREFIX=$(PREFIX); SEED_NAMES=1 also installs indexer, query-engine, explorer and'
	@echo '                   bitmap-combine, other names for the subcommands index, query, explore and bitmap'
	@echo 'make generated     what is made from the tables of predicates and requests: schemas, types, lists'
	@echo 'make format        clang-format in place; format-check only looks'
	@echo 'make tidy          clang-tidy over src/, server/ and cli/; analyze adds the static analyzer'
	@echo 'make fuzz          every fuzz target for FUZZ_SECONDS=$(FUZZ_SECONDS) seconds'
	@echo 'make clean         removes build/'

deps = deps-build deps-page deps-python deps-wasm deps-test deps-check deps-bench
.PHONY: $(deps)
$(deps): deps-%:
	@tools/install_deps.sh $*

# build-PRESET configures and builds, with or without the tests where tests= says so; ctest-PRESET runs
# the tests of that build. The bindings are built by scripts of their own, which leave their options in the cache.
build-%:
	cmake --preset $* --log-level=WARNING -DEDGE_PYTHON=OFF -DEDGE_NODE=OFF \
	    $(if $(tests),-DEDGE_TESTS=$(tests))
	cmake --build --preset $* -j $(JOBS)

ctest-%:
	$(MAKE) build-$* tests=ON
	ctest --preset $* -j $(JOBS)

.PHONY: build demo serve
build: deps-build
	$(MAKE) build-release tests=OFF
	tools/fetch_openings.sh build/release
	tools/build_page.sh build/release

demo: build
	@tools/demo.sh

serve: deps-page
	$(MAKE) build
	@tools/serve.sh $(ROOT)

.PHONY: python node wasm local-page
python: deps-python
	python3 -m venv build/wheels/venv
	build/wheels/venv/bin/python -m pip wheel . --quiet --no-deps --wheel-dir build/wheels -C build-dir=build/python

node: deps-page
	$(MAKE) build-release
	tools/build_node.sh build/release

wasm: deps-wasm
	tools/build_wasm.sh build/wasm

local-page: wasm
	tools/fetch_openings.sh build/release
	tools/build_local_page.sh build/release build/wasm/package

.PHONY: test check page-test
test: deps-test
	$(MAKE) include-graph format-check
	$(MAKE) ctest-release
	$(MAKE) ctest-asan-ubsan
	tools/run_judges.sh "not long"
	tools/run_library_tests.sh
	tools/run_python_tests.sh
	tools/run_node_tests.sh
	tools/run_scenario.sh --require c,cli,daemon,python,node

check: deps-check
	$(MAKE) ctest-tsan
	$(MAKE) build-gcc-warnings tests=ON
	$(MAKE) tidy
	$(MAKE) build-release tests=ON
	tools/run_judges.sh "long"
	tools/run_python_tests.sh package
	tools/run_node_tests.sh package
	tools/run_wasm_tests.sh
	tools/run_scenario.sh --require wasm
	$(MAKE) page-test

page-test: deps-check
	$(MAKE) build
	$(MAKE) local-page
	tools/run_page_tests.sh

.PHONY: bench
bench: deps-bench
	$(MAKE) build
	$(MAKE) build-bench
	for task in bench/tasks/*/run.*; do $$task || exit 1; done

.PHONY: install
install:
	$(MAKE) build
	cmake --install build/release --prefix $(abspath $(PREFIX))
ifeq ($(SEED_NAMES),1)
	for name in indexer query-engine explorer bitmap-combine; do \
	    ln -sf edge $(DESTDIR)$(abspath $(PREFIX))/bin/$$name; \
	done
endif

.PHONY: generated
generated:
	$(MAKE) build-release tests=ON
	EDGE_WRITE_GENERATED=1 build/release/tests/edge_tests --gtest_brief=1 --gtest_filter='Predicates.*'
	build/release/tests/write_generated

.PHONY: format format-check include-graph tidy analyze
format:
	@clang-format-19 -i $(sources)

format-check:
	@echo 'clang-format --dry-run'
	@clang-format-19 --dry-run --Werror $(sources)

include-graph:
	python3 tools/include_graph.py

# The compile commands come from a build that is only configured. clang's analyzer takes as long as all other
# checks together, and so has a target of its own, which is not part of `make check`.
tidy: checks = -clang-analyzer-*
tidy analyze:
	cmake --preset tidy --log-level=WARNING
	tools/tidy.py build/tidy --jobs $(JOBS) $(if $(checks),--checks='$(checks)')

.PHONY: fuzz clean
fuzz: deps-test
	$(MAKE) build-fuzz
	tools/run_fuzz.sh $(FUZZ_SECONDS)

clean:
	rm -rf build
