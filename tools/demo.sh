#!/bin/bash
# A first look: indexes the bundled games and shows what can be asked. `make demo` builds first.
set -euo pipefail
cd "$(dirname "$0")/.."

export PATH="$PWD/build/release/cli:$PATH"
demo=build/demo
corpus=$demo/classics.scoredb
rm -rf "$demo"
mkdir -p "$demo"

# Prints a command as one would type it, then runs it.
show() {
    printf '\n$ %s\n' "$*"
    eval "$*"
}

show "edge index data/classics.pgn --out $corpus"
show "edge inspect $corpus"
show "edge explore $corpus"
show "edge explore $corpus --moves 'e4 e5 Nf3'"
show "edge explore $corpus --moves 'e4 e5' --year ..1899 --details --games=f4"
show "edge query $corpus --query 'result = W and seq(white: king_castled, captured(Q), checkmate)' --output @mates"
show "edge query $corpus --input-bitmap @mates --group-by white --top-n 5"
show "edge query $corpus --result W --heatmap=N"
show "edge games $corpus @mates --limit 1"

cat <<END

The corpus is in $corpus, the program in build/release/cli/edge. To go on:

    edge --help                                   every command; each has its own --help
    edge index YOUR.pgn.zst --out my.scoredb      your games: .pgn, .gz, .bz2, .zst, folders
    edge synth 1000000 > games.pgn                a million games without a download
    edge query $corpus --checkmate --matches
    edge query $corpus --query 'P<p Q=q=0' --explain     (docs/query_language.md)
    edge news YOUR_REPERTOIRE.pgn my.scoredb      who left your lines where, and what was new
    edge serve --root $demo                 all of it over HTTP, also for Lichess clients
    edge inspect $corpus --verify
    make install PREFIX=~/.local
END
