#!/bin/bash
# Tests libedge as installed: run_library_tests.sh [BUILD_FOLDER]
#
# Installs BUILD_FOLDER (build/release) into a folder of its own, checks what is there, builds the examples
# against it with pkg-config and with CMake, shared and static, and compares what they print.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(realpath "${1:-build/release}")
cmake --build "$build" --target libedge_shared libedge_static >/dev/null

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
cmake --install "$build" --prefix "$work/elsewhere" --component library >/dev/null
mv "$work/elsewhere" "$prefix"
library=$(find "$prefix" -name 'libedge.so.*.*')
libraries=$(dirname "$library")
export PKG_CONFIG_PATH=$libraries/pkgconfig

fail() {
    echo "run_library_tests.sh: $*" >&2
    exit 1
}

# The library exports what edge.h declares, each name with its version.
declared=$(grep -o '\bedge_[a-z_]*(' "$prefix/include/edge/edge.h" | tr -d '(' | sort -u)
shown=$(nm -D --defined-only "$library" | awk '$2 != "A" {print $3}' | sed 's/@@EDGE_1$//' | sort)
diff <(echo "$declared") <(echo "$shown") || fail "the library exports other names than edge.h declares"
readelf -d "$library" | grep -q 'soname: \[libedge.so.1\]' || fail "the soname is not libedge.so.1"
[[ $(readelf -d "$library") != *R*PATH* ]] || fail "the library has a run path"

# No file says where it was built. In a debug build asserts and the debugger's tables do.
if grep -q '^CMAKE_BUILD_TYPE:STRING=Release$' "$build/CMakeCache.txt"; then
    for folder in "$PWD" "$build" "$work" "$HOME"; do
        [[ $folder == / ]] || ! grep -rlF "$folder/" "$prefix" || fail "files above name $folder"
    done
fi

# With pkg-config, by both compilers.
export CFLAGS="-O1 -Wall -Wextra -Werror"
mkdir "$work/shared" "$work/static"
make -s -C examples BUILD="$work/shared" CC=gcc
make -s -C examples BUILD="$work/static" CC=clang-19 STATIC=1
! readelf -d "$work"/static/* | grep -q libedge || fail "what was linked statically needs libedge.so"
# shellcheck disable=SC2046,SC2086
gcc -std=c11 -g $CFLAGS -Wpedantic tests/library/misuse.c $(pkg-config --cflags --libs edge) -o "$work/misuse"

# The program in the docs is complete.
sed -n '/^```c$/,/^```$/{/^```/d;p}' docs/library.md >"$work/page.c"
# shellcheck disable=SC2046,SC2086
gcc -std=c11 $CFLAGS "$work/page.c" $(pkg-config --cflags --libs edge) -o "$work/page"

# With CMake, as an independent project.
for kind in shared static; do
    cmake -S examples -B "$work/cmake-$kind" -DCMAKE_PREFIX_PATH="$prefix" -DEDGE_LINK=edge::$kind \
        -DCMAKE_C_FLAGS=-Werror -DCMAKE_CXX_FLAGS=-Werror >/dev/null
done
cmake --build "$work/cmake-shared" -j 2 >/dev/null
cmake --build "$work/cmake-static" --target lengths >/dev/null

export LD_LIBRARY_PATH=$libraries
corpus=$work/classics.scoredb
few=$work/few.scoredb
# expect FILE COMMAND...: standard output and standard error, with folders and times left out.
expect() {
    local expected=tests/library/expected/$1
    shift
    "$@" 2>&1 | sed "s#$work/##g; s/,\"seconds\":[0-9.e-]*//" >"$work/found" || true
    diff -u "$expected" "$work/found" || fail "$* printed something else than $expected"
}
"$work/shared/index" "{\"inputs\": \"data/classics.pgn\", \"out\": \"$few\", \"max_games\": 5}" >/dev/null 2>&1
"$work/shared/index" "{\"inputs\": \"data/classics.pgn\", \"out\": \"$corpus\"}" 2>/dev/null >"$work/report"
grep -q '"games":58,' "$work/report" || fail "index did not report 58 games"
expect exists.txt "$work/static/index" "{\"inputs\": \"data/classics.pgn\", \"out\": \"$corpus\"}"
for kind in shared static; do
    expect explore.txt "$work/$kind/explore" "$corpus" '{"moves": "e4 e5"}'
    expect illegal.txt "$work/$kind/explore" "$corpus" '{"moves": "e4 e4"}'
    expect find.txt "$work/$kind/find" "$corpus" '{"query": "result = W"}' and '{"query": "ever(checkmate)"}' \
        sub '{"query": "plies > 30"}'
    expect lengths.txt "$work/cmake-$kind/lengths" "$corpus"
done
"$work/page" "$corpus" | grep -q '"total":6,' || fail "the program of docs/library.md did not find 6 games"
expect moves.txt "$work/cmake-shared/moves" "$corpus" "e4 e5" "year <= 1899"
expect mistake.txt "$work/cmake-shared/moves" "$corpus" "e4 e5" "year <="

# misuse COMMAND...: runs the program under COMMAND, with a corpus to spoil.
misuse() {
    rm -rf "$work"/spoiled*
    cp -r "$corpus" "$work/spoiled.scoredb"
    "$@" "$work/misuse" "$corpus" "$few" "$work/spoiled.scoredb"
}
misuse env
if command -v valgrind >/dev/null; then
    misuse valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite
else
    echo "there is no valgrind: memory is not checked"
fi
