#!/bin/bash
# Compares edge with other programs: run_judges.sh MARKERS, as `pytest -m` takes them.
# EDGE_BIN names the program under test, EDGE_SHARED the game collections.
set -euo pipefail
cd "$(dirname "$0")/.."

[[ -d tests/judges ]] || { echo "There are no judges (tests/judges)"; exit 0; }
[[ -d ${EDGE_SHARED:-} ]] || echo "EDGE_SHARED is not a folder: tests on real collections are skipped"

status=0
# A file at a time, since the tests of a file share what they built.
.venv/bin/python -m pytest -q -n "$(nproc)" --dist loadfile tests/judges -m "$1" || status=$?
# 5 is pytest's "no tests collected": no judge carries these markers.
((status == 5)) || exit "$status"
