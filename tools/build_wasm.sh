#!/bin/bash
# Builds the npm package edge-chess-wasm: build_wasm.sh [BUILD_FOLDER]
#
# BUILD_FOLDER (build/wasm) gets the module, and in package/ all that a page or a Node program
# needs. It takes Debian's clang-19, lld-19, wasi-libc, libc++-19-dev-wasm32,
# libc++abi-19-dev-wasm32, libclang-rt-19-dev-wasm32 and binaryen; where the compiler or its
# libraries are missing the status is 2. The zstd decompressor comes from npm (fzstd, MIT licence);
# without npm or a network it is left out.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/wasm}

# The compiler calls wasm-opt by itself after linking, and silently skips it when it is missing.
for needed in /usr/include/wasm32-wasi/c++/v1/string /usr/lib/wasm32-wasi/libc.a /usr/bin/wasm-opt; do
    [[ -e $needed ]] || {
        echo "there is no $needed: run tools/install_deps.sh wasm" >&2
        exit 2
    }
done
cmake -S bindings/wasm -B "$build" -G Ninja --log-level=WARNING -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_TOOLCHAIN_FILE="$PWD/bindings/wasm/toolchain.cmake"
cmake --build "$build"

package=$build/package
mkdir -p "$package"
cp "$build/edge.wasm" bindings/wasm/{*.js,*.d.ts,package.json,README.md} bindings/node/{answers,error_codes,requests}.d.ts LICENSE NOTICE \
    "$package"

fzstd=$build/npm/fzstd-0.1.1
if tools/fetch_npm.sh fzstd 0.1.1 \
    764b9548e28ac21dde6ace55909cb5016d6f1697adf1303f7c699503992b4e197c61c39513ff19228100d7e535bc49f9724c7184b8ab49d63cdfb6b399b68d1c \
    "$fzstd"; then
    cat <(echo '/*') "$fzstd/LICENSE" <(echo '*/') "$fzstd/esm/index.mjs" >"$package/fzstd.js"
else
    (($? == 2)) || exit 1
    echo "edge-chess-wasm will unpack no zstd files" >&2
fi
