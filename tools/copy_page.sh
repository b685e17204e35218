#!/bin/bash
# Copies the modules of the page and its board: copy_page.sh BUILD_FOLDER FOLDER
#
# FOLDER gets web/ as it stands and, as board/, the npm package cm-chessboard (MIT licence; of its pieces only
# the `standard` ones, CC BY-SA 3.0). BUILD_FOLDER keeps the package. Without npm or a network the status is 2.
set -euo pipefail

package=cm-chessboard
version=8.15.1
sha512=a1a466398b2406a915bd8f1c3cee49dc485607f5139dc0d4f34dbc88cda71b43cb3eff5d3194d3d16e199bb20abd35ab1d5bc6a5cfca6ca6de140bb16fcb8c16

cd "$(dirname "$0")/.."
board=${1:?usage: copy_page.sh BUILD_FOLDER FOLDER}/npm/$package-$version
folder=${2:?usage: copy_page.sh BUILD_FOLDER FOLDER}

tools/fetch_npm.sh "$package" "$version" "$sha512" "$board"
mkdir -p "$folder/board/assets/pieces"
cp -r web/*.html web/*.css web/*.svg web/*.js web/lib web/parts web/views "$folder"
cp -r "$board/src" "$board/LICENSE" "$folder/board"
cp "$board/assets/chessboard.css" "$folder/board/assets"
cp "$board/assets/pieces/standard.svg" "$folder/board/assets/pieces"
cp -r "$board/assets/extensions" "$folder/board/assets"
find "$folder/board" \( -name '*.md' -o -name '*.scss' -o -name '*.map' \) -delete
cp web/board/PIECES.txt "$folder/board"
