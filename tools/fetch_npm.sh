#!/bin/bash
# Unpacks an npm package: fetch_npm.sh PACKAGE VERSION SHA512 FOLDER
#
# FOLDER gets the files of the package and exists only when complete. A wrong checksum is an error
# (1); no npm, or no network, is reported and left to the caller (2).
set -euo pipefail

package=$1 version=$2 sha512=$3 folder=$4
[[ -d $folder ]] && exit

command -v npm >/dev/null || {
    echo "npm is missing" >&2
    exit 2
}
mkdir -p "$(dirname "$folder")"
work=$(mktemp -d -p "$(dirname "$folder")")
trap 'rm -rf "$work"' EXIT
npm pack --silent --pack-destination "$work" "$package@$version" >/dev/null 2>&1 || {
    echo "cannot fetch the npm package $package" >&2
    exit 2
}
echo "$sha512  $work/$package-$version.tgz" | sha512sum --check --status || {
    echo "$package $version: found another checksum than the expected one" >&2
    exit 1
}
tar -xzf "$work/$package-$version.tgz" -C "$work"
mv "$work/package" "$folder"
