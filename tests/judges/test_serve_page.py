"""What the daemon gives a web page: its files, and boards as python-chess sees them."""

import gzip
import random
import shutil
import urllib.parse

import chess
import pytest
from daemon import Daemon
from support import CLASSICS

NAME = "classics.scoredb"


@pytest.fixture(scope="module")
def root(edge, tmp_path_factory):
    folder = tmp_path_factory.mktemp("root")
    shutil.copy(CLASSICS, folder / "classics.pgn")
    edge.index(folder / "classics.pgn", "--out", folder / NAME)
    return folder


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    (folder / "pieces").mkdir()
    (folder / "index.html").write_text("<!doctype html><title>Edge</title>")
    (folder / "app.js").write_text("export const board = 1;\n" * 100)
    (folder / "pieces" / "white king.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / ".hidden").write_text("secret")
    (folder.parent / "outside.txt").write_text("secret")
    (folder / "link.txt").symlink_to(folder.parent / "outside.txt")
    return folder


@pytest.fixture(scope="module")
def daemon(edge, root, page, tmp_path_factory):
    names = tmp_path_factory.mktemp("names") / "names.tsv"
    names.write_text("eco\tname\tpgn\nB00\tKing's Pawn\t1. e4\nB20\tSicilian\t1. e4 c5\n")
    daemon = Daemon(edge.program, root, "--log", "none", "--page", page, "--openings", names)
    yield daemon
    assert daemon.stop() == 0


# ---- files


def test_files_of_the_page(daemon, page):
    index = daemon.get("/", any="thing")
    assert index.body == (page / "index.html").read_bytes()
    assert index.headers["content-type"] == "text/html; charset=utf-8"
    script = daemon.get("/page/app.js")
    assert script.body == (page / "app.js").read_bytes()
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    king = daemon.get("/page/pieces/" + urllib.parse.quote("white king.svg"))
    assert king.headers["content-type"].startswith("image/svg+xml")
    for answer in (index, script, king):
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "default-src 'none'" in answer.headers["content-security-policy"]
    head = daemon.ask("HEAD", "/page/app.js")
    assert (head.status, head.body) == (200, b"")
    assert head.headers["content-length"] == str(len(script.body))


def test_files_are_compressed_and_not_sent_twice(daemon, page):
    packed = daemon.get("/page/app.js", headers={"Accept-Encoding": "gzip, deflate, br"})
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == (page / "app.js").read_bytes()
    for path in ("/", "/page/app.js"):
        tag = daemon.get(path).headers["etag"]
        again = daemon.get(path, headers={"If-None-Match": tag})
        assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag)
        assert "content-length" not in again.headers
        assert daemon.get(path, headers={"If-None-Match": 'W/"other"'}).status == 200


def test_nothing_else_is_handed_out(daemon):
    for path in (
        "/page",
        "/page/",
        "/page//app.js",
        "/page/app.js/",
        "/page/none.js",
        "/page/.hidden",
        "/page/%2ehidden",
        "/page/link.txt",
        "/page/../app.js",
        "/page/../../outside.txt",
        "/page/%2e%2e/outside.txt",
        "/page/%2e%2e%2foutside.txt",
        "/page/..%2foutside.txt",
        "/page/pieces/../../outside.txt",
        "/page/pieces",
        "/page/pieces%5c..%5capp.js",
        "/page//etc/passwd",
        "/page/%2fetc%2fpasswd",
        "/page/" + "a/" * 500 + "b",
        "/index.html",
    ):
        answer = daemon.ask("GET", path)
        assert answer.status == 404, path
        assert b"secret" not in answer.body
    assert daemon.ask("GET", "/page/%00").status == 400
    assert daemon.ask("GET", "/page/%ff").status == 400
    assert daemon.post("/page/app.js", {}).status == 405
    assert daemon.get("/", headers={"Host": "evil.example"}).status == 421
    assert daemon.get("/", headers={"Origin": "http://evil.example"}).status == 403


def test_one_connection_survives_not_modified(daemon):
    """A 304 has no body and no length; the next answer must be found after it."""
    tag = daemon.get("/page/app.js").headers["etag"]
    one = f"GET /page/app.js HTTP/1.1\r\nHost: {daemon.host}\r\nIf-None-Match: {tag}\r\n\r\n"
    two = f"GET /healthz HTTP/1.1\r\nHost: {daemon.host}\r\nConnection: close\r\n\r\n"
    found = daemon.raw((one + two).encode())
    assert found.startswith(b"HTTP/1.1 304 ")
    assert found.endswith(b'{"status":"ok"}')


# ---- boards


def board_of(daemon, **request) -> dict:
    answer = daemon.post("/tree", {"corpus": NAME, "board": True, **request})
    assert answer.status == 200, answer.body
    return answer.json["board"]


def expected(start: chess.Board, moves: list[chess.Move]) -> dict:
    board = start.copy()
    line = []
    for move in moves:
        written = {"san": board.san(move), "uci": board.uci(move)}
        board.push(move)
        line.append(written | {"fen": board.fen(en_passant="legal")})
    end = "checkmate" if board.is_checkmate() else "stalemate" if board.is_stalemate() else None
    return {
        "turn": "white" if board.turn else "black",
        "check": board.is_check(),
        "end": end,
        "start_fen": start.fen(en_passant="legal"),
        "line": line,
        "legal": {(board.san(move), board.uci(move)) for move in board.legal_moves},
    }


