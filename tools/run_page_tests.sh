#!/bin/bash
# Tests the web page in Chromium: run_page_tests.sh [FILE ...], all of tests/page/ when
# none is named. EDGE_BIN names the program under test, EDGE_PAGE a page other than the one next to
# it, EDGE_SHARED the game collections and CHROMIUM the browser.
set -euo pipefail
cd "$(dirname "$0")/.."

(($#)) || set -- tests/page/unit/*.test.mjs tests/page/*.test.mjs
# One browser at a time, as it shares the processor with the daemon that it waits for.
exec node --test --test-reporter=spec --test-concurrency=1 "$@"
