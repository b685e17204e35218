"""Every position of real games as dump_positions prints it, against python-chess: FEN, hash, check,
mate and stalemate, the number of legal moves, SAN, and now and then the legal moves themselves."""

import io
import logging
import multiprocessing
import os
import re
import subprocess
from pathlib import Path

import chess
import chess.pgn
import chess.polyglot
import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
SAMPLES = ("otb-sample", "lichess-sample", "engine-sample")
MOVES_EVERY = 10
GAMES_PER_RUN = 200


@pytest.fixture(scope="session")
def dump_positions() -> Path:
    default = REPOSITORY / "build/release/tests/dump_positions"
    path = Path(os.environ.get("EDGE_DUMP_POSITIONS", default))
    assert path.is_file(), f"no program at {path}; run `make build` or set EDGE_DUMP_POSITIONS"
    return path


class LegalEnPassantHasher(chess.polyglot.ZobristHasher):
    """Polyglot's hash, with en passant counted only where the capture is legal."""

    def hash_ep_square(self, board: chess.Board) -> int:
        return super().hash_ep_square(board) if board.has_legal_en_passant() else 0


HASHER = LegalEnPassantHasher(chess.polyglot.POLYGLOT_RANDOM_ARRAY)


def evenly(items: list[str], count: int) -> list[str]:
    step = max(1, len(items) // count)
    return items[::step][:count]


def choose_games(sample: Path, count: int) -> list[str]:
    """Games spread over the sample, a tenth of them Chess960 where it has that many."""
    packed = subprocess.run(["zstd", "-dcq", sample], stdout=subprocess.PIPE, check=True)
    text = packed.stdout.decode("utf-8", errors="replace").replace("\r\n", "\n")
    games = re.split(r"\n\n(?=\[Event )", text)
    chess960, others = [], []
    for game in games:
        is_chess960 = re.search(r'\[Variant "(Chess960|fischerandom)"', game)
        (chess960 if is_chess960 else others).append(game)
    chosen = evenly(chess960, count // 10)
    return chosen + evenly(others, count - len(chosen))


def standard_rules(game: chess.pgn.Game) -> bool:
    try:
        board = game.board()
    except ValueError:
        return False
    return type(board) is chess.Board and board.is_valid()


def read_games(texts: list[str]) -> list[chess.pgn.Game]:
    games = (chess.pgn.read_game(io.StringIO(text)) for text in texts)
    return [game for game in games if game is not None and standard_rules(game)]


def mainline(game: chess.pgn.Game) -> list[chess.Move]:
    """The moves up to the first null move, which no position allows."""
    moves = []
    for move in game.mainline_moves():
        if not move:
            break
        moves.append(move)
    return moves


def as_input(game: chess.pgn.Game) -> str:
    board = game.board()
    start = f"fen {board.fen()}; " if "FEN" in game.headers else ""
    return start + " ".join(move.uci() for move in mainline(game))


def expected_lines(game: chess.pgn.Game, dumped: int):
    """The lines dump_positions should print for one game after `dumped` positions."""
    board = game.board()
    chess960 = board.has_chess960_castling_rights()
    for move in [*mainline(game), None]:
        legal = list(board.legal_moves)
        over = 0 if legal else 1 if board.is_check() else 2
        san = board.san(move) if move else "-"
        key = HASHER(board)
        yield f"{board.fen()}\t{key:016x}\t{board.is_check():d}\t{over}\t{len(legal)}\t{san}"
        if dumped % MOVES_EVERY == 0:
            yield "moves " + " ".join(sorted(board.uci(m, chess960=chess960) for m in legal))
        dumped += 1
        if move:
            board.push(move)


def compare(job: tuple[Path, list[str]]) -> tuple[int, int, list[str]]:
    """The games and positions compared, and the first differences."""
    program, texts = job
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    games = read_games(texts)
    text = "".join(as_input(game) + "\n" for game in games)
    run = subprocess.run([program, "--moves", str(MOVES_EVERY)], input=text, text=True,
                         capture_output=True)
    if run.returncode != 0:
        return 0, 0, [run.stderr]
    found = iter(run.stdout.splitlines())
    positions = 0
    differences = []
    for game in games:
        for expected in expected_lines(game, positions):
            line = next(found, "nothing")
            if line.rstrip() != expected.rstrip():
                differences.append(f"python-chess: {expected}\nedge:         {line}")
        positions += len(mainline(game)) + 1
    if next(found, None) is not None:
        differences.append("edge printed more lines than expected")
    return len(games), positions, differences[:5]


def compare_all(program: Path, shared: Path, count: int, processes: int) -> tuple[int, int]:
    texts = []
    for sample in SAMPLES:
        texts += choose_games(shared / "corpora" / f"{sample}.pgn.zst", count // len(SAMPLES))
    jobs = [(program, texts[i:i + GAMES_PER_RUN]) for i in range(0, len(texts), GAMES_PER_RUN)]
    with multiprocessing.Pool(processes) as pool:
        results = pool.map(compare, jobs, chunksize=1)
    differences = [difference for *_, found in results for difference in found]
    assert not differences, "\n".join(differences[:5])
    return sum(games for games, *_ in results), sum(positions for _, positions, _ in results)


def test_positions_agree(dump_positions: Path, shared: Path) -> None:
    games, positions = compare_all(dump_positions, shared, count=330, processes=1)
    assert games >= 300 and positions >= 40 * games


@pytest.mark.long
def test_positions_of_twenty_thousand_games_agree(dump_positions: Path, shared: Path) -> None:
    games, positions = compare_all(dump_positions, shared, count=24_000, processes=2)
    assert games >= 20_000 and positions >= 40 * games
