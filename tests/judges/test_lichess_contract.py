"""The daemon as clients of the Lichess opening explorer see it: berserk runs against it, the answers
have the fields of the contract, and the counts are those of `edge explore` and of python-chess."""

import json
import re
from collections import Counter
from pathlib import Path

import berserk
import chess
import pytest
from daemon import Daemon
from support import Edge, is_representable, mainline, read_games

GAMES = 2500
SPEEDS = ("ultraBullet", "bullet", "blitz", "rapid", "classical", "correspondence")
GROUPS = (0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500)
OPENINGS = {
    "after e4": {"eco": "B00", "name": "First", "moves": "1. e4"},
    "after e4 e5": {"eco": "C20", "name": "Second", "moves": "1. e4 e5"},
}
LINES = ("", "e2e4", "e2e4,c7c5", "d2d4,d7d5,c2c4")


class ExplorerDaemon(Daemon):
    """Its answers are parsed, and must not be refusals unless the test says so."""

    def answer(self, path: str, **parameters) -> dict:
        found = self.get(path, **parameters)
        assert found.status == 200, found.body
        return found.json


@pytest.fixture(scope="module")
def pgns(sample_slice) -> dict[str, Path]:
    return {"masters": sample_slice("otb", GAMES), "lichess": sample_slice("lichess", GAMES)}


@pytest.fixture(scope="module")
def root(edge: Edge, pgns: dict, tmp_path_factory) -> Path:
    root = tmp_path_factory.mktemp("lichess")
    for name, pgn in pgns.items():
        edge.index(pgn, "--out", root / name)
    (root / "openings.json").write_text(json.dumps(OPENINGS))
    return root


@pytest.fixture(scope="module")
def daemon(edge: Edge, root: Path):
    options = ("--masters", "masters", "--lichess", "lichess", "--player", "lichess")
    daemon = ExplorerDaemon(edge.program, root, *options, "--openings", str(root / "openings.json"))
    yield daemon
    daemon.stop()


@pytest.fixture(scope="module")
def explorer(daemon: ExplorerDaemon):
    return berserk.Client(explorer_url=f"http://{daemon.host}").opening_explorer


@pytest.fixture(scope="module")
def games(pgns: dict) -> list[chess.pgn.Game]:
    """The games of the online corpus that count: python-chess reads them."""
    return [
        game
        for game in read_games(pgns["lichess"])
        if is_representable(game) and game.headers["Result"] != "*"
    ]


@pytest.fixture(scope="module")
def player(games: list) -> str:
    return Counter(game.headers["White"] for game in games).most_common(1)[0][0]


# ---- the fields of the contract


def check_exact(value: dict, required: dict, optional: dict | None = None) -> None:
    """Every required field and no unknown one, each of its type."""
    known = {**required, **(optional or {})}
    assert set(required) <= set(value) <= set(known)
    for name, content in value.items():
        assert isinstance(content, known[name]), (name, content)


def check_game(game: dict, database: str, uci: bool) -> None:
    required = {
        "id": str,
        "winner": (str, type(None)),
        "white": dict,
        "black": dict,
        "year": int,
        "month": (str, type(None)),
    }
    optional = {} if database == "masters" else {"speed": str, "mode": str}
    check_exact(game, {**required, **({"uci": str} if uci else {})}, optional)
    assert re.fullmatch("[0-9A-Za-z]{8}", game["id"])
    assert game["winner"] in ("white", "black", None)
    assert game.get("speed", "blitz") in SPEEDS
    assert game.get("mode", "rated") in ("rated", "casual")
    for color in ("white", "black"):
        check_exact(game[color], {"name": str, "rating": int})
    assert game["month"] is None or re.fullmatch(rf"{game['year']:04}-(0\d|1[012])", game["month"])


def check_opening(opening: dict | None) -> None:
    if opening is not None:
        check_exact(opening, {"eco": str, "name": str})


