#!/bin/bash
# Builds the npm package edge-chess: build_node.sh BUILD_FOLDER
#
# BUILD_FOLDER is a build of CMake, whose objects are used again; where there is none, a release build is
# made. The package is BUILD_FOLDER/node/package, with the addon built in, and next to it as
# edge-chess-VERSION.tgz for `npm install`. Without npm or a network the status is 2.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(realpath -m "${1:?usage: build_node.sh BUILD_FOLDER}")

# Headers only; both have the MIT licence.
headers=$build/npm/node-api-headers-1.9.0
addon_api=$build/npm/node-addon-api-8.9.2
tools/fetch_npm.sh node-api-headers 1.9.0 \
    da83482cfe235f0441e32c2760a8d593563227dea7d83e0439524ee92de8619e4fb5b26bc3762df53a40b97de704b32ece7ef8ae77c642bbf5de94bdbc2f9888 \
    "$headers"
tools/fetch_npm.sh node-addon-api 8.9.2 \
    5628cb5db8b750008debd2342555c9b17e2d8c00a336840382fda04c5eacc76c16122f2d912836797f29e60488162f33dbe0cbde81e663a3b229c7b7f120e896 \
    "$addon_api"

fresh=()
[[ -f $build/CMakeCache.txt ]] ||
    fresh=(-G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=clang++-19 -DEDGE_TESTS=OFF)
cmake -S . -B "$build" --log-level=WARNING "${fresh[@]}" -DEDGE_NODE=ON \
    -DEDGE_NODE_HEADERS="$headers" -DEDGE_NODE_ADDON_API="$addon_api"
cmake --build "$build" --target edge_node || exit 1

package=$build/node/package
rm -rf "$package" "$build"/node/edge-chess-*.tgz
mkdir -p "$package/prebuilt"
cp -r bindings/node/{index.*,{answers,error_codes,requests}.d.ts,lib,README.md} LICENSE NOTICE "$package"
strip --strip-unneeded -o "$package/prebuilt/edge.node" "$build/node/edge.node"
# An addon works on one kind of processor only.
node - bindings/node/package.json "$package/package.json" <<'JS'
const {readFileSync, writeFileSync} = require("node:fs");
const [from, to] = process.argv.slice(2);
const manifest = {...JSON.parse(readFileSync(from)), cpu: [process.arch]};
writeFileSync(to, JSON.stringify(manifest, null, 4) + "\n");
JS
(cd "$package" && npm pack --silent --pack-destination "$build/node" >/dev/null 2>&1)
echo "$build"/node/edge-chess-*.tgz
