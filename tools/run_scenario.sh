#!/bin/bash
# Runs tests/scenario/scenario.json on every surface and compares the answers: run_scenario.sh [OPTION ...]
#
# The options are those of tests/scenario/run.py: --require c,cli,... fails where a surface is not built. EDGE_BUILD
# is the build folder (build/release), EDGE_WASM_BUILD that of the module (build/wasm), PYTHON an interpreter that
# has what edge_chess needs.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(realpath "${EDGE_BUILD:-build/release}")
python=${PYTHON:-$PWD/.venv/bin/python}
command -v "$python" >/dev/null || python=python3

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --build "$build" --target libedge_shared libedge_static >/dev/null
cmake --install "$build" --prefix "$work/prefix" --component library >/dev/null
libraries=$(dirname "$(find "$work/prefix" -name libedge.so)")
PKG_CONFIG_PATH=$libraries/pkgconfig
export PKG_CONFIG_PATH
# shellcheck disable=SC2046
${CC:-cc} -std=gnu11 -Wall -Wextra -Werror tests/scenario/drivers/ask.c \
    $(pkg-config --cflags --libs edge) -Wl,-rpath,"$libraries" -o "$work/ask"

export EDGE_SCENARIO_C=$work/ask
export EDGE_BIN=${EDGE_BIN:-$build/cli/edge}
export EDGE_NODE_PACKAGE=${EDGE_NODE_PACKAGE:-$build/node/package}
export EDGE_WASM_PACKAGE=${EDGE_WASM_PACKAGE:-$(realpath -m "${EDGE_WASM_BUILD:-build/wasm}")/package}
module=$(compgen -G "$build/bindings/python/edge_chess/_native*.so" || true)
export EDGE_PYTHON_PACKAGE=${EDGE_PYTHON_PACKAGE:-${module:+$build/bindings/python}}
"$python" tests/scenario/run.py "$@"
