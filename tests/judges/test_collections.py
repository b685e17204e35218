"""Collections: whatever is asked, the set that was kept up while games were added is the answer
about all games, also where the set was left behind as by a crash."""

import json
import shutil
from contextlib import contextmanager
from pathlib import Path

import pytest
from daemon import Daemon
from questions import QUESTIONS
from support import CLASSICS, REPOSITORY, Edge, first_games

RARE = REPOSITORY / "tests/questions/rare.pgn"


def name_of(number: int) -> str:
    return f"question-{number}"


def stored(corpus: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (corpus / "bitmaps").iterdir()}


@contextmanager
def serving(edge_bin: Path, root: Path, *options: str):
    daemon = Daemon(edge_bin, root, *options)
    try:
        yield daemon
    finally:
        daemon.stop()


def ids_of(edge: Edge, corpus: Path, query: str) -> list[int]:
    rows = edge.ok("games", corpus, "--query", query, "--format", "csv", "--columns", "game_id")
    return [int(line) for line in rows.splitlines()[1:]]


@pytest.fixture(scope="module")
def kept(edge: Edge, sample_or_none, tmp_path_factory):
    """A corpus with a collection for each question, to which games were added twice, and its
    bitmaps as they were before the last time."""
    folder = tmp_path_factory.mktemp("kept")
    corpus = folder / "kept.scoredb"
    edge.index(CLASSICS, "--out", corpus)
    for number, question in enumerate(QUESTIONS):
        edge.ok("query", corpus, "--query", question.text, "--save-as", name_of(number))
    edge.ok("query", corpus, "--query", f"not @{name_of(0)}", "--save-as", "other")
    edge.json("add", corpus, RARE)
    before = stored(corpus)
    more = folder / "more.pgn"
    if (otb := sample_or_none("otb")) is not None:
        first_games(otb, 400, more)
    else:
        more.write_text(edge.ok("synth", "400"))
    edge.json("add", corpus, more)
    yield corpus, before
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def sample_or_none(request):
    def find(name: str) -> Path | None:
        try:
            return request.getfixturevalue("sample")(name)
        except pytest.skip.Exception:
            return None

    return find


def check_all(edge: Edge, corpus: Path) -> None:
    # The games in which a collection and its question differ.
    differ = [f"(@{name_of(number)} xor ({each.text}))" for number, each in enumerate(QUESTIONS)]
    differ.append(f"(@other xor not ({QUESTIONS[0].text}))")
    if ids_of(edge, corpus, " or ".join(differ)) != []:
        assert [each for each in differ if ids_of(edge, corpus, each)] == []


def test_the_sets_are_the_answers_about_all_games(edge: Edge, kept) -> None:
    corpus, _ = kept
    check_all(edge, corpus)
    listed = edge.json("collection", "list", corpus)["collections"]
    assert len(listed) == len(QUESTIONS) + 1
    assert [found["stale"] for found in listed if found["stale"]] == []
    assert [found["error"] for found in listed if found["error"]] == []


def test_sets_that_were_left_behind_are_completed(edge: Edge, kept, tmp_path: Path) -> None:
    corpus, before = kept
    crashed = tmp_path / "crashed.scoredb"
    shutil.copytree(corpus, crashed)
    for name, content in before.items():
        (crashed / "bitmaps" / name).write_bytes(content)
    check_all(edge, crashed)
    assert stored(crashed) == before  # readers write nothing
    # The next add brings them up to date.
    new = tmp_path / "new.pgn"
    new.write_text(edge.ok("synth", "20"))
    edge.json("add", crashed, new)
    sizes = {
        edge.json("bitmap", "info", file)["games_total"]
        for file in (crashed / "bitmaps").glob("*.bm")
    }
    assert sizes == {edge.json("inspect", crashed)["meta"]["total_games"]}
    check_all(edge, crashed)


