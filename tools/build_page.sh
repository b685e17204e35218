#!/bin/bash
# Puts the page of `edge serve` together: build_page.sh BUILD_FOLDER
#
# It is web/ as it stands and the board from the npm package cm-chessboard (MIT licence; of its pieces
# only the `standard` ones, CC BY-SA 3.0), in BUILD_FOLDER/share/edge/page: a program in
# BUILD_FOLDER/cli finds it there, and `make install` takes it along. Without npm or a network there
# is no page, and the daemon says so at /.
set -euo pipefail

package=cm-chessboard
version=8.15.1
sha512=a1a466398b2406a915bd8f1c3cee49dc485607f5139dc0d4f34dbc88cda71b43cb3eff5d3194d3d16e199bb20abd35ab1d5bc6a5cfca6ca6de140bb16fcb8c16

cd "$(dirname "$0")/.."
folder=${1:?usage: build_page.sh BUILD_FOLDER}/share/edge/page
board=${1}/npm/$package-$version

tools/fetch_npm.sh "$package" "$version" "$sha512" "$board" || {
    (($? == 2)) || exit 1
    echo "edge serve will have no page" >&2
    exit 0
}

rm -rf "$folder.new"
mkdir -p "$folder.new/board/assets/pieces"
cp -r web/*.html web/*.css web/*.svg web/*.js web/lib web/parts web/views "$folder.new"
cp -r "$board/src" "$board/LICENSE" "$folder.new/board"
cp "$board/assets/chessboard.css" "$folder.new/board/assets"
cp "$board/assets/pieces/standard.svg" "$folder.new/board/assets/pieces"
cp -r "$board/assets/extensions" "$folder.new/board/assets"
find "$folder.new/board" \( -name '*.md' -o -name '*.scss' -o -name '*.map' \) -delete
cp web/board/PIECES.txt "$folder.new/board"
rm -rf "$folder"
mv "$folder.new" "$folder"
