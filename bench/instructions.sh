#!/bin/bash
# Counts instructions with callgrind, which a busy machine does not change: instructions.sh PROGRAM [OTHER_PROGRAM]
#
# Indexes the first 20 MB of otb-sample (EDGE_SHARED names the folder of collections) and asks six queries, one thread
# each. With two programs the last column says how many per cent more the second one takes.
set -euo pipefail
games=${EDGE_SHARED:-../shared}/corpora/otb-sample.pgn.zst
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
zstd -dcq "$games" 2>/dev/null | head -c 20000000 >"$work/games.pgn" || true

instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" --threads 1 2>&1 >/dev/null |
        sed -n 's/.*Collected : //p'
}

count() {
    local program=$1 corpus=$work/corpus.scoredb
    rm -rf "$corpus"
    echo "index $(instructions "$program" index "$work/games.pgn" --out "$corpus")"
    local rooks='R>=1 r>=1 Q=q=0 B=b=0 N=n=0'
    ask() { echo "$1 $(instructions "$program" query "$corpus" "${@:2}")"; }
    ask killer --query "(result = W and streak(5, $rooks P<p)) or (result = B and streak(5, $rooks p<P))"
    ask passed_pawn --query passed_pawn
    ask sub_fen --query 'subfen("8/8/p7/8/8/1B3N2/8/8")'
    ask sequence --query 'seq(captured(Q), checkmate)'
    ask header --query 'white.elo > 2400 and eco = B20..B99'
    ask groups --query 'R=r=1 Q=q=0' --group-by pawn-structure
}

count "$1" >"$work/first"
if (($# == 1)); then
    column -t "$work/first"
else
    count "$2" | join "$work/first" - | awk '{printf "%s %s %s %+.2f\n", $1, $2, $3, ($3 / $2 - 1) * 100}' | column -t
fi
