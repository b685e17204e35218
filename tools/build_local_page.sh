#!/bin/bash
# Puts the page that needs no daemon together: build_local_page.sh BUILD_FOLDER [WASM_PACKAGE]
#
# It goes to BUILD_FOLDER/share/edge/local, a folder that any web server can serve as it is. WASM_PACKAGE
# (build/wasm/package) is what tools/build_wasm.sh made. Names of openings come along where
# tools/fetch_openings.sh put them into BUILD_FOLDER. Without npm or a network the status is 2.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:?usage: build_local_page.sh BUILD_FOLDER [WASM_PACKAGE]}/share/edge/local
wasm=${2:-build/wasm/package}
openings=$1/share/edge/openings

[[ -f $wasm/edge.wasm ]] || {
    echo "there is no $wasm/edge.wasm: run tools/build_wasm.sh first" >&2
    exit 1
}
rm -rf "$folder.new"
tools/copy_page.sh "$1" "$folder.new/page"
mv "$folder.new/page/local.html" "$folder.new/index.html"
rm "$folder.new/page/index.html"
mkdir "$folder.new/page/wasm" "$folder.new/page/sample"
cp "$wasm"/{*.js,edge.wasm,LICENSE,NOTICE} "$folder.new/page/wasm"
cp data/classics.pgn "$folder.new/page/sample"
[[ ! -d $openings ]] || cp -r "$openings" "$folder.new/page"
rm -rf "$folder"
mv "$folder.new" "$folder"
