#!/bin/bash
# Runs the notebook and renders it as endings.md with its pictures: render.sh PYTHON
#
# PYTHON has edge-chess[all], nbconvert and ipykernel. EDGE_GAMES is the PGN to use.
set -euo pipefail
cd "$(dirname "$0")"
python=$(realpath -s "${1:?usage: render.sh PYTHON}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp endings.ipynb "$work"
(cd "$work" && "$python" -m jupyter nbconvert --to markdown --execute endings.ipynb)
rm -rf endings_files
sed -e '/^ *<Figure size/d' "$work/endings.md" >endings.md
cp -r "$work/endings_files" .
