"""Whole games as rewrite_pgn writes them, next to the source as python-chess reads it: tags, every
variation, comments and NAGs. Games that python-chess finds faults with are left to the unit tests:
it goes on with the wrong board after a bad move in a variation."""

import io
import os
import subprocess
from pathlib import Path

import chess
import chess.pgn
import pytest
from support import REPOSITORY, read_games

# Files of the odd collection that the two read differently, and why that is right.
WORD = "a word that is not a move ends the line here, python-chess skips it"
ODD_DIFFERENCES = {
    "benini+scid__gtest__res_gameLatin1.pgn": "python-chess wants each tag on a line of its own",
    "gitpan+Chess-PGN-Parse__examples__kk_game4_test.pgn": WORD,
    "iigorr+pgn.net__test__pgn.NET.Test__Test_Files__Real_Files__chess-informant-sample.pgn": (
        "a NAG at the head of a variation belongs to its first move; python-chess gives it to the "
        "move that is varied"
    ),
    "kentdjb+pgn-extract__test__infiles__nested-comment.pgn": WORD,
    "kentdjb+pgn-extract__test__outfiles__test-nestedcomments-out.pgn": WORD,
    "mliebelt+pgn-parser__doc__sampleGameThrow.pgn": WORD,
    "pychess+pychess__learn__puzzles__lichess_study_lichess-practice-the-fork_by_arex_2017.01.29"
    ".pgn": "a tag that stands alone before a game is a game of its own for python-chess",
    "tho-nk+pgn-parser__pytest__general__Complex_PGN_with_comments.pgn": (
        "a comment to the end of the line is kept; python-chess drops it"
    ),
}


@pytest.fixture(scope="session")
def rewrite_pgn() -> Path:
    default = REPOSITORY / "build/release/tests/rewrite_pgn"
    path = Path(os.environ.get("EDGE_REWRITE_PGN", default))
    assert path.is_file(), f"no program at {path}; run `make build` or set EDGE_REWRITE_PGN"
    return path


@pytest.fixture(scope="module")
def odd_files(shared: Path, tmp_path_factory) -> list[Path]:
    folder = tmp_path_factory.mktemp("odd")
    packed = shared / "corpora" / "odd.tar.zst"
    unpacked = subprocess.run(["zstd", "-dcq", packed], stdout=subprocess.PIPE, check=True)
    subprocess.run(["tar", "xf", "-", "-C", folder], input=unpacked.stdout, check=True)
    return sorted(path for path in folder.rglob("*") if path.is_file())


def rewritten(program: Path, source: Path) -> str:
    done = subprocess.run([program, source], capture_output=True, timeout=300, check=True)
    return done.stdout.decode("utf-8")


def one_line(comment: str) -> str:
    return " ".join(comment.split())


def tree_of(game: chess.pgn.Game) -> list[tuple]:
    """Every move with its depth and notes, in a fixed order, without recursion."""
    rows = [(0, "", (), "", one_line(game.comment))]
    open_nodes = [(1, node) for node in reversed(game.variations)]
    while open_nodes:
        depth, node = open_nodes.pop()
        before, after = one_line(node.starting_comment), one_line(node.comment)
        rows.append((depth, node.move.uci(), tuple(sorted(node.nags)), before, after))
        open_nodes.extend((depth + 1, child) for child in reversed(node.variations))
    return rows


def is_chess(game: chess.pgn.Game) -> bool:
    try:
        return game.headers.variant() is chess.Board
    except ValueError:
        return False


def tags_of(game: chess.pgn.Game) -> dict[str, str]:
    """What must be kept: the result and the start are written from the game itself."""
    return {k: v for k, v in game.headers.items() if k not in ("Result", "FEN", "SetUp")}


def games_of(text: str) -> list[chess.pgn.Game]:
    stream = io.StringIO(text)
    return list(iter(lambda: chess.pgn.read_game(stream), None))


@pytest.mark.parametrize("name", ["otb", "lichess", "engine"])
def test_samples_are_kept_whole(rewrite_pgn: Path, sample_slice, name: str) -> None:
    source = sample_slice(name, 400)
    theirs = list(read_games(source))
    ours = games_of(rewritten(rewrite_pgn, source))
    assert len(ours) == len(theirs)
    compared = 0
    for our, their in zip(ours, theirs):
        if not is_chess(their) or their.errors:
            continue
        assert tree_of(our) == tree_of(their), their.headers
        assert tags_of(our) == tags_of(their)
        assert our.board().fen() == their.board().fen()
        compared += 1
    assert compared > 300


def odd_difference(program: Path, source: Path) -> str:
    """Empty when the file reads the same both ways."""
    theirs = list(read_games(source, encoding="utf-8-sig"))
    ours = games_of(rewritten(program, source))
    if len(ours) != len(theirs):
        return ""  # where games begin and end is for test_odd.py
    for number, (our, their) in enumerate(zip(ours, theirs), 1):
        if not is_chess(their) or their.errors or "\ufffd" in str(their):
            continue
        if our.errors:
            return f"game {number}: python-chess finds faults in what we wrote"
        if tree_of(our) != tree_of(their):
            return f"game {number}: another tree"
    return ""


def test_odd_files_differ_only_where_known(rewrite_pgn: Path, odd_files: list[Path]) -> None:
    found = {path.name: odd_difference(rewrite_pgn, path) for path in odd_files}
    different = {name: what for name, what in found.items() if what}
    unexplained = {n: what for n, what in different.items() if n not in ODD_DIFFERENCES}
    assert not unexplained, "\n".join(f"{name}: {what}" for name, what in unexplained.items())
    assert not set(ODD_DIFFERENCES) - set(different), "no longer different"
