"""A corpus to which games were added, next to one of all games at once."""

import gzip
import json
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from daemon import Daemon
from support import Edge, first_games

GAMES = 6000
QUESTIONS = [
    "checkmate",
    "white.elo >= 2500 and result = W",
    'move("Bxh7+")',
    "year >= 1990 and plies > 100",
    "ever(opposite_bishops P < p)",
    "winner: sacrifice",
    "eco = C40..C50",
]
POSITIONS = ["", "e4", "e4 e5 Nf3", "d4 Nf6 c4 e6 Nc3 Bb4", "b4"]


def parts_of(text: bytes, count: int) -> list[bytes]:
    starts = [at for at in range(len(text)) if text.startswith(b"[Event ", at)]
    cuts = [starts[i * len(starts) // count] for i in range(count)] + [len(text)]
    return [text[a:b] for a, b in zip(cuts, cuts[1:], strict=False)]


@pytest.fixture(scope="module")
def grown(edge: Edge, sample, tmp_path_factory):
    """One corpus of all games, and one that was made in seven steps."""
    folder = tmp_path_factory.mktemp("grown")
    whole = first_games(sample("otb"), GAMES, folder / "all.pgn")
    edge.index(whole, "--out", folder / "all.scoredb")
    for number, part in enumerate(parts_of(whole.read_bytes(), 7)):
        packed = folder / f"{number}.pgn"
        packed.write_bytes(gzip.compress(part) if number % 2 else part)
        if number == 0:
            edge.index(packed, "--out", folder / "grown.scoredb")
        else:
            edge.json("add", folder / "grown.scoredb", packed)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def test_an_independent_reader_accepts_it(edge: Edge, shared: Path, grown: Path, tmp_path: Path) -> None:
    edge.ok("inspect", grown / "grown.scoredb", "--verify")
    # It reads one tree only.
    corpus = tmp_path / "joined.scoredb"
    shutil.copytree(grown / "grown.scoredb", corpus)
    edge.json("compact", corpus, "--tree")
    check = [sys.executable, shared / "tools" / "scoredb_check.py", corpus]
    done = subprocess.run([*check, "--json", "--replay"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


@pytest.mark.parametrize("question", QUESTIONS)
def test_questions_have_the_same_games(edge: Edge, grown: Path, question: str) -> None:
    whole, steps = (
        edge.ok("games", grown / name, "--query", question, "--format", "csv")
        for name in ("all.scoredb", "grown.scoredb")
    )
    assert whole.count("\n") > 1 and steps == whole


@pytest.mark.parametrize("moves", POSITIONS)
@pytest.mark.parametrize("choice", [(), ("--year", "1990-"), ("--details",)])
def test_positions_have_the_same_moves(edge: Edge, grown: Path, moves: str, choice) -> None:
    whole, steps = (
        edge.json("explore", grown / name, "--moves", moves, *choice)
        for name in ("all.scoredb", "grown.scoredb")
    )
    assert whole["total"] > 0 and steps == whole


def test_original_texts_are_found(edge: Edge, grown: Path) -> None:
    plain = first_games(grown / "all.pgn", 3, grown / "first.pgn").read_text().strip()
    corpus = grown / "grown.scoredb"
    found = edge.ok("games", corpus, "--original", "--limit", "3").strip()
    assert found.split() == plain.split()


def test_joined_trees_are_those_of_one_index(edge: Edge, grown: Path, tmp_path: Path) -> None:
    corpus = tmp_path / "joined.scoredb"
    shutil.copytree(grown / "grown.scoredb", corpus)
    edge.json("compact", corpus, "--tree")
    for file in ("tree.dat", "tree.games"):
        assert (corpus / file).read_bytes() == (grown / "all.scoredb" / file).read_bytes(), file
    edge.ok("inspect", corpus, "--verify")


@pytest.fixture(scope="module")
def joined(edge: Edge, grown: Path) -> Path:
    corpus = grown / "joined.scoredb"
    shutil.copytree(grown / "grown.scoredb", corpus)
    report = edge.json("compact", corpus, "--shards")
    assert (report["shards_before"], report["shards"], report["warnings"]) == (7, 1, [])
    return corpus


def test_joined_shards_are_those_of_one_index(edge: Edge, grown: Path, joined: Path) -> None:
    for ending in ("moves", "gameidx", "dict", "cols", "extra"):
        file = f"shards/0.{ending}"
        assert (joined / file).read_bytes() == (grown / "all.scoredb" / file).read_bytes(), file
    assert not (joined / "shards/1.moves").exists()
    metas = [(corpus / "meta").read_text() for corpus in (joined, grown / "grown.scoredb")]
    ids = [re.search("corpus_id=.*", meta).group() for meta in metas]
    assert ids[0] == ids[1]


def test_joined_shards_are_sound(edge: Edge, shared: Path, joined: Path, tmp_path: Path) -> None:
    edge.ok("inspect", joined, "--verify")
    # The reader knows only trees of one file.
    corpus = tmp_path / "joined.scoredb"
    shutil.copytree(joined, corpus)
    edge.json("compact", corpus, "--tree")
    check = [sys.executable, shared / "tools" / "scoredb_check.py", corpus, "--json", "--replay"]
    done = subprocess.run(check, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_joined_shards_have_the_same_answers(edge: Edge, grown: Path, joined: Path) -> None:
    before = grown / "grown.scoredb"
    for question in QUESTIONS:
        choice = ("--query", question, "--format", "pgn")
        assert edge.ok("games", joined, *choice) == edge.ok("games", before, *choice)
    for moves in POSITIONS:
        for choice in [(), ("--year", "1990-"), ("--details",)]:
            asked = ("--moves", moves, *choice)
            assert edge.json("explore", joined, *asked) == edge.json("explore", before, *asked)
    original = ("--original", "--limit", "3")
    assert edge.ok("games", joined, *original) == edge.ok("games", before, *original)


def test_the_daemon_goes_over_to_joined_shards(
    edge: Edge, grown: Path, tmp_path: Path, edge_bin: Path
) -> None:
    corpus = tmp_path / "c.scoredb"
    shutil.copytree(grown / "grown.scoredb", corpus)
    daemon = Daemon(edge_bin, tmp_path)

    def matches() -> list:
        asked = {"corpus": "c.scoredb", "query": "checkmate", "answer": "matches", "limit": 100}
        return daemon.post("/query", asked).json["matches"]

    try:
        first = daemon.post("/query", {"corpus": "c.scoredb", "query": "checkmate"}).json
        before = matches()
        edge.json("compact", corpus, "--shards")
        after = matches()
        assert {match["shard"] for match in after} == {0} < {match["shard"] for match in before}
        places = ("shard", "game")
        ids, others = ([[v for k, v in m.items() if k not in places] for m in found]
                       for found in (before, after))
        assert ids == others
        listed = daemon.get("/games", corpus="c.scoredb", set=first["set"], limit=1)
        assert listed.status in (404, 410), listed.body
    finally:
        daemon.stop()


def test_a_foreign_reader_sees_the_first_games(edge: Edge, grown: Path, tmp_path: Path) -> None:
    """Who knows nothing of several trees finds a tree of the first games in tree.dat."""
    corpus = tmp_path / "old.scoredb"
    shutil.copytree(grown / "grown.scoredb", corpus)
    meta = (corpus / "meta").read_text().splitlines()
    segments = next(line for line in meta if line.startswith("tree_segments="))
    first = segments.removeprefix("tree_segments=").split(",")[0].rsplit(":", 1)[0]
    assert (corpus / "tree.dat").read_bytes() == (corpus / first).read_bytes()


def test_the_daemon_goes_over_without_a_gap(
    edge: Edge, grown: Path, tmp_path: Path, edge_bin: Path
) -> None:
    """Every answer while games are added is that of the old games or that of the new ones."""
    for number in range(4):
        shutil.copy(grown / f"{number}.pgn", tmp_path)
    edge.index(tmp_path / "0.pgn", "--out", tmp_path / "c.scoredb")
    counts = [edge.json("query", tmp_path / "c.scoredb", "--query", "all")["games_matched"]]
    daemon = Daemon(edge_bin, tmp_path)
    answers, is_done = set(), threading.Event()

    def answer() -> tuple:
        query = daemon.post("/query", {"corpus": "c.scoredb", "query": "all"})
        position = daemon.post("/tree", {"corpus": "c.scoredb"})
        matched = query.json.get("games_matched", query.body)
        return ("query", matched), ("tree", position.json.get("total", position.body))

    def ask() -> None:
        while not is_done.is_set():
            answers.update(answer())

    expected = set(answer())
    readers = [threading.Thread(target=ask) for _ in range(3)]
    for reader in readers:
        reader.start()
    try:
        for number in range(1, 4):
            started = daemon.post("/index", {"inputs": f"{number}.pgn", "append": "c.scoredb"})
            assert started.status == 202, started.body
            while (job := daemon.get(f"/jobs/{started.json['id']}").json)["state"] == "running":
                pass
            assert job["state"] == "done", job
            assert job["report"]["added"]["first_game"] == counts[-1]
            counts.append(job["report"]["added"]["total_games"])
            assert ("query", counts[-1]) in answer()
            expected.update(answer())
    finally:
        is_done.set()
        for reader in readers:
            reader.join()
        daemon.stop()
    assert answers <= expected, answers - expected
    assert len(answers) > 2


def test_no_answer_is_of_two_states(edge: Edge, grown: Path, tmp_path: Path, edge_bin: Path) -> None:
    """Other processes and jobs add games while everything is asked: an answer is that of one state, as it was."""
    for number in range(7):
        shutil.copy(grown / f"{number}.pgn", tmp_path)
    corpus = tmp_path / "c.scoredb"
    edge.index(tmp_path / "0.pgn", "--out", corpus)
    daemon = Daemon(edge_bin, tmp_path, "--log", "none")
    query = "result = W and ever(queens_off)"

    def ask_set(name: str, body: dict, **parameters):
        return daemon.post(name, {"corpus": "c.scoredb", **body}, **parameters)

    first_set = ask_set("/query", {"query": query}).json["set"]

    asked = {
        "tree": lambda: ask_set("/tree", {"moves": "e4"}),
        "filtered": lambda: ask_set("/tree", {"query": "year >= 1990", "games": {"limit": 3}}),
        "count": lambda: ask_set("/query", {"query": query}),
        "matches": lambda: ask_set("/query", {"query": "checkmate", "answer": "matches", "limit": 5000}),
        "groups": lambda: ask_set("/query", {"query": "all", "answer": "groups", "key": "year"}),
        "games": lambda: daemon.get("/games", corpus="c.scoredb", query="result = B", sort="date", limit=50),
        "last": lambda: daemon.get("/games", corpus="c.scoredb", skip=800, limit=10000, format="csv"),
        "inspect": lambda: daemon.get("/corpus/inspect", path="c.scoredb"),
        "corpora": lambda: daemon.get("/corpora"),
        "kept games": lambda: daemon.get("/games", corpus="c.scoredb", set=first_set, limit=20),
        "kept tree": lambda: ask_set("/tree", {"moves": "e4"}, set=first_set),
    }

    def text_of(name: str) -> str:
        answer = asked[name]()
        assert answer.status == 200, (name, answer.body)
        # Sets have ids of their own.
        reply = re.sub(r'^\{"set":"[^"]*",', "{", answer.body.decode())
        if name != "inspect":
            return reply
        # Stored sets and the second name of the tree are renewed after the commit.
        return json.dumps(json.loads(reply)["meta"])

    seen: dict[str, set] = {name: set() for name in asked}
    troubles, is_done = [], threading.Event()

    def keep_asking(order: list[str]) -> None:
        while not is_done.is_set():
            for name in order:
                try:
                    seen[name].add(text_of(name))
                except Exception as error:
                    troubles.append(repr(error))
                    is_done.set()

    def add_by_job(number: int) -> None:
        while True:
            started = daemon.post("/index", {"inputs": f"{number}.pgn", "append": "c.scoredb"})
            while (job := daemon.get(started.headers["location"]).json)["state"] == "running":
                time.sleep(0.01)
            if job["error_code"] != "BUSY":
                break
        assert job["state"] == "done", job

    states: dict[str, list] = {name: [text_of(name)] for name in asked}
    order = list(asked)
    readers = [threading.Thread(target=keep_asking, args=(order[i:] + order[:i],)) for i in (0, 3, 7)]
    for reader in readers:
        reader.start()
    try:
        for number in range(1, 7):
            if number % 2:
                edge.json("add", corpus, tmp_path / f"{number}.pgn")
            else:
                add_by_job(number)
            for name in asked:
                states[name].append(text_of(name))
        edge.json("compact", corpus, "--tree")
        for name in asked:
            states[name].append(text_of(name))
    finally:
        is_done.set()
        for reader in readers:
            reader.join()
        daemon.stop()
    assert not troubles, troubles[:3]
    for name, texts in seen.items():
        assert texts <= set(states[name]), (name, sorted(texts - set(states[name]))[0][:2000])
    # The questions do tell the states apart, and those about the first set do not.
    for name in asked:
        distinct = len(set(states[name]))
        assert distinct == 1 if name.startswith("kept") else distinct >= 6, name
    assert any(len(texts) > 2 for texts in seen.values())


def test_the_daemon_refuses_other_places(edge: Edge, grown: Path, tmp_path: Path, edge_bin: Path) -> None:
    (tmp_path / "root").mkdir()
    shutil.copy(grown / "2.pgn", tmp_path / "root")
    edge.index(grown / "2.pgn", "--out", tmp_path / "outside.scoredb")
    daemon = Daemon(edge_bin, tmp_path / "root")
    try:
        for append in ("../outside.scoredb", str(tmp_path / "outside.scoredb"), "none.scoredb"):
            reply = daemon.post("/index", {"inputs": "2.pgn", "append": append})
            assert reply.status in (400, 404), (append, reply.body)
        both = {"inputs": "2.pgn", "append": "a.scoredb", "out": "b.scoredb"}
        assert daemon.post("/index", both).status == 400
        assert daemon.post("/index", {"inputs": "2.pgn"}).status == 400
    finally:
        daemon.stop()


def test_one_writer_waits_for_the_other(edge: Edge, grown: Path, tmp_path: Path) -> None:
    corpus = tmp_path / "c.scoredb"
    edge.index(grown / "0.pgn", "--out", corpus)
    adding = [
        subprocess.Popen(
            [edge.program, "add", corpus, grown / f"{number}.pgn", "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for number in (1, 2, 3, 4)
    ]
    firsts = set()
    for process in adding:
        out, messages = process.communicate(timeout=120)
        assert process.returncode == 0, messages
        firsts.add(json.loads(out)["added"]["first_game"])
    assert len(firsts) == 4
    edge.ok("inspect", corpus, "--verify")