def agree(found: dict, start: chess.Board, moves: list[chess.Move]) -> None:
    found = {name: value for name, value in found.items() if name != "opening"}
    found["legal"] = {(move["san"], move["uci"]) for move in found["legal"]}
    assert found == expected(start, moves)


def random_game(board: chess.Board, rng: random.Random, plies: int) -> list[chess.Move]:
    board = board.copy()
    for _ in range(plies):
        if not any(board.legal_moves):
            break
        board.push(rng.choice(list(board.legal_moves)))
    return board.move_stack


@pytest.mark.parametrize("seed", range(20))
def test_boards_of_random_games(daemon, seed):
    rng = random.Random(seed)
    start = chess.Board()
    moves = random_game(start, rng, rng.randrange(300))
    agree(board_of(daemon, moves=[move.uci() for move in moves]), start, moves)
    # From the middle of it, and many at a time, in SAN.
    middle = start.copy()
    for move in moves[: len(moves) // 2]:
        middle.push(move)
    middle = chess.Board(middle.fen())
    rest = moves[len(moves) // 2 :]
    san = [move["san"] for move in expected(middle, rest)["line"]]
    positions = [{"fen": middle.fen(), "moves": san}, {"fen": middle.fen()}]
    answer = daemon.post("/tree", {"corpus": NAME, "board": True, "positions": positions})
    agree(answer.json["answers"][0]["board"], middle, rest)
    agree(answer.json["answers"][1]["board"], middle, [])


@pytest.mark.parametrize(
    "fen",
    [
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "8/P6k/8/8/8/8/7K/8 w - - 0 1",
        "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
        "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",
    ],
)
def test_boards_of_special_positions(daemon, fen):
    agree(board_of(daemon, fen=fen), chess.Board(fen), [])


def test_chess960_castles_with_the_rook_as_target(daemon):
    start = chess.Board("nrk5/8/8/8/8/8/8/NRK2R2 w FBb - 0 1", chess960=True)
    castling = start.parse_san("O-O")
    board = board_of(daemon, fen=start.fen(), moves=["O-O"])
    assert board["line"][0]["uci"] == castling.uci() == "c1f1"


def test_openings_are_named(daemon):
    assert board_of(daemon)["opening"] is None
    assert board_of(daemon, moves="e4")["opening"] == {"eco": "B00", "name": "King's Pawn"}
    assert board_of(daemon, moves="e4 c5 Nf3 d6")["opening"] == {"eco": "B20", "name": "Sicilian"}
    assert board_of(daemon, moves="d4")["opening"] is None


# ---- queries, names, news


def test_explain_gives_both_forms_as_asked(daemon):
    text = "result = W and (year < 1900 and not eco = C20)"
    first = daemon.post("/query", {"corpus": NAME, "query": text, "answer": "explain"}).json
    assert first["text"] == text
    again = daemon.post(
        "/query", {"corpus": NAME, "query_json": first["query_json"], "answer": "explain"}
    ).json
    assert again == first


def test_mistakes_have_a_place(daemon):
    wrong = daemon.post("/query", {"corpus": NAME, "query": "white = \"é\" and\n  foo"})
    assert wrong.status == 400
    assert [wrong.json[name] for name in ("pointer", "line", "column")] == ["/query", 2, 3]
    listed = daemon.get("/games", corpus=NAME, query="result = Q").json
    assert (listed["line"], listed["column"]) == (1, 10)
    wrong = daemon.post("/query", {"corpus": NAME, "query_json": {"and": [{"result": "Q"}, True]}})
    assert wrong.json["pointer"].startswith("/query_json/and/0")
    assert "column" not in wrong.json


def test_names_and_files(daemon, root):
    names = daemon.get("/names", corpus=NAME, part="MORPHY").json["names"]
    assert names and "Morphy" in names[0]["name"]
    for row in names:
        query = f'player = "{row["name"]}"'
        counted = daemon.post("/query", {"corpus": NAME, "query": query}).json
        assert row["games"] is None or row["games"] == counted["games_matched"]
    assert len(daemon.get("/names", corpus=NAME, limit=3).json["names"]) == 3
    files = daemon.get("/files").json["files"]
    size = (root / "classics.pgn").stat().st_size
    assert files == [{"path": "classics.pgn", "bytes": size, "kind": "pgn"}]


def test_players_are_those_of_the_program(daemon, edge, root):
    found = daemon.get("/players", corpus=NAME, text="paul morphi", limit=5).json
    assert found["players"][0]["name"] == "Morphy, Paul"
    same = edge.json("players", root / NAME, "paul morphi", "--limit", 5)
    assert found["players"] == same["players"]
    by_query = daemon.post("/query", {"corpus": NAME, "query": 'player = "Morphi"'}).json
    assert by_query["games_matched"] == 0 and "Morphy, Paul" in by_query["warnings"][0]


def test_news_are_those_of_the_program(daemon, edge, root, tmp_path):
    text = "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *\n"
    (root / "repertoire.pgn").write_text(text)
    same = edge.json("news", root / "repertoire.pgn", root / NAME, "--color", "white")
    body = {"corpus": NAME, "color": "white"}
    found = daemon.post("/news", body | {"repertoire": "repertoire.pgn"}).json
    assert found | {"repertoire": 0, "corpus": 0} == same | {"repertoire": 0, "corpus": 0}
    sent = daemon.post("/news", body | {"pgn": text}).json
    assert sent == found | {"repertoire": None}
    (root / "repertoire.pgn").unlink()
    assert daemon.post("/news", body | {"pgn": "nothing"}).json["pointer"] == "/pgn"
