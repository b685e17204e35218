#!/bin/bash
# Tests the Python package edge_chess: run_python_tests.sh [package|PYTEST_ARGUMENT ...]
#
# Builds the module in EDGE_BUILD (build/release), whose objects are used again, checks the types and runs
# the tests of bindings/python/tests. `package` builds a wheel against the library of that build, and runs
# the lines of docs/python.md and the tests of misuse with it in a fresh environment.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(realpath -m "${EDGE_BUILD:-build/release}")
python=${PYTHON:-$PWD/.venv/bin/python}
export PYTHONDONTWRITEBYTECODE=1

fresh=()
[[ -f $build/CMakeCache.txt ]] ||
    fresh=(-G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=clang++-19 -DEDGE_TESTS=OFF)

build_package() {
    local work
    work=$(mktemp -d)
    trap 'rm -rf "'"$work"'"' EXIT
    cmake -S . -B "$build" --log-level=WARNING "${fresh[@]}" -DEDGE_LIBRARY=ON
    cmake --build "$build" --target libedge_static libedge_shared
    cmake --install "$build" --prefix "$work/libedge" --component library >/dev/null

    # By the compiler that `pip install .` would find.
    "$python" -m pip wheel . --quiet --no-deps --wheel-dir "$work" \
        -C cmake.source-dir=bindings/python -C "cmake.define.CMAKE_PREFIX_PATH=$work/libedge" \
        -C "build-dir=$work/build"
    "$python" bindings/python/tests/check_wheel.py "$work"/edge_chess-*.whl "$PWD" "$work" "$HOME"

    "$python" -m venv "$work/venv"
    "$work/venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        "$(echo "$work"/edge_chess-*.whl)[all]" "$(grep '^chess==' tests/requirements.txt)" \
        "$(grep '^pytest==' tests/requirements.txt)"
    "$work/venv/bin/python" -m pytest -q -p no:cacheprovider \
        bindings/python/tests/test_docs.py bindings/python/tests/test_misuse.py
}

if [[ ${1:-} == package ]]; then
    build_package
    exit
fi

cmake -S . -B "$build" --log-level=WARNING "${fresh[@]}" -DEDGE_PYTHON=ON -DPython_EXECUTABLE="$python"
cmake --build "$build" --target edge_python
(cd bindings/python && "$python" -m mypy --config-file ../../pyproject.toml \
    --cache-dir "$build/mypy" edge_chess tests)
(($#)) || set -- bindings/python/tests
PYTHONPATH=$build/bindings/python exec "$python" -m pytest -q -p no:cacheprovider "$@"