def check_answer(answer: dict, database: str, history: bool = False) -> None:
    required = {
        "white": int,
        "draws": int,
        "black": int,
        "moves": list,
        "opening": (dict, type(None)),
    }
    lists = {
        "masters": ["topGames"],
        "lichess": ["recentGames", "topGames"],
        "player": ["recentGames"],
    }
    for name in lists[database]:
        required[name] = list
    if database == "player":
        required["queuePosition"] = int
    if history:
        required["history"] = list
    check_exact(answer, required)
    order = "white draws black moves recentGames topGames opening queuePosition history".split()
    assert list(answer) == [name for name in order if name in answer]
    check_opening(answer["opening"])
    for move in answer["moves"]:
        ratings = {"averageRating": int}
        if database == "player":
            ratings = {"averageOpponentRating": int, "performance": int}
        counts = {"white": int, "draws": int, "black": int}
        nullable = {"game": (dict, type(None)), "opening": (dict, type(None))}
        check_exact(move, {"uci": str, "san": str, **counts, **nullable}, ratings)
        check_opening(move["opening"])
        assert (move["game"] is not None) == (total(move) == 1)
        if move["game"]:
            check_game(move["game"], database, uci=False)
    totals = [total(move) for move in answer["moves"]]
    assert totals == sorted(totals, reverse=True)
    for name in lists[database]:
        for game in answer[name]:
            check_game(game, database, uci=True)
    for month in answer.get("history", []):
        check_exact(month, {"month": str, "white": int, "draws": int, "black": int})


def total(counts: dict) -> int:
    return counts["white"] + counts["draws"] + counts["black"]


def rows(moves: list[dict]) -> list[tuple]:
    return [(m["san"], m["white"], m["draws"], m["black"]) for m in moves]


def with_spaces(play: str) -> str:
    return play.replace(",", " ")


# ---- berserk, all its calls


def test_berserk_asks_about_masters(explorer) -> None:
    answer = explorer.get_masters_games(
        position=chess.STARTING_FEN, play=["e2e4"], since=1900, until=2030, moves=3, top_games=5
    )
    check_answer(answer, "masters")
    assert len(answer["moves"]) == 3 and len(answer["topGames"]) == 5
    assert answer["opening"] == {"eco": "B00", "name": "First"}
    e5 = next(move for move in answer["moves"] if move["uci"] == "e7e5")
    assert e5["opening"] == {"eco": "C20", "name": "Second"}
    averages = [sum(g[c]["rating"] for c in ("white", "black")) for g in answer["topGames"]]
    assert averages == sorted(averages, reverse=True)


def test_berserk_fetches_the_game_of_a_master(explorer) -> None:
    shown = explorer.get_masters_games(top_games=1)["topGames"][0]
    pgn = explorer.get_otb_master_game(shown["id"])
    assert f'[White "{shown["white"]["name"]}"]' in pgn
    assert f'[WhiteElo "{shown["white"]["rating"]}"]' in pgn


def test_berserk_asks_about_online_games(explorer) -> None:
    answer = explorer.get_lichess_games(
        variant="standard",
        position=chess.STARTING_FEN,
        play=["e2e4"],
        speeds=["blitz", "rapid"],
        ratings=["1000", "2000", "2200", "2500"],
        since="2010-01",
        until="2030-12",
        moves=5,
        top_games=2,
        recent_games=3,
        history=True,
    )
    check_answer(answer, "lichess", history=True)
    assert total(answer) > 0
    assert {g["speed"] for g in answer["recentGames"]} <= {"blitz", "rapid"}
    months = [g["month"] for g in answer["recentGames"]]
    assert months == sorted(months, reverse=True)


def test_berserk_asks_about_a_player(explorer, player: str) -> None:
    answer = explorer.get_player_games(player=player.upper(), color="white", recent_games=8)
    check_answer(answer, "player")
    assert answer["queuePosition"] == 0
    assert total(answer) > 0
    assert {g["white"]["name"].lower() for g in answer["recentGames"]} == {player.lower()}
    streamed = list(explorer.stream_player_games(player=player, color="black", variant="standard"))
    assert len(streamed) == 1


