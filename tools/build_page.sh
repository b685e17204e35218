#!/bin/bash
# Puts the page of `edge serve` together: build_page.sh BUILD_FOLDER
#
# It goes to BUILD_FOLDER/share/edge/page: a program in BUILD_FOLDER/cli finds it there, and `make install`
# takes it along. Without npm or a network there is no page, and the daemon says so at /.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:?usage: build_page.sh BUILD_FOLDER}/share/edge/page

rm -rf "$folder.new"
tools/copy_page.sh "$1" "$folder.new" || {
    (($? == 2)) || exit 1
    echo "edge serve will have no page" >&2
    exit 0
}
rm "$folder.new/local.html"  # of the page without a daemon
rm -rf "$folder"
mv "$folder.new" "$folder"
