"""Training data next to python-chess, which says what the positions and their scores are, and next
to the crate that bullet reads its records with. Scores in comments are worked out as in
test_viriformat.py."""

import os
import random
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import chess
import chess.pgn
import pytest
from support import read_games
from test_viriformat import MATE, MATE_BOUND, engine_score, evals, mate, texts_of

CRATE = Path(__file__).parent / "bulletformat_crate"
POINTS = {"1-0": "1.0", "1/2-1/2": "0.5", "0-1": "0.0"}
GAMES = 120
MANY_POSITIONS = 100_000


def standard_texts(path: Path, marker: str, count: int):
    found = 0
    for text in texts_of(path):
        if marker in text and '[FEN "' not in text and '[Variant "' not in text:
            yield text
            found += 1
            if found == count:
                return


@pytest.fixture(scope="module")
def scored_games(sample, tmp_path_factory) -> Path:
    """Games of Lichess with evals and games of engines, in turns."""
    path = tmp_path_factory.mktemp("scored") / "games.pgn"
    lichess = standard_texts(sample("lichess"), "[%eval", GAMES)
    engine = standard_texts(sample("engine"), "s}", GAMES)
    path.write_text("".join(a + b for a, b in zip(lichess, engine)), encoding="utf-8")
    return path


def scored_positions(game: chess.pgn.Game) -> list[tuple[chess.Board, int | None]]:
    """Every position of the main line with White's score, where one is known."""
    boards = [game.board()]
    for node in game.mainline():
        boards.append(node.board())
    scores: list[int | None] = [None] * len(boards)
    if any("[%eval" in node.comment for node in game.mainline()):
        scores[1 : len(boards) - 1] = evals(game)[1:]
        last = game.end().eval()
        if last is not None and last.is_mate():
            scores[-1] = mate(abs(last.white().mate()), last.white().mate() < 0)
        elif last is not None:
            scores[-1] = max(1 - MATE_BOUND, min(last.white().score(), MATE_BOUND - 1))
    else:
        for ply, node in enumerate(game.mainline()):
            found = engine_score(node.comment, node.parent.turn())
            scores[ply] = found[1] if found else None
    return list(zip(boards, scores))


def expected_lines(path: Path) -> list[str]:
    return [
        f"{board.fen()} | {score} | {POINTS[game.headers['Result']]}"
        for game in read_games(path)
        for board, score in scored_positions(game)
        if score is not None and game.headers["Result"] in POINTS
    ]


def made(edge, source: Path, target: Path, *options) -> list[str]:
    edge.ok("convert", source, target, "--force", *options)
    return target.read_text(encoding="utf-8").splitlines()


# ---- Edge and python-chess


def test_text(edge, scored_games, tmp_path):
    lines = made(edge, scored_games, tmp_path / "games.txt")
    assert len(lines) > 5000
    assert lines == expected_lines(scored_games)


def mover_score(score: int, turn: chess.Color) -> int:
    """In the units of EPD, in which a mate is counted in plies."""
    own = score if turn == chess.WHITE else -score
    if abs(own) < MATE_BOUND:
        return own
    moves = MATE - abs(own)
    return MATE - max(2 * moves - 1, 1) if own > 0 else 2 * moves - MATE


def test_epd(edge, scored_games, tmp_path):
    lines = made(edge, scored_games, tmp_path / "games.epd")
    found = iter(lines)
    scored = 0
    for number, game in enumerate(read_games(scored_games)):
        for ply, (board, score) in enumerate(scored_positions(game)):
            line = next(found)
            read, operations = chess.Board.from_epd(line)
            assert read.epd() == board.epd()
            assert operations["c0"] == game.headers["Result"]
            assert operations["id"] == f"{number}:{ply}"
            assert operations.get("ce") == (
                None if score is None else mover_score(score, board.turn)
            )
            scored += score is not None
    assert next(found, None) is None
    assert 5000 < scored < len(lines)


def is_quiet(board: chess.Board, move: chess.Move | None) -> bool:
    takes = move is not None and (board.is_capture(move) or move.promotion is not None)
    return not takes and not board.is_check()


def test_conditions_and_plies(edge, scored_games, tmp_path):
    lines = made(
        edge, scored_games, tmp_path / "g.txt", "--positions", "quiet P>=3", "--plies", "16..60"
    )
    expected = []
    for game in read_games(scored_games):
        moves = [*game.mainline_moves(), None]
        for ply, (board, score) in enumerate(scored_positions(game)):
            if score is None or game.headers["Result"] not in POINTS or not 16 <= ply <= 60:
                continue
            pawns = len(board.pieces(chess.PAWN, chess.WHITE))
            if pawns >= 3 and is_quiet(board, moves[ply]):
                points = POINTS[game.headers["Result"]]
                expected.append(f"{board.fen()} | {score} | {points}")
    assert len(expected) > 1000
    assert lines == expected