# ---- counts


@pytest.mark.parametrize("play", LINES)
@pytest.mark.parametrize(
    "parameters, flags",
    [
        ({}, ()),
        ({"since": 1990, "until": 2005}, ("--year", "1990-2005")),
        ({"until": 1980}, ("--year", "..1980")),
    ],
)
def test_masters_count_as_explore_does(
    edge: Edge, root: Path, daemon: ExplorerDaemon, play: str, parameters: dict, flags: tuple
) -> None:
    expected = edge.json(
        "explore", root / "masters", "--moves", with_spaces(play), "--details", *flags
    )
    answer = daemon.answer("/masters", play=play, moves=100, **parameters)
    check_answer(answer, "masters")
    assert rows(answer["moves"]) == rows(expected["moves"])
    assert [answer[key] for key in ("white", "draws", "black")] == [
        expected[key] for key in ("white", "draws", "black")
    ]
    assert [m.get("averageRating") for m in answer["moves"]] == [
        m["average_rating"] for m in expected["moves"]
    ]


@pytest.mark.parametrize("play", LINES)
@pytest.mark.parametrize(
    "parameters, flags",
    [
        ({}, ()),
        ({"speeds": "bullet"}, ("--speed", "bullet")),
        ({"speeds": "blitz,rapid,classical"}, ("--speed", "blitz,rapid,classical")),
        (
            {"since": "2015-06", "until": "2020-12"},
            ("--date-from", "2015-06", "--date-to", "2020-12"),
        ),
    ],
)
def test_online_games_count_as_explore_does(
    edge: Edge, root: Path, daemon: ExplorerDaemon, play: str, parameters: dict, flags: tuple
) -> None:
    expected = edge.json("explore", root / "lichess", "--moves", with_spaces(play), *flags)
    answer = daemon.answer("/lichess", play=play, moves=100, **parameters)
    check_answer(answer, "lichess")
    assert rows(answer["moves"]) == rows(expected["moves"])


@pytest.mark.parametrize("color", ["white", "black"])
@pytest.mark.parametrize("play", ["", "e2e4"])
def test_a_player_counts_as_explore_does(
    edge: Edge, root: Path, daemon: ExplorerDaemon, player: str, color: str, play: str
) -> None:
    """Ratings are of the player's opponents and the score is the player's, whichever side is to move."""
    flags = ("--moves", with_spaces(play), f"--{color}-name", player)
    expected = edge.json("explore", root / "lichess", "--details", *flags)
    answer = daemon.answer("/player", player=player, color=color, play=play)
    check_answer(answer, "player")
    assert rows(answer["moves"]) == rows(expected["moves"])
    players_turn = (color == "white") == (play == "")
    opponents = "average_opponent_rating" if players_turn else "average_rating"
    assert [m.get("averageOpponentRating") for m in answer["moves"]] == [
        m[opponents] for m in expected["moves"]
    ]
    if players_turn:
        assert [m.get("performance") for m in answer["moves"]] == [
            m["performance"] for m in expected["moves"]
        ]


def rating(game: chess.pgn.Game, color: str) -> int:
    found = re.match(r"\d+", game.headers.get(f"{color}Elo", ""))
    return int(found[0]) if found else 0


def group_of(game: chess.pgn.Game) -> int | None:
    white, black = rating(game, "White"), rating(game, "Black")
    if not white or not black:
        return None
    return max(group for group in GROUPS if group <= (white + black) / 2)


def first_moves(games: list[chess.pgn.Game]) -> Counter:
    return Counter(mainline(game)[0].uci() for game in games)


def counts_by_move(answer: dict) -> Counter:
    return Counter({move["uci"]: total(move) for move in answer["moves"]})