def test_a_merged_corpus_asks_them_of_all_its_games(edge: Edge, kept, tmp_path: Path) -> None:
    corpus, _ = kept
    other = tmp_path / "other.scoredb"
    edge.index(RARE, "--out", other)
    edge.ok("query", other, "--query", QUESTIONS[0].text, "--save-as", name_of(0))
    edge.ok("query", other, "--query", "result = D", "--save-as", "other")
    merged = tmp_path / "merged.scoredb"
    edge.ok("merge", corpus, other, "--out", merged)
    check_all(edge, merged)
    assert ids_of(edge, merged, "@other-2 xor result = D") == []
    names = {found["name"] for found in edge.json("collection", "list", merged)["collections"]}
    assert names == {name_of(i) for i in range(len(QUESTIONS))} | {"other", "other-2"}
    edge.ok("dedup", merged, "--output", "@twice")
    clean = tmp_path / "clean.scoredb"
    edge.ok("compact", merged, "--drop", "@twice", "--out", clean)
    check_all(edge, clean)
    assert edge.json("collection", "list", clean)["collections"][0]["stale"] == []


def test_the_daemon_makes_lists_and_deletes_them(edge: Edge, edge_bin: Path, tmp_path: Path):
    edge.index(CLASSICS, "--out", tmp_path / "c.scoredb")
    with serving(edge_bin, tmp_path) as daemon:
        asked = {"corpus": "c.scoredb", "query": "ever(checkmate)", "save_as": "@mated"}
        made = daemon.post("/query", asked)
        assert made.status == 200, made.body
        assert made.json["games_matched"] == 10
        assert daemon.post("/query", asked).status == 409
        assert daemon.post("/query", asked | {"output": "@x"}).status == 400
        assert daemon.post("/query", asked | {"save_as": "../x"}).status == 400
        listed = daemon.get("/collections", corpus="c.scoredb").json
        assert [(c["name"], c["games"]) for c in listed["collections"]] == [("mated", 10)]
        assert daemon.get("/collections", corpus="c.scoredb", names="nobody").status == 404
        asked = {"corpus": "c.scoredb", "action": "refresh", "names": ["mated"]}
        assert daemon.post("/collections", asked).json["collections"][0]["games"] == 10
        gone = daemon.post("/collections", asked | {"action": "delete"})
        assert gone.json["collections"] == [{"name": "mated"}]
        assert daemon.get("/collections", corpus="c.scoredb").json["collections"] == []
    with serving(edge_bin, tmp_path, "--read-only") as daemon:
        assert daemon.post("/collections", asked).status == 403
        saved = {"corpus": "c.scoredb", "query": "all", "save_as": "x"}
        assert daemon.post("/query", saved).status == 403
        assert daemon.get("/collections", corpus="c.scoredb").status == 200


def test_a_damaged_one_names_its_file(edge: Edge, tmp_path: Path) -> None:
    corpus = tmp_path / "c.scoredb"
    edge.index(CLASSICS, "--out", corpus)
    edge.ok("query", corpus, "--query", "result = W", "--save-as", "won")
    file = corpus / "bitmaps" / "won.query"
    whole = file.read_bytes()
    for damaged in (whole[:-3], whole.replace(b"= W", b"= B"), b"", b"\0" * 100):
        file.write_bytes(damaged)
        found = edge.json("collection", "list", corpus)["collections"]
        assert len(found) == 1 and "won.query" in found[0]["error"], damaged
        assert edge.run("collection", "refresh", corpus, "won").returncode == 1
        assert edge.ok("collection", "refresh", corpus) == "nothing is stale\n"
        assert "won.query" in edge.run("inspect", corpus, "--verify").stdout.decode(), damaged
    assert json.loads(edge.ok("query", corpus, "@won", "--json"))["games_matched"] > 0
    # The set has no hash of its own in version 1, but the query next to it has.
    file.write_bytes(whole)
    edge.ok("inspect", corpus, "--verify")
    bits = (corpus / "bitmaps" / "won.bm").read_bytes()
    (corpus / "bitmaps" / "won.bm").write_bytes(bits[:-8] + bytes([bits[-8] ^ 1]) + bits[-7:])
    found = edge.run("inspect", corpus, "--verify")
    assert found.returncode == 1 and b"won.bm" in found.stdout
