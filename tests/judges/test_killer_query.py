"""The query with two results and one streak each: every way to ask it gives the same games.

Won rook endings a pawn down. In flags it takes two runs and `edge bitmap or`; the text language and
JSON ask it at once. The files that queries write are judged by the format's own checker.
"""

import json
import subprocess
import sys
from pathlib import Path

import chess
import pytest
from support import CLASSICS, Edge, read_games

GAMES = 2000
ROOK_ENDING = "R>=1 r>=1 Q=q=0 B=b=0 N=n=0"
STREAK = 5
TEXT = (
    f"(result = W and streak({STREAK}, {ROOK_ENDING} P<p)) "
    f"or (result = B and streak({STREAK}, {ROOK_ENDING} p<P))"
)


def branch(result: str, pawns: str) -> dict:
    counts = [*ROOK_ENDING.split(), pawns]
    condition = {"streak": STREAK, "all": [{"count": count} for count in counts]}
    return {"and": [{"result": [result]}, condition]}


JSON = {"or": [branch("W", "P<p"), branch("B", "p<P")]}


@pytest.fixture(scope="module", params=["classics", "otb"])
def games(request, sample_slice) -> Path:
    return CLASSICS if request.param == "classics" else sample_slice(request.param, GAMES)


@pytest.fixture(scope="module")
def corpus(edge: Edge, games: Path, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("killer") / "c.scoredb"
    edge.index(games, "--out", path, "--shards", 3)
    return path


def matches(game) -> bool:
    """The same by python-chess, move by move."""
    down = {"1-0": chess.WHITE, "0-1": chess.BLACK}.get(game.headers.get("Result"))
    if down is None:
        return False
    board, streak = game.board(), 0
    for move in [None, *game.mainline_moves()]:
        if move is not None:
            board.push(move)
        minor_or_queen = board.queens | board.bishops | board.knights
        is_rook_ending = not minor_or_queen and all(
            board.pieces(chess.ROOK, side) for side in chess.COLORS
        )
        pawns, others = (len(board.pieces(chess.PAWN, side)) for side in (down, not down))
        streak = streak + 1 if is_rook_ending and pawns < others else 0
        if streak == STREAK:
            return True
    return False


def in_flags(edge: Edge, corpus: Path, folder: Path) -> bytes:
    for result, pawns in (("W", "P<p"), ("B", "p<P")):
        count = f"{ROOK_ENDING} {pawns}"
        edge.ok("query", corpus, "--result", result, "--count", count, "--streak", STREAK,
                "--output", f"@killer-{result}")  # fmt: skip
    out = folder / "flags.bm"
    edge.ok("bitmap", "or", "@killer-W", "@killer-B", "--output", out, "--corpus", corpus)
    return out.read_bytes()


def test_every_form_gives_the_same_bitmap(edge, games, corpus, tmp_path) -> None:
    text, as_json = tmp_path / "text.bm", tmp_path / "json.bm"
    answer = edge.json("query", corpus, "--query", TEXT, "--output", text)
    (tmp_path / "killer.json").write_text(json.dumps(JSON))
    other = edge.json("query", corpus, "--query-json", tmp_path / "killer.json",
                      "--output", as_json)  # fmt: skip
    assert answer["games_matched"] == sum(map(matches, read_games(games)))
    assert answer["games_scanned"] == sum(1 for _ in read_games(games))
    assert answer["query"] == other["query"]
    assert text.read_bytes() == as_json.read_bytes() == in_flags(edge, corpus, tmp_path)


def test_threads_change_nothing(edge, corpus, tmp_path) -> None:
    files = []
    for threads in (1, 2, 7):
        files.append(tmp_path / f"{threads}.bm")
        edge.ok("query", corpus, "--query", TEXT, "--threads", threads, "--output", files[-1])
    assert len({path.read_bytes() for path in files}) == 1


def test_the_files_keep_to_their_formats(edge, shared, corpus, tmp_path) -> None:
    edge.ok("query", corpus, "--query", TEXT, "--output", tmp_path / "a.bm")
    edge.ok("query", corpus, "--query", TEXT, "--heatmap", "--output", tmp_path / "a.hm")
    edge.ok("query", corpus, "--heatmap=RK", "--output", tmp_path / "kinds.hm")
    for key in ("pawn-structure", "eco", "year", "result", "white", "black", "player", "tc",
                "speed", "final-material", "plies"):  # fmt: skip
        edge.ok("query", corpus, "--group-by", key, "--output", tmp_path / f"{key}.gb")
    edge.ok("query", corpus, "--query", TEXT, "--group-by", "pawn-structure", "--top-n", 7,
            "--output", tmp_path / "top.gb")  # fmt: skip
    edge.ok("query", corpus, "--query", TEXT, "--positions", "both",
            "--output", tmp_path / "a.ps")  # fmt: skip
    edge.ok("query", corpus, "--checkmate", "--positions", "ref", "--positions-unique",
            "--limit", 9, "--output", "@mates")  # fmt: skip
    files = sorted(p for p in tmp_path.iterdir() if p.suffix != ".fen")
    assert len(files) == 16
    checker = shared / "tools" / "scoredb_check.py"
    done = subprocess.run([sys.executable, checker, corpus, *files], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
