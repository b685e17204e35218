"""edge dedup against a reading of its own: the text of the PGN, the names folded with unicodedata.

Only repeats of the whole text of the moves are looked for here; beginnings of games have unit
tests.
"""

import itertools
import re
import unicodedata
from collections import defaultdict
from pathlib import Path

import pytest

TAG = re.compile(r'\[(\w+) "(.*)"\]$')
NOT_A_MOVE = re.compile(r"^(\d+\.*|1-0|0-1|1/2-1/2|\*)$")


def read_games(path: Path) -> list[dict]:
    """Tags and moves as they are written, of a collection without comments and variations."""
    games, tags, moves = [], {}, []

    def end_game():
        if tags or moves:
            games.append({"tags": dict(tags), "moves": " ".join(moves)})
        tags.clear()
        moves.clear()

    for raw in path.read_bytes().split(b"\n"):
        try:
            line = raw.decode("utf-8").strip()
        except UnicodeDecodeError:
            line = raw.decode("windows-1252", "replace").strip()
        if tag := TAG.match(line):
            if moves:
                end_game()
            tags[tag[1]] = tag[2]
        elif line:
            words = re.sub(r"\d+\.+", " ", line).split()
            moves += [word.rstrip("+#!?") for word in words if not NOT_A_MOVE.match(word)]
    end_game()
    return [game for game in games if game["moves"]]


def folded(name: str) -> list[str]:
    plain = unicodedata.normalize("NFD", name.lower())
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return sorted(re.findall(r"[a-z0-9]+", plain.replace("'", "")))


def player(game: dict, colour: str) -> str:
    return game["tags"].get(colour, "?") or "?"


def clear_contradictions(a: dict, b: dict) -> set[str]:
    """Which of date and result differ where both are known."""
    found = set()
    for x, y in zip(a["tags"].get("Date", "").split("."), b["tags"].get("Date", "").split(".")):
        if x.isdigit() and y.isdigit() and int(x) and int(y) and int(x) != int(y):
            found.add("date")
    results = {a["tags"].get("Result", "*"), b["tags"].get("Result", "*")} - {"*", ""}
    if len(results) > 1:
        found.add("result")
    return found


def surnames_differ(a: str, b: str) -> bool:
    """No word in common, so that no spelling can make them the same player."""
    known = "?" not in (a, b) and folded(a) and folded(b)
    return bool(known) and not set(folded(a)) & set(folded(b))


@pytest.fixture(scope="module")
def otb(edge, sample, tmp_path_factory):
    source = sample("otb")
    corpus = tmp_path_factory.mktemp("dedup") / "otb.scoredb"
    edge.index(source, "--out", corpus, "--no-tree", "--no-extra")
    answer = edge.json("dedup", corpus, "--limit", 1000000, "--contradictions")
    games = read_games(source)
    assert len(games) == answer["games"]
    return games, answer


def groups_of(answer: dict) -> list[list[int]]:
    return [
        [group["kept"]["game_id"], *(game["game_id"] for game in group["dropped"])]
        for group in answer["listed"]
    ]


def test_every_repeat_with_equal_players_is_found_or_explained(otb):
    games, answer = otb
    grouped = set(itertools.chain.from_iterable(groups_of(answer)))
    explained = {}
    for row in answer["contradictions"]:
        for side in ("game", "other"):
            explained.setdefault(row[side]["game_id"], set()).update(row["contradicts"])
    first, repeats = defaultdict(list), 0
    for number, game in enumerate(games):
        key = (game["moves"], player(game, "White"), player(game, "Black"))
        if earlier := first[key]:
            repeats += 1
            if number not in grouped:
                why = [clear_contradictions(game, games[other]) for other in earlier]
                assert all(why), f"game {number} repeats {earlier} and is in no group"
                assert explained.get(number), f"game {number} repeats {earlier}, not explained"
        first[key].append(number)
    assert 1500 <= repeats <= 1520


def test_every_dropped_game_is_a_duplicate_of_the_one_kept(otb):
    games, answer = otb
    dropped = set()
    for group in answer["listed"]:
        kept = games[group["kept"]["game_id"]]
        for row in group["dropped"]:
            number = row["game_id"]
            assert number not in dropped
            dropped.add(number)
            game = games[number]
            assert not clear_contradictions(kept, game), (kept, game)
            for colour in ("White", "Black"):
                assert not surnames_differ(player(kept, colour), player(game, colour)), (kept, game)
            if row["moves"] == "same":
                assert kept["moves"] == game["moves"]
            else:
                short, long = sorted((kept["moves"].split(), game["moves"].split()), key=len)
                assert len(short) > 20 and long[: len(short)] == short
            if row["players"] == "same":
                assert player(kept, "White") == player(game, "White")
                assert player(kept, "Black") == player(game, "Black")
            elif row["players"] == "spelling":
                for colour in ("White", "Black"):
                    assert folded(player(kept, colour)) == folded(player(game, colour))
    assert len(dropped) == answer["duplicates"]
    assert not dropped & {group["kept"]["game_id"] for group in answer["listed"]}
    assert answer["groups"] == len(answer["listed"])


def test_no_two_games_that_stay_are_plain_duplicates(otb):
    """Equal moves, names of the same words, nothing that contradicts: one of the two is dropped."""
    games, answer = otb
    dropped = {game for group in groups_of(answer) for game in group[1:]}
    same = defaultdict(list)
    for number, game in enumerate(games):
        names = [folded(player(game, colour)) for colour in ("White", "Black")]
        if number not in dropped and all(names):
            same[game["moves"], *map(tuple, names)].append(number)
    for numbers in same.values():
        for a, b in itertools.combinations(numbers, 2):
            assert clear_contradictions(games[a], games[b]), (games[a], games[b])


def test_older_corpora_and_threads_give_the_same_answer(edge, sample, tmp_path):
    source = sample("otb")
    new, old = tmp_path / "new.scoredb", tmp_path / "old.scoredb"
    edge.index(source, "--out", new, "--shards", 3, "--no-tree", "--no-extra")
    edge.index(source, "--out", old, "--shards", 3, "--no-tree", "--no-extra", "--no-cols")

    def found(corpus, *options):
        answer = edge.json("dedup", corpus, "--limit", 1000000, "--contradictions", *options)
        return {key: value for key, value in answer.items() if key != "corpus"}

    expected = found(new, "--threads", 1)
    assert found(new, "--threads", 4) == expected
    assert found(old, "--threads", 4) == expected


def test_the_stored_set_has_the_games_to_drop(edge, tmp_path):
    game = '[White "{}"]\n[Black "Bert"]\n[Date "{}"]\n\n1. e4 e5 2. Nf3 1-0\n\n'
    source, corpus = tmp_path / "games.pgn", tmp_path / "games.scoredb"
    rows = [("Carlsen,M", "2001.??.??"), ("Carlsen, Magnus", "2001.05.06"), ("Holm", "2001.05.06")]
    source.write_text("".join(game.format(*row) for row in rows))
    edge.index(source, "--out", corpus)
    answer = edge.json("dedup", corpus, "--output", "@twice")
    assert groups_of(answer) == [[1, 0]]
    assert answer["listed"][0]["dropped"][0]["players"] == "initials"
    query = edge.json("games", corpus, "--query", "@twice")
    assert [row["game_id"] for row in query["games"]] == [0]
    assert "--force" in edge.refused("dedup", corpus, "--output", "@twice")
    assert edge.json("dedup", corpus, "--output", "@twice", "--force")["duplicates"] == 1