def test_unique(edge, scored_games, tmp_path):
    everything = expected_lines(scored_games)
    firsts = list({tuple(line.split()[:4]): line for line in reversed(everything)}.values())
    firsts.reverse()
    assert len(firsts) < len(everything)
    assert sorted(made(edge, scored_games, tmp_path / "u.txt", "--unique")) == sorted(firsts)


def test_the_closing_table(edge, scored_games, tmp_path):
    report = edge.json("convert", scored_games, tmp_path / "games.txt", "--force")
    table = report["positions"]
    lines = expected_lines(scored_games)
    points = Counter(line.rsplit(" | ", 1)[1] for line in lines)
    assert table["results"] == {
        "white": points["1.0"],
        "draw": points["0.5"],
        "black": points["0.0"],
        "unknown": 0,
    }
    sizes = [abs(int(line.split(" | ")[1])) for line in lines]
    assert table["mates"] == sum(size >= 32000 for size in sizes)
    for band in table["scores"]:
        last = 31999 if band["to"] is None else band["to"]
        assert band["positions"] == sum(band["from"] <= size <= last for size in sizes)
    pieces = Counter(sum(letter.isalpha() for letter in line.split()[0]) for line in lines)
    assert table["pieces"] == {str(count): number for count, number in pieces.items()}
    assert table["considered"] == table["written"] + sum(table["left_out"].values())


def test_threads_memory_and_seeds(edge, sample_slice, tmp_path):
    games = sample_slice("engine", 1000)
    choices = ("--unique", "--shuffle", "--sample", "0.5")
    one, many = tmp_path / "one.bullet", tmp_path / "many.bullet"
    edge.ok("convert", games, one, *choices, "--threads", 1, "--memory", "1G")
    report = edge.json("convert", games, many, *choices, "--threads", 8, "--memory", "1M")
    assert report["positions"]["spilled_bytes"] > 1 << 20
    assert one.read_bytes() == many.read_bytes()
    edge.ok("convert", games, many, *choices, "--seed", 1, "--force")
    assert one.read_bytes() != many.read_bytes()


# ---- Edge and the crate


@pytest.fixture(scope="module")
def crate(tmp_path_factory) -> Path:
    """The program over the crate, built; it needs cargo and the registry of crates."""
    if shutil.which("cargo") is None:
        pytest.skip("no cargo; Debian has it as cargo-web and rustc-web")
    default = tmp_path_factory.mktemp("crate")
    target = Path(os.environ.get("EDGE_CRATE_TARGET", default))
    command = ["cargo", "build", "--quiet", "--locked", "--target-dir", str(target)]
    built = subprocess.run(command, cwd=CRATE, capture_output=True, text=True)
    if built.returncode != 0:
        pytest.skip(f"the crate does not build here: {built.stderr[-500:]}")
    return target / "debug" / "bulletformat_crate"


def run_crate(crate: Path, *arguments, text: bytes = b"") -> str:
    done = subprocess.run([crate, *arguments], input=text, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


@pytest.mark.long
@pytest.mark.parametrize("options", [(), ("--unique", "--shuffle")])
def test_the_crate_makes_the_same_records(edge, crate, sample, tmp_path, options):
    games, texts = tmp_path / "games.pgn", tmp_path / "games.txt"
    written, by_crate = tmp_path / "games.bullet", tmp_path / "crate.bullet"
    lichess = standard_texts(sample("lichess"), "[%eval", 1000)
    engine = standard_texts(sample("engine"), "s}", 1000)
    games.write_text("".join([*lichess, *engine]), encoding="utf-8")
    edge.ok("convert", games, texts, *options)
    edge.ok("convert", games, written, *options)
    lines = texts.read_bytes()
    assert lines.count(b"\n") >= MANY_POSITIONS
    for how in ("make", "raw"):
        run_crate(crate, how, by_crate, text=lines)
        assert written.read_bytes() == by_crate.read_bytes(), how


@pytest.mark.long
def test_the_crate_reads_the_records(edge, crate, scored_games, tmp_path):
    written = tmp_path / "games.bullet"
    edge.ok("convert", scored_games, written)
    listed = run_crate(crate, "list", written).splitlines()
    expected = expected_lines(scored_games)
    assert len(listed) == len(expected)
    for number in random.Random(1).sample(range(len(expected)), 500):
        fen, score, points = expected[number].split(" | ")
        board = chess.Board(fen)
        seen = board if board.turn == chess.WHITE else board.mirror()
        sign = 1 if board.turn == chess.WHITE else -1
        own = float(points) if sign == 1 else 1 - float(points)
        pieces = ",".join(
            f"{piece.piece_type - 1 + 8 * (piece.color == chess.BLACK)}@{square}"
            for square, piece in sorted(seen.piece_map().items())
        )
        kings = f"{seen.king(chess.WHITE)} {seen.king(chess.BLACK) ^ 56}"
        assert listed[number] == f"{sign * int(score)} {own:g} {kings} {pieces}"