@pytest.mark.parametrize("ratings", ["2500", "0,1000", "1800,2200", "1650,1999,2300"])
def test_rating_groups_are_by_the_average(
    daemon: ExplorerDaemon, games: list, ratings: str
) -> None:
    groups = {max(g for g in GROUPS if g <= int(text)) for text in ratings.split(",")}
    expected = first_moves([game for game in games if group_of(game) in groups])
    answer = daemon.answer("/lichess", ratings=ratings, moves=30)
    # Games that come back to the start count once for each move from there.
    assert counts_by_move(answer) == expected
    if "2500" not in ratings:
        assert answer["topGames"] == []


def test_modes_are_read_from_the_event(daemon: ExplorerDaemon, games: list) -> None:
    rated = [g for g in games if g.headers["Event"].lower().startswith("rated ")]
    name = Counter(game.headers["White"] for game in rated).most_common(1)[0][0]
    expected = first_moves([g for g in rated if g.headers["White"].lower() == name.lower()])
    answer = daemon.answer("/player", player=name, color="white", modes="rated")
    assert counts_by_move(answer) == expected
    assert {game["mode"] for game in answer["recentGames"]} == {"rated"}


def test_history_has_every_month_and_adds_up(daemon: ExplorerDaemon) -> None:
    quiet = {"moves": 0, "topGames": 0, "recentGames": 0}
    bounded = daemon.answer("/lichess", until="2030-12", history="true", **quiet)
    check_answer(bounded, "lichess", history=True)
    assert sum(map(total, bounded["history"])) == total(bounded)
    months = [entry["month"] for entry in bounded["history"]]
    numbers = [12 * int(month[:4]) + int(month[5:]) for month in months]
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    open_end = daemon.answer("/lichess", history="yes", **quiet)
    assert open_end["history"] == bounded["history"][:-1]
    assert daemon.answer("/lichess/history") == open_end
    assert daemon.answer("/lichess/history", until="2030-12", moves=5) == bounded


def test_ids_of_games_on_lichess_are_theirs(daemon: ExplorerDaemon, games: list) -> None:
    ids = {game.headers["Site"].split("/")[-1][:8] for game in games if "/" in game.headers["Site"]}
    line = next(g for g in games if "/" in g.headers["Site"] and len(mainline(g)) > 30)
    play = ",".join(move.uci() for move in mainline(line)[:24])
    answer = daemon.answer("/lichess", play=play)
    assert answer["moves"][0]["game"]["id"] in ids


def test_castling_is_king_takes_rook(daemon: ExplorerDaemon) -> None:
    play = "e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,b5a4,g8f6"
    moves = {move["san"]: move["uci"] for move in daemon.answer("/masters", play=play)["moves"]}
    assert moves["O-O"] == "e1h1"
    both = [daemon.answer("/masters", play=f"{play},{castle}") for castle in ("e1g1", "e1h1")]
    assert both[0] == both[1] and total(both[0]) > 0


# ---- the minimal conformance set, and what surrounds it


def test_the_conformance_set(daemon: ExplorerDaemon, player: str) -> None:
    check_answer(daemon.answer("/masters?play=d2d4,d7d5,c2c4,c7c6,c4d5"), "masters")
    online = {"variant": "standard", "speeds": "blitz,rapid,classical", "ratings": "2200,2500"}
    check_answer(daemon.answer("/lichess", fen=chess.STARTING_FEN, **online), "lichess")
    stream = daemon.get("/player", player=player, color="white", play="d2d4,d7d5", recentGames=1)
    assert stream.headers["content-type"] == "application/x-ndjson"
    assert stream.headers["x-accel-buffering"] == "no"
    assert stream.body.endswith(b"}\n") and stream.body.count(b"\n") == 1
    check_answer(stream.json, "player")
    nothing = {"history": "true", "moves": 0, "topGames": 0, "recentGames": 0}
    check_answer(daemon.answer("/lichess", **online, **nothing), "lichess", history=True)
    many = daemon.answer("/masters", topGames=0, moves=30)
    check_answer(many, "masters")
    assert len(many["moves"]) > 3 and many["topGames"] == []
    assert daemon.answer("/masters", moves=3)["moves"] == many["moves"][:3]
    shown = daemon.answer("/masters")["topGames"][0]
    pgn = daemon.get(f"/masters/pgn/{shown['id']}")
    assert pgn.headers["content-type"] == "application/x-chess-pgn"
    assert pgn.body.startswith(b"[Event ")


