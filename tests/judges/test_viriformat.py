"""viriformat next to python-chess, which says where the moves and their comments are, and next to
the crate that the format comes from. What a score in a comment means is worked out here again, from
the forms that the programs in the engine sample use."""

import os
import re
import shutil
import struct
import subprocess
from collections import defaultdict
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import chess
import chess.pgn
import pytest
from support import read_games

MATE, MATE_BOUND = 32767, 32000
RESULTS = {"0-1": 0, "1/2-1/2": 1, "1-0": 2}
GAMES_OF_EACH_STYLE = 20
GAMES_WITH_EVALS = 150
CRATE = Path(__file__).parent / "viriformat_crate"

# One game, as the crate's program prints it: FEN, result, and moves with scores.
Line = str


# ---- the format, read without Edge


def unpacked_board(data: bytes) -> tuple[chess.Board, int]:
    occupied, pieces, side, halfmove, fullmove, _, result, _ = struct.unpack("<Q16sBBHhBB", data)
    board = chess.Board.empty()
    board.chess960 = True
    for i, square in enumerate(chess.scan_forward(occupied)):
        nibble = pieces[i // 2] >> (4 * (i % 2)) & 15
        kind = chess.ROOK if nibble & 7 == 6 else (nibble & 7) + 1
        board.set_piece_at(square, chess.Piece(kind, nibble < 8))
        if nibble & 7 == 6:
            board.castling_rights |= chess.BB_SQUARES[square]
    board.turn = chess.BLACK if side & 128 else chess.WHITE
    board.ep_square = None if side & 127 == 64 else side & 127
    board.halfmove_clock, board.fullmove_number = halfmove, fullmove
    assert board.is_valid(), board.fen()
    return board, result


def unpacked_move(code: int) -> chess.Move:
    promotion = (code >> 12 & 3) + 2 if code >> 14 == 3 else None
    return chess.Move(code & 63, code >> 6 & 63, promotion)


def move_kind(board: chess.Board, move: chess.Move) -> int:
    if move.promotion:
        return 3
    return 2 if board.is_castling(move) else int(board.is_en_passant(move))


def unpacked(path: Path) -> list[Line]:
    """The games of a file, every move checked by python-chess."""
    lines, data, at = [], path.read_bytes(), 0
    while at < len(data):
        board, result = unpacked_board(data[at : at + 32])
        fields = [f"{board.shredder_fen()};{result}"]
        at += 32
        while any(data[at : at + 4]):
            code, score = struct.unpack_from("<Hh", data, at)
            move = unpacked_move(code)
            assert board.is_legal(move), f"{path}: {move.uci()} in {board.fen()}"
            assert code >> 14 == move_kind(board, move)
            fields.append(f"{move.uci()} {score}")
            board.push(move)
            at += 4
        lines.append(";".join(fields))
        at += 4
    return lines


# ---- scores in comments, read without Edge


def centipawns(text: str) -> int:
    pawns = Decimal(text.replace(" ", ""))
    value = int((pawns * 100).to_integral_value(ROUND_HALF_UP))
    return max(1 - MATE_BOUND, min(value, MATE_BOUND - 1))


def mate(moves: int, is_lost: bool) -> int:
    score = max(MATE - moves, MATE_BOUND)
    return -score if is_lost else score


def value_of(text: str, mate_in_plies: bool = False) -> int:
    if found := re.fullmatch(r"([+-]?)([M#])(\d+)", text):
        count = int(found[3])
        moves = (count + 1) // 2 if found[2] == "M" and mate_in_plies else count
        return mate(moves, found[1] == "-")
    return centipawns(text)


SCORE = r"[+-]?(?:\d+\. ?\d+|[M#]\d+)"
# style: the pattern of a comment, and the score's side by the mover's
STYLES = {
    # cutechess, fastchess and CCC, the time in seconds
    "seconds": (rf"({SCORE})/\d+ [\d.]+s", "mover"),
    # the first CCC, the line in parentheses before it
    "line_first": (rf"\(.*?\) ({SCORE})/\d+ \d+", "mover"),
    # the first TCEC
    "bare_time": (rf"({SCORE})/ ?\d+ \d+", "white"),
    # TCEC since season 5
    "white_value": (r"(?:.*, )?wv=([^, ]+)", "white"),
    # TCEC before
    "value": (r"(?:(?:.*,)? ?ev=| ?Eval = )([^, ]+)", "white"),
}


def engine_score(comment: str, mover: chess.Color) -> tuple[str, int] | None:
    text = " ".join(comment.split())
    for style, (pattern, side) in STYLES.items():
        if found := re.match(pattern, text):
            written = found[1]
            if style == "value" and re.fullmatch(r"-?\d+", written):
                value = max(1 - MATE_BOUND, min(int(written), MATE_BOUND - 1))
            else:
                value = value_of(written, style not in ("line_first", "bare_time"))
            return style, -value if side == "mover" and mover == chess.BLACK else value
    return None


def engine_scores(game: chess.pgn.Game) -> list[int | None]:
    """Of the position before each move: an engine speaks of the one that it thought about."""
    scores = []
    for node in game.mainline():
        found = engine_score(node.comment, node.parent.turn())
        scores.append(found[1] if found else None)
    return scores


def evals(game: chess.pgn.Game) -> list[int | None]:
    """Of the position before each move: an eval comes after the move that led there."""
    scores = []
    for node in game.mainline():
        score = node.parent.eval()
        if score is None:
            scores.append(None)
        elif score.is_mate():
            moves = score.white().mate()
            scores.append(mate(abs(moves), moves < 0))
        else:
            scores.append(max(1 - MATE_BOUND, min(score.white().score(), MATE_BOUND - 1)))
    if len(scores) > 1 and scores[0] is None and scores[1] is not None:
        scores[0] = 0
    return scores


def expected(games, scores_of) -> list[Line]:
    lines = []
    for game in games:
        result = RESULTS.get(game.headers["Result"])
        scores = scores_of(game)
        first = next((i for i, score in enumerate(scores) if score is not None), None)
        if result is None or (first is None and scores):
            continue
        board = game.board()
        board.chess960 = True
        fields = []
        for ply, move in enumerate(game.mainline_moves()):
            if ply < first:
                board.push(move)
                continue
            if not fields:
                fields.append(f"{board.shredder_fen()};{result}")
            if scores[ply] is None:
                break
            fields.append(f"{board.uci(move, chess960=True)} {scores[ply]}")
            board.push(move)
        lines.append(";".join(fields or [f"{board.shredder_fen()};{result}"]))
    return lines


# ---- games to compare


def texts_of(path: Path):
    game: list[str] = []
    with path.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.startswith("[Event ") and game:
                yield "".join(game)
                game = []
            game.append(line)
    yield "".join(game)


def style_of(text: str) -> str | None:
    """The form of most of its comments; the whole text is cheap to look at."""
    counts: dict[str, int] = defaultdict(int)
    for comment in re.findall(r"\{([^}]*)\}", text)[:60]:
        if found := engine_score(comment, chess.WHITE):
            counts[found[0]] += 1
    is_chess960 = '[Variant "fischerandom"]' in text or '[FEN "' in text
    style = max(counts, key=counts.get, default=None)
    return f"{style}_custom_start" if style and is_chess960 else style


@pytest.fixture(scope="module")
def engine_games(sample, tmp_path_factory) -> dict[str, Path]:
    """A file of games of each style of comment."""
    found: dict[str, list[str]] = defaultdict(list)
    for text in texts_of(sample("engine")):
        style = style_of(text)
        if style and len(found[style]) < GAMES_OF_EACH_STYLE:
            found[style].append(text)
    folder = tmp_path_factory.mktemp("engine_games")
    for style, texts in found.items():
        (folder / f"{style}.pgn").write_text("".join(texts), encoding="utf-8")
    assert STYLES.keys() <= found.keys()
    return {style: folder / f"{style}.pgn" for style in found}


@pytest.fixture(scope="module")
def lichess_games(sample, tmp_path_factory) -> Path:
    texts = []
    for text in texts_of(sample("lichess")):
        if "[%eval" in text and '[Variant "' not in text:
            texts.append(text)
        if len(texts) == GAMES_WITH_EVALS:
            break
    path = tmp_path_factory.mktemp("lichess_games") / "evals.pgn"
    path.write_text("".join(texts), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def fixtures(shared: Path) -> Path:
    folder = shared / "fixtures" / "viriformat"
    if not folder.is_dir():
        pytest.skip(f"no files at {folder}")
    return folder


# ---- Edge and python-chess


def test_a_real_file_comes_back_byte_for_byte(edge, fixtures, tmp_path):
    source = fixtures / "test-vf.bin"
    games, back = tmp_path / "games.pgn", tmp_path / "back.vf"
    edge.ok("convert", source, games)
    edge.ok("convert", games, back)
    assert back.read_bytes() == source.read_bytes()
    assert [game.headers["Result"] for game in read_games(games)] == [
        ("1-0" if line.split(";")[1] == "2" else "1/2-1/2") for line in unpacked(source)
    ]
    assert expected(read_games(games), evals) == unpacked(source)


def test_the_corrected_example_of_the_format(edge, fixtures, tmp_path):
    games = tmp_path / "games.pgn"
    edge.ok("convert", fixtures / "readme-example-low-nibble-first.bin", games)
    (game,) = read_games(games)
    assert game.board().variation_san(game.mainline_moves()) == "1. e4 e5 2. Qh5 Ke7 3. Qxe5#"
    assert game.headers["Result"] == "1-0"
    assert evals(game) == [10, 20, -30, MATE, MATE]


def test_scores_of_engines(edge, engine_games, tmp_path):
    for style, games in engine_games.items():
        written = tmp_path / f"{style}.vf"
        edge.ok("convert", games, written, "--score", "engine")
        lines = unpacked(written)
        assert lines == expected(read_games(games), engine_scores), style
        assert sum(line.count(";") for line in lines) > 10 * len(lines), style


def test_scores_of_lichess(edge, lichess_games, tmp_path):
    written = tmp_path / "games.vf"
    edge.ok("convert", lichess_games, written, "--score", "eval")
    assert unpacked(written) == expected(read_games(lichess_games), evals)


def test_auto_finds_either_kind(edge, engine_games, lichess_games, tmp_path):
    for games, source in ((engine_games["seconds"], "engine"), (lichess_games, "eval")):
        edge.ok("convert", games, tmp_path / "auto.vf", "--force")
        edge.ok("convert", games, tmp_path / "named.vf", "--score", source, "--force")
        assert (tmp_path / "auto.vf").read_bytes() == (tmp_path / "named.vf").read_bytes()


def test_zero_keeps_every_move(edge, engine_games, tmp_path):
    written = tmp_path / "games.vf"
    games = engine_games["white_value"]
    edge.ok("convert", games, written, "--score", "zero")
    assert unpacked(written) == expected(
        read_games(games), lambda game: [0] * len(list(game.mainline_moves()))
    )


def test_scores_agree_with_results(edge, engine_games, tmp_path):
    """Whose side a score is: a position that is won by five pawns is nearly always won."""
    for style, games in engine_games.items():
        written = tmp_path / f"{style}.vf"
        edge.ok("convert", games, written, "--score", "engine")
        agree = differ = 0
        for line in unpacked(written):
            _, result, *moves = line.split(";")
            for score in (int(move.split()[1]) for move in moves):
                if result != "1" and abs(score) > 500:
                    agree += (score > 0) == (result == "2")
                    differ += (score > 0) != (result == "2")
        assert differ <= agree // 20, f"{style}: {agree} agree, {differ} do not"


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
    return target / "debug" / "viriformat_crate"


def crate_list(crate: Path, path: Path) -> list[Line]:
    done = subprocess.run([crate, "list", path], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def crate_make(crate: Path, lines: list[Line], path: Path) -> None:
    text = "".join(f"{line}\n" for line in lines)
    done = subprocess.run([crate, "make", path], input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.long
def test_the_crate_reads_what_edge_writes(edge, crate, engine_games, lichess_games, tmp_path):
    for games in [*engine_games.values(), lichess_games]:
        written = tmp_path / f"{games.stem}.vf"
        edge.ok("convert", games, written)
        scores_of = evals if games == lichess_games else engine_scores
        assert crate_list(crate, written) == expected(read_games(games), scores_of), games.stem


@pytest.mark.long
def test_the_crate_writes_the_same_bytes(edge, crate, engine_games, lichess_games, tmp_path):
    for games in [*engine_games.values(), lichess_games]:
        written, made = tmp_path / f"{games.stem}.vf", tmp_path / f"{games.stem}.crate.vf"
        edge.ok("convert", games, written)
        scores_of = evals if games == lichess_games else engine_scores
        crate_make(crate, expected(read_games(games), scores_of), made)
        assert written.read_bytes() == made.read_bytes(), games.stem


@pytest.mark.long
def test_edge_reads_what_the_crate_writes(edge, crate, engine_games, tmp_path):
    for games in engine_games.values():
        made, back = tmp_path / f"{games.stem}.vf", tmp_path / f"{games.stem}.pgn"
        lines = expected(read_games(games), engine_scores)
        crate_make(crate, lines, made)
        edge.ok("convert", made, back)
        assert expected(read_games(back), evals) == lines, games.stem
