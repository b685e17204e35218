"""Damage and misuse: a clear message, exit status 1, nothing half-written, never a crash."""

import bz2
import gzip
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import pytest
from support import CLASSICS, Edge, files_of, text_of

FLIPS_PER_FILE = 12
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root")


@pytest.fixture(scope="module")
def corpus(edge: Edge, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("good") / "good.scoredb"
    edge.index(CLASSICS, "--out", path, "--shards", 2)
    return path


@pytest.fixture(scope="module")
def many_games(edge: Edge, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("many") / "many.pgn"
    edge.ok("synth", 60000, "--output", path)
    return path


def left_over(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def bytes_written(folder: Path, run: subprocess.Popen) -> int:
    """How much a run has written to its hidden output so far."""
    total = 0
    for path in folder.glob(f".*.partial-{run.pid}-*/**/*"):
        try:
            total += path.lstat().st_size
        except FileNotFoundError:  # renamed or removed since
            pass
    return total


# ---- sources


def test_missing_file(edge: Edge, tmp_path: Path) -> None:
    edge.refused("index", tmp_path / "no.pgn", "--out", tmp_path / "c.scoredb", mentions="no.pgn")
    assert left_over(tmp_path) == []


def test_folder_without_pgn(edge: Edge, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    edge.refused("index", tmp_path / "empty", "--out", tmp_path / "c.scoredb", mentions="empty")
    assert left_over(tmp_path) == ["empty"]


@as_root
def test_unreadable_file(edge: Edge) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        program = shutil.copy(edge.program, folder / "edge")
        source = folder / "secret.pgn"
        source.write_text("1. e4 1-0\n")
        source.chmod(0)
        nobody = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
        Edge(program).refused(
            "index", source, "--out", folder / "c.scoredb", mentions=source, prefix=nobody
        )
        assert left_over(folder) == ["edge", "secret.pgn"]


@as_root
def test_unwritable_target(edge: Edge) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        program = shutil.copy(edge.program, folder / "edge")
        shutil.copy(CLASSICS, folder / "classics.pgn")
        nobody = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
        Edge(program).refused(
            "index",
            folder / "classics.pgn",
            "--out",
            folder / "c.scoredb",
            mentions=folder,
            prefix=nobody,
        )
        assert left_over(folder) == ["classics.pgn", "edge"]


def test_noise_holds_no_games(edge: Edge, tmp_path: Path) -> None:
    noise = random.Random(1)
    for size in (0, 1, 100, 5_000_000):
        source = tmp_path / "noise.pgn"
        source.write_bytes(noise.randbytes(size))
        done = edge.run("index", source, "--out", tmp_path / "c.scoredb", "--force", "--json")
        assert done.returncode in (0, 1), text_of(done.stderr)


@pytest.mark.parametrize(
    "pack",
    [
        gzip.compress,
        bz2.compress,
        lambda data: subprocess.run(
            ["zstd", "-q"], input=data, capture_output=True, check=True
        ).stdout,
    ],
    ids=["gz", "bz2", "zst"],
)
def test_truncated_compressed_file(edge: Edge, tmp_path: Path, pack) -> None:
    packed = pack(CLASSICS.read_bytes() * 20)
    for cut in (len(packed) // 2, len(packed) - 1):
        source = tmp_path / "cut.pgn"
        source.write_bytes(packed[:cut])
        edge.refused("index", source, "--out", tmp_path / "c.scoredb", mentions="cut.pgn")
        assert left_over(tmp_path) == ["cut.pgn"]


# ---- targets


def test_existing_output_is_kept_without_force(edge: Edge, tmp_path: Path) -> None:
    out = tmp_path / "c.scoredb"
    edge.index(CLASSICS, "--out", out)
    before = files_of(out)
    edge.refused("index", CLASSICS, "--out", out, "--no-tree", mentions="--force")
    assert files_of(out) == before
    edge.index(CLASSICS, "--out", out, "--no-tree", "--force")
    assert not (out / "tree.dat").exists()
    assert left_over(tmp_path) == ["c.scoredb"]


def test_a_failing_run_keeps_the_old_corpus(edge: Edge, tmp_path: Path) -> None:
    out = tmp_path / "c.scoredb"
    edge.index(CLASSICS, "--out", out)
    before = files_of(out)
    edge.refused("index", tmp_path / "no.pgn", "--out", out, "--force")
    assert files_of(out) == before
    assert left_over(tmp_path) == ["c.scoredb"]


@as_root
def test_full_disk(edge: Edge, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk], capture_output=True
    )
    if mounted.returncode != 0:
        pytest.skip("cannot mount a tmpfs: " + text_of(mounted.stderr).strip())
    try:
        source = tmp_path / "many.pgn"
        edge.ok("synth", 20000, "--output", source)
        edge.index(CLASSICS, "--out", disk / "old.scoredb", "--no-tree")
        before = files_of(disk / "old.scoredb")
        edge.refused("index", source, "--out", disk / "new.scoredb", mentions=disk)
        assert left_over(disk) == ["old.scoredb"]
        assert files_of(disk / "old.scoredb") == before
        base = disk / "base.si4"
        edge.ok("convert", CLASSICS, base)
        names = ["base.sg4", "base.si4", "base.sn4", "old.scoredb"]
        parts = {name: (disk / name).read_bytes() for name in names[:3]}
        failed = 0
        for size in (1000, 2000, 4000, 8000, 16000):
            few = tmp_path / "few.scoredb"
            edge.ok("index", source, "--max-games", size, "--out", few, "--force", "--no-tree")
            status = edge.run("convert", few, base, "--force").returncode
            if status != 0:
                failed += 1
                assert {n: (disk / n).read_bytes() for n in names[:3]} == parts
            parts = {name: (disk / name).read_bytes() for name in names[:3]}
            assert left_over(disk) == names
        assert failed
        for name in names[:3]:
            (disk / name).unlink()
        message = edge.refused("synth", 20000, "--output", disk / "games.pgn", mentions=disk)
        assert "space" in message.lower()
    finally:
        subprocess.run(["umount", disk], check=True)


def test_killed_run(edge: Edge, tmp_path: Path) -> None:
    source = tmp_path / "large.pgn"
    edge.ok("synth", 300000, "--output", source)
    old = tmp_path / "old.scoredb"
    edge.index(CLASSICS, "--out", old)
    before = files_of(old)
    out = tmp_path / "c.scoredb"
    interrupted = 0
    for written in (1, 1 << 20, 8 << 20):  # bytes
        run = subprocess.Popen(
            [edge.program, "index", source, "--out", out, "--threads", "1"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        while run.poll() is None and bytes_written(tmp_path, run) < written:
            time.sleep(0.01)
        run.send_signal(signal.SIGKILL)
        interrupted += run.wait() == -signal.SIGKILL
        assert not out.exists()
    assert interrupted, "every run ended before it was killed"
    assert files_of(old) == before
    edge.index(CLASSICS, "--out", out)
    assert left_over(tmp_path) == ["c.scoredb", "large.pgn", "old.scoredb"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["int", "term"])
@pytest.mark.parametrize("target", ["x.pgn", "x.si4", "x.fbpgn", "x.scoredb", "x.bin", "index"])
def test_interrupted_run_leaves_nothing(
    edge: Edge, many_games: Path, tmp_path: Path, target: str, number
) -> None:
    arguments = ["convert", many_games, tmp_path / target]
    if target == "index":
        arguments = ["index", many_games, "--out", tmp_path / "x.scoredb"]
    run = subprocess.Popen(
        [edge.program, *arguments, "--threads", "1"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        # A shell may have its children ignore SIGINT.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    while not left_over(tmp_path):  # until it writes
        assert run.poll() is None
        time.sleep(0.01)
    run.send_signal(number)
    assert text_of(run.communicate()[1]) == ""
    assert run.returncode == -number
    assert left_over(tmp_path) == []


def test_stale_output_is_removed_by_the_next_run(edge: Edge, tmp_path: Path) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    stale = tmp_path / f".x.pgn.partial-{gone.pid}-0"
    other = tmp_path / f".y.pgn.partial-{gone.pid}-0"
    at_work = tmp_path / f".x.pgn.partial-{os.getpid()}-0"
    for path in (stale, other, at_work):
        path.write_text("half")
    edge.ok("convert", CLASSICS, tmp_path / "x.pgn")
    assert left_over(tmp_path) == sorted([at_work.name, other.name, "x.pgn"])


# ---- damaged corpora


COMMANDS = {
    "explore": ("explore",),
    "explore --deep": ("explore", "--deep"),
    "inspect": ("inspect",),
    "inspect --verify": ("inspect", "--verify"),
    "games": ("games",),
}


def run_all(edge: Edge, corpus: Path, where: str) -> dict[str, int]:
    """Exit status of each command on a damaged corpus; a signal or a silent failure is an error."""
    statuses = {}
    for label, (command, *options) in COMMANDS.items():
        done = edge.run(command, corpus, *options, timeout=60)
        message = text_of(done.stderr) + text_of(done.stdout)
        assert done.returncode in (0, 1), f"{where}: {label}: exit {done.returncode}\n{message}"
        if done.returncode == 1:
            assert message.strip(), f"{where}: {label}: failed without a message"
        statuses[label] = done.returncode
    return statuses


def corpus_files(corpus: Path) -> list[str]:
    return sorted(str(p.relative_to(corpus)) for p in corpus.rglob("*") if p.is_file())


def test_truncated_corpora(edge: Edge, corpus: Path, tmp_path: Path) -> None:
    for name in corpus_files(corpus):
        data = (corpus / name).read_bytes()
        for cut in sorted({0, 1, len(data) // 2, len(data) - 1}):
            if cut >= len(data):
                continue
            damaged = tmp_path / "damaged.scoredb"
            shutil.copytree(corpus, damaged)
            (damaged / name).write_bytes(data[:cut])
            statuses = run_all(edge, damaged, f"{name} cut to {cut} bytes")
            assert statuses["inspect --verify"] == 1, f"{name} cut to {cut} bytes passed --verify"
            shutil.rmtree(damaged)


def test_bit_flips(edge: Edge, corpus: Path, tmp_path: Path) -> None:
    dice = random.Random(2)
    damaged = tmp_path / "damaged.scoredb"
    shutil.copytree(corpus, damaged)
    for name in corpus_files(corpus):
        data = bytearray((corpus / name).read_bytes())
        for _ in range(min(FLIPS_PER_FILE, len(data))):
            place, bit = dice.randrange(len(data)), dice.randrange(8)
            data[place] ^= 1 << bit
            (damaged / name).write_bytes(data)
            where = f"{name}: byte {place}, bit {bit}"
            statuses = run_all(edge, damaged, where)
            # Sets have no hashes.
            if not name.startswith("bitmaps/"):
                assert statuses["inspect --verify"] == 1, f"{where} passed --verify"
            data[place] ^= 1 << bit
        (damaged / name).write_bytes(data)


def test_missing_files(edge: Edge, corpus: Path, tmp_path: Path) -> None:
    for name in corpus_files(corpus):
        damaged = tmp_path / "damaged.scoredb"
        shutil.copytree(corpus, damaged)
        (damaged / name).unlink()
        statuses = run_all(edge, damaged, f"without {name}")
        optional = name.startswith(("tree.", "checksums.")) or name.endswith((".cols", ".extra"))
        assert optional or statuses["inspect"] == 1, f"inspect took a corpus without {name}"
        is_set = name.startswith("bitmaps/")
        assert is_set or statuses["inspect --verify"] == 1, f"--verify did not miss {name}"
        shutil.rmtree(damaged)


def test_errors_name_the_file(edge: Edge, corpus: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.scoredb"
    shutil.copytree(corpus, damaged)
    (damaged / "shards" / "0.gameidx").write_bytes(b"123")
    for command in ("inspect", "games"):
        edge.refused(command, damaged, mentions="0.gameidx")
    edge.refused("explore", damaged, "--deep", mentions="0.gameidx")


def test_other_versions_are_refused(edge: Edge, corpus: Path, tmp_path: Path) -> None:
    for version in ("1", "3", "99999999999999999999", "x", ""):
        other = tmp_path / f"v{version}.scoredb"
        shutil.copytree(corpus, other)
        meta = (corpus / "meta").read_text().replace("version=2", f"version={version}", 1)
        (other / "meta").write_text(meta)
        for command in ("inspect", "explore", "games"):
            edge.refused(command, other, mentions="meta")


def test_not_a_corpus(edge: Edge, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "folder", tmp_path / "missing.scoredb", CLASSICS):
        for command in ("inspect", "explore", "games"):
            edge.refused(command, path, mentions=path.name)


# ---- wrong usage


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("nonsense",),
        ("index",),
        ("index", "--threads", "0", CLASSICS),
        ("explore",),
        ("synth",),
        ("synth", "-1"),
        ("synth", "many"),
        ("index", CLASSICS, "--tree-plies", "x"),
        ("index", CLASSICS, "--bad-games", "maybe"),
        ("index", CLASSICS, "--no-such-option"),
    ],
    ids=lambda a: " ".join(map(str, a[:1] + a[-1:])) or "nothing",
)
def test_usage_errors_are_status_2(edge: Edge, arguments, tmp_path: Path) -> None:
    done = edge.run(*arguments, cwd=tmp_path)
    assert done.returncode == 2, text_of(done.stderr)
    assert done.stderr
    assert left_over(tmp_path) == []


def test_bad_position(edge: Edge, corpus: Path) -> None:
    for option, value in (
        ("--fen", "8/8/8/8/8/8/8/8 w - - 0 1"),
        ("--moves", "e4 e4"),
        ("--fen", "x"),
    ):
        done = edge.run("explore", corpus, option, value)
        assert done.returncode in (1, 2) and done.stderr, value