def test_aliases_answer_the_same(daemon: ExplorerDaemon, player: str) -> None:
    for path, alias in (("/masters", "/master"), ("/player", "/personal")):
        parameters = {"player": player, "color": "white"}
        assert daemon.answer(path, **parameters) == daemon.answer(alias, **parameters)


@pytest.mark.parametrize(
    "path",
    [
        "/masters?fen=nonsense",
        "/masters?play=e2e5",
        "/masters?since=1990-05",
        "/lichess?since=1990",
        "/lichess?speeds=slow",
        "/lichess?ratings=high",
        "/lichess?variant=checkers",
        "/lichess?moves=many",
        "/lichess?history=perhaps",
        "/player?color=white",
        "/player?player=X&color=red",
    ],
)
def test_what_cannot_be_read_is_a_bad_request(daemon: ExplorerDaemon, path: str) -> None:
    answer = daemon.get(path)
    assert answer.status == 400
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.body.startswith(b"bad request: ")


def test_unknown_games_and_players(daemon: ExplorerDaemon) -> None:
    assert daemon.get("/masters/pgn/zzzzzzzz").status == 404
    assert daemon.get("/masters/pgn/no").status == 404
    assert total(daemon.answer("/player", player="nobody of that name", color="white")) == 0


def test_what_old_clients_send_is_ignored(daemon: ExplorerDaemon) -> None:
    plain = daemon.answer("/lichess")
    assert daemon.answer("/lichess?speeds[]=blitz&ratings[]=1600&source=analysis&x") == plain
    every = {"speeds": ",".join(SPEEDS), "ratings": ",".join(map(str, GROUPS))}
    assert daemon.answer("/lichess", **every) == plain
    empty = daemon.answer("/lichess", variant="chess960", fen="anything")
    check_answer(empty, "lichess")
    assert total(empty) == 0


def test_an_authorization_is_accepted_and_ignored(daemon: ExplorerDaemon) -> None:
    headers = {"Authorization": "Bearer lip_something"}
    assert daemon.get("/lichess", headers=headers).status == 200


def test_pages_of_an_allowed_origin_may_ask(edge: Edge, root: Path) -> None:
    origin = {"Origin": "http://localhost:3000"}
    daemon = ExplorerDaemon(edge.program, root, "--masters", "masters", "--cors", origin["Origin"])
    try:
        asked = {**origin, "Access-Control-Request-Headers": "Authorization"}
        preflight = daemon.ask("OPTIONS", "/masters", headers=asked)
        assert preflight.status == 204
        assert preflight.headers["access-control-allow-origin"] == origin["Origin"]
        assert "GET" in preflight.headers["access-control-allow-methods"]
        assert "Authorization" in preflight.headers["access-control-allow-headers"]
        answer = daemon.get("/masters", headers=origin)
        assert answer.headers["access-control-allow-origin"] == origin["Origin"]
        # There are two corpora and none was named.
        assert daemon.get("/lichess").status == 404
    finally:
        daemon.stop()


def test_the_only_corpus_serves_all_routes(
    edge: Edge, root: Path, tmp_path: Path, player: str
) -> None:
    alone = tmp_path / "alone"
    edge.ok("games", root / "lichess", "--limit", 50, "--output", tmp_path / "some.pgn")
    edge.index(tmp_path / "some.pgn", "--out", alone)
    daemon = ExplorerDaemon(edge.program, tmp_path, "--token", "secret", "--openings", "")
    try:
        assert daemon.get("/masters").status == 401
        headers = {"Authorization": "Bearer secret"}
        for path in ("/masters", "/lichess", f"/player?player={player}&color=white"):
            answer = daemon.get(path, headers=headers)
            assert answer.status == 200
            assert answer.json["opening"] is None
    finally:
        daemon.stop()
