"""What the judges share: running edge, slices of the samples, games as python-chess reads them."""

import json
import logging
import os
import re
import shutil
import subprocess
from pathlib import Path

import chess
import chess.pgn

REPOSITORY = Path(__file__).resolve().parents[2]
CLASSICS = REPOSITORY / "data" / "classics.pgn"
SAMPLES = ("otb", "lichess", "engine")
STANDARD_VARIANTS = {"", "standard", "normal", "chess"}
RESULTS = ("1-0", "1/2-1/2", "0-1")

logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)


class Edge:
    """The program under test."""

    def __init__(self, program: Path):
        self.program = program

    def run(
        self,
        *arguments,
        input: bytes | None = None,
        timeout: float = 300,
        prefix: tuple[str, ...] = (),
        **options,
    ) -> subprocess.CompletedProcess:
        command = [*prefix, str(self.program), *map(str, arguments)]
        stdin = {"input": input} if input is not None else {"stdin": subprocess.DEVNULL}
        return subprocess.run(command, capture_output=True, timeout=timeout, **stdin, **options)

    def ok(self, *arguments, **options) -> str:
        """Standard output of a run that must succeed."""
        done = self.run(*arguments, **options)
        assert done.returncode == 0, f"{arguments}: exit {done.returncode}\n{text_of(done.stderr)}"
        return text_of(done.stdout)

    def json(self, *arguments, **options) -> dict:
        return json.loads(self.ok(*arguments, "--json", **options))

    def index(self, *arguments, **options) -> dict:
        return self.json("index", *arguments, **options)

    def refused(self, *arguments, mentions: str | Path = "", **options) -> str:
        """The message of a run that must fail with status 1, say why, and name `mentions`."""
        done = self.run(*arguments, **options)
        message = text_of(done.stderr)
        assert done.returncode == 1, f"{arguments}: exit {done.returncode}\n{message}"
        assert message.strip(), f"{arguments}: failed without a message"
        assert str(mentions) in message, f"{arguments}: {mentions} is not named in: {message}"
        return message


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def unpack(packed: Path, to: Path) -> Path:
    subprocess.run(["zstd", "-dqf", packed, "-o", to], check=True)
    return to


def first_games(source: Path, count: int, to: Path) -> Path:
    """The text of the first `count` games of a sample, in which every game begins with Event."""
    found = 0
    with source.open("rb") as lines, to.open("wb") as out:
        for line in lines:
            found += line.startswith(b"[Event ")
            if found > count:
                break
            out.write(line)
    return to


def mainline(game: chess.pgn.Game) -> list[chess.Move]:
    """The legal main line: python-chess stops at an illegal move, Edge at a null move too."""
    moves = []
    for move in game.mainline_moves():
        if not move:
            break
        moves.append(move)
    return moves


def is_representable(game: chess.pgn.Game) -> bool:
    """Whether a corpus takes the game: standard chess from the ordinary start."""
    if game.headers.get("Variant", "").lower() not in STANDARD_VARIANTS:
        return False
    try:
        return game.board().fen() == chess.STARTING_FEN and bool(mainline(game))
    except ValueError:
        return False


def read_games(path: Path, encoding: str = "utf-8"):
    with path.open(encoding=encoding, errors="replace") as text:
        while True:
            try:
                game = chess.pgn.read_game(text)
            except IndexError:  # python-chess fails like this on one closing parenthesis too many
                game = chess.pgn.Game()
            if game is None:
                return
            yield game


def other_program(name: str) -> str | None:
    """Debian keeps chess programs in a folder that is not in every PATH."""
    return shutil.which(name, path=os.environ["PATH"] + os.pathsep + "/usr/games")


def meta_of(corpus: Path) -> dict[str, str]:
    lines = (corpus / "meta").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines)


def files_of(corpus: Path) -> dict[str, bytes]:
    """Every file of a corpus by its path, without what differs from run to run."""
    files = {}
    for path in sorted(p for p in corpus.rglob("*") if p.is_file()):
        data = path.read_bytes()
        if path.name == "meta":
            data = re.sub(
                rb"(?m)^(indexed_at|source\..*\.path|source_pgn_stem|meta_hash)=.*\n", b"", data
            )
        files[str(path.relative_to(corpus))] = data
    return files
