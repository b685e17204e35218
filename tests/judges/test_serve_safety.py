"""Clients that mean harm: each is refused cleanly, and the daemon goes on serving."""

import base64
import json
import os
import resource
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from daemon import JSON, Daemon, WebSocket, read_all
from support import CLASSICS

NAME = "classics.scoredb"
TOKEN = "a-secret-token"


@pytest.fixture(scope="module")
def root(edge, tmp_path_factory):
    """A root with a corpus, and next to it files that must be out of reach."""
    base = tmp_path_factory.mktemp("base")
    root = base / "root"
    root.mkdir()
    shutil.copy(CLASSICS, root / "classics.pgn")
    edge.index(root / "classics.pgn", "--out", root / NAME)
    shutil.copytree(root / NAME, base / "outside.scoredb")
    shutil.copytree(root / NAME, root / ".hidden.scoredb")
    shutil.copy(CLASSICS, base / "outside.pgn")
    (root / "link.scoredb").symlink_to(base / "outside.scoredb")
    (root / "relative.scoredb").symlink_to("../outside.scoredb")
    (root / "link.pgn").symlink_to(base / "outside.pgn")
    (root / "folder").symlink_to(base)
    return root


@pytest.fixture(scope="module")
def daemon(edge, root):
    daemon = Daemon(edge.program, root, "--log", "none", "--request-timeout", 2)
    yield daemon
    assert daemon.stop() == 0


@pytest.fixture(autouse=True)
def still_serving(daemon):
    yield
    assert daemon.is_serving()


def ways_out(root: Path) -> list[str]:
    return [
        "../outside.scoredb",
        "./../outside.scoredb",
        f"{NAME}/../../outside.scoredb",
        f"{NAME}/..",
        str(root / NAME),
        str(root.parent / "outside.scoredb"),
        "/etc/passwd",
        "//etc/passwd",
        "link.scoredb",
        "relative.scoredb",
        "folder/outside.scoredb",
        "folder/root/" + NAME + "/../../outside.scoredb",
        ".hidden.scoredb",
        ".",
        "..",
        "",
        "..\\outside.scoredb",
        "%2e%2e/outside.scoredb",
        "..%2foutside.scoredb",
        f"{NAME}\0/../outside.scoredb",
        "a" * 5000,
        "~root",
        "file:///etc/passwd",
        "/proc/self/cwd/" + NAME,
    ]


def test_no_path_leads_out(daemon, root):
    for path in ways_out(root):
        answers = [
            daemon.get("/corpus/inspect", path=path),
            daemon.get("/games", corpus=path),
            daemon.post("/tree", {"corpus": path}),
            daemon.post("/query", {"corpus": path}),
            daemon.post("/combine", {"corpus": path, "op": "not", "inputs": ["@a"], "output": "@b"}),
            daemon.post("/index", {"inputs": path, "out": "new.scoredb"}),
            daemon.post("/index", {"inputs": ["classics.pgn", path], "out": "new.scoredb"}),
            daemon.post("/index", {"inputs": "classics.pgn", "out": path, "force": True}),
        ]
        # A name that only looks dangerous can be made.
        allowed = {400, 404, 422} | ({202} if "/" not in path and path[:1] not in ("", ".") else set())
        for number, answer in enumerate(answers):
            assert answer.status in allowed, (path, number, answer.body)
            assert b"root:x:" not in answer.body
        for listed in daemon.get("/jobs").json["jobs"]:
            if listed["state"] == "running":
                daemon.ask("DELETE", f"/jobs/{listed['id']}")
    assert is_problem(daemon.post("/index", {"inputs": "link.pgn", "out": "new.scoredb"}), 400)
    assert sorted(path.name for path in root.parent.iterdir()) == [
        "outside.pgn",
        "outside.scoredb",
        "root",
    ]


def is_problem(answer, status) -> bool:
    return answer.status == status and answer.json["status"] == status


def test_bitmaps_are_named_not_pathed(daemon, root):
    for name in ("/etc/passwd", "/etc/x.bm", "../x.bm", "@../x", "@", "@a/b", "x.bm", "@a\0b"):
        assert daemon.post("/query", {"corpus": NAME, "bitmap": name}).status == 400
        assert daemon.post("/tree", {"corpus": NAME, "bitmap": name}).status == 400
        assert daemon.get("/games", corpus=NAME, bitmap=name).status == 400
        assert daemon.post("/query", {"corpus": NAME, "output": name}).status == 400
        text = json.dumps(name)
        assert daemon.post("/query", {"corpus": NAME, "query": f"bitmap({text})"}).status == 400
        for part in ({"inputs": [name], "output": "@b"}, {"inputs": ["@a"], "output": name}):
            assert daemon.post("/combine", {"corpus": NAME, "op": "not"} | part).status == 400
    assert not list(root.rglob("x.bm"))


def test_targets_that_play_tricks(daemon):
    for target in (
        "/../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/corpora/../healthz",
        "//healthz",
        "/jobs/..%2f..%2fetc",
        "/jobs/%00",
        "/%",
        "/healthz%00",
        "/jobs/99999999999999999999999",
        "/jobs/-1",
        "/" + "a/" * 3000,
    ):
        assert daemon.ask("GET", target).status in (400, 404, 431), target
    found = daemon.raw(
        f"GET http://evil.example/ HTTP/1.1\r\nHost: {daemon.host}\r\nConnection: close\r\n\r\n".encode()
    )
    assert found.startswith(b"HTTP/1.1 400 ")


# ---- who may ask


def test_foreign_hosts_are_refused(daemon):
    for host in ("evil.example", f"evil.example:{daemon.port}", "localhost", "", "127.0.0.1:1"):
        assert daemon.get("/healthz", headers={"Host": host}).status == 421
    for lines in ("", f"Host: {daemon.host}\r\nHost: evil.example\r\n"):
        found = daemon.raw(f"GET /healthz HTTP/1.1\r\n{lines}Connection: close\r\n\r\n".encode())
        assert found.startswith((b"HTTP/1.1 421 ", b"HTTP/1.1 400 "))


def test_foreign_origins_are_refused(daemon):
    for origin in ("http://evil.example", "null", "http://localhost:1", f"https://{daemon.host}"):
        headers = {"Origin": origin}
        assert daemon.get("/corpora", headers=headers).status == 403
        assert daemon.post("/index", {"inputs": "a", "out": "b"}, headers).status == 403
        assert daemon.ask("OPTIONS", "/tree", headers=headers).status == 403
        assert WebSocket(daemon, "/jobs/1/events", headers).status == 403
    assert daemon.get("/corpora", headers={"Origin": f"http://{daemon.host}"}).status == 200


def test_forms_of_other_pages_are_refused(daemon):
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        headers = {"Content-Type": kind}
        assert daemon.post("/index", {"inputs": "a", "out": "b"}, headers).status == 415


def test_a_named_origin_may_read(edge, root):
    origin = "http://localhost:3000"
    daemon = Daemon(edge.program, root, "--log", "none", "--cors", origin)
    headers = {"Origin": origin}
    answer = daemon.post("/tree", {"corpus": NAME}, headers)
    assert answer.status == 200
    assert answer.headers["access-control-allow-origin"] == origin
    before = daemon.ask("OPTIONS", "/tree", headers=headers)
    assert before.headers["access-control-allow-origin"] == origin
    assert "POST" in before.headers["access-control-allow-methods"]
    for refused in (
        daemon.post("/index", {"inputs": "classics.pgn", "out": "b"}, headers),
        daemon.post("/query", {"corpus": NAME, "output": "@b"}, headers),
        daemon.ask("OPTIONS", "/index", headers=headers),
        daemon.get("/corpora", headers={"Origin": "http://localhost:3001"}),
    ):
        assert refused.status == 403
    assert daemon.stop() == 0


def test_links_inside_a_corpus_do_not_lead_out(edge, daemon, root):
    """Neither to be read nor to be written through."""
    corpus = root / "links.scoredb"
    shutil.copytree(root / NAME, corpus)
    outside = root.parent / "outside.scoredb"
    secret = outside / "bitmaps/secret.bm"
    edge.ok("query", outside, "--query", "result = W", "--output", "@secret")
    before = secret.read_bytes()
    (corpus / "bitmaps").mkdir(exist_ok=True)
    (corpus / "bitmaps/x.bm").symlink_to(secret)
    asked = {"corpus": corpus.name}
    assert is_problem(daemon.post("/query", asked | {"bitmap": "@x"}), 400)
    assert is_problem(daemon.post("/tree", asked | {"bitmap": "@x"}), 400)
    assert is_problem(daemon.get("/games", corpus=corpus.name, bitmap="@x"), 400)
    assert is_problem(daemon.post("/query", asked | {"output": "@x", "force": True}), 400)
    combine = asked | {"op": "not", "force": True}
    assert is_problem(daemon.post("/combine", combine | {"inputs": ["@x"], "output": "@y"}), 400)
    daemon.post("/query", asked | {"query": "result = D", "output": "@y"})
    assert is_problem(daemon.post("/combine", combine | {"inputs": ["@y"], "output": "@x"}), 400)
    assert secret.read_bytes() == before
    (corpus / "tree.dat").unlink()
    (corpus / "tree.dat").symlink_to(outside / "tree.dat")
    (corpus / "meta").write_bytes((corpus / "meta").read_bytes())  # another one, to be reopened
    assert is_problem(daemon.post("/tree", asked), 400)
    shutil.rmtree(corpus)
    shutil.rmtree(outside / "bitmaps")


def test_sources_outside_the_root_are_not_shown(edge, daemon, root):
    corpus = root / "from_outside.scoredb"
    edge.index(root.parent / "outside.pgn", "--out", corpus)
    asked = {"corpus": corpus.name, "format": "pgn", "limit": 1}
    assert daemon.get("/games", **asked).status == 200
    answer = daemon.get("/games", **asked, original="true")
    assert is_problem(answer, 400)
    assert "outside the root" in answer.json["detail"]
    assert str(root.parent) not in answer.json["detail"]
    assert daemon.get("/games", **asked | {"corpus": NAME}, original="true").status == 200
    shutil.rmtree(corpus)


def test_a_page_gives_the_token_with_its_websocket(edge, root, tmp_path):
    log = tmp_path / "log"
    daemon = Daemon(edge.program, root, "--log", "json", "--token", TOKEN, log=log)
    with_token = {"Authorization": f"Bearer {TOKEN}"}
    reply = daemon.post("/index", {"inputs": "classics.pgn", "out": "tokened.scoredb"}, with_token)
    target = f"/jobs/{reply.json['id']}/events"
    protocol = "edge.token." + base64.urlsafe_b64encode(TOKEN.encode()).decode().rstrip("=")
    page = WebSocket(daemon, target, {"Sec-WebSocket-Protocol": f"edge.events, {protocol}"})
    assert page.status == 101
    assert page.protocol == "edge.events"
    assert list(page.messages())[-1]["state"] == "done"
    for offered in ("edge.events", "edge.events, edge.token.AAAA", TOKEN):
        refused = WebSocket(daemon, target, {"Sec-WebSocket-Protocol": offered})
        assert refused.status == 401
    old = WebSocket(daemon, target, with_token | {"Sec-WebSocket-Version": "7"})
    assert old.status == 426
    assert daemon.stop() == 0
    statuses = [line["status"] for line in map(json.loads, log.read_text().splitlines())]
    assert statuses == [202, 101, 401, 401, 401, 426]
    assert TOKEN not in log.read_text() and protocol not in log.read_text()
    shutil.rmtree(root / "tokened.scoredb")


def test_token(edge, root):
    daemon = Daemon(edge.program, root, "--log", "none", "--token", TOKEN)
    with_token = {"Authorization": f"Bearer {TOKEN}"}
    for path in ("/healthz", "/", "/page/index.html"):  # the last two: the page is not secret
        assert daemon.get(path).status == 200
    assert daemon.get("/corpora", headers=with_token).status == 200
    for value in ("", TOKEN, "Bearer", "Bearer x", f"Bearer {TOKEN}x", f"Basic {TOKEN}"):
        refused = daemon.get("/corpora", headers={"Authorization": value})
        assert refused.status == 401
        assert refused.headers["www-authenticate"] == "Bearer"
    for path in ("/metrics", "/openapi.json", "/jobs", "/games", "/files", "/names", "/nothing"):
        assert daemon.get(path).status == 401
    assert daemon.post("/tree", {"corpus": NAME}).status == 401
    assert WebSocket(daemon, "/jobs/1/events").status == 401
    assert daemon.stop() == 0


# ---- too much


def test_bodies_and_headers_that_are_too_large(daemon):
    huge = json.dumps({"corpus": "a" * (2 << 20)})
    assert is_problem(daemon.ask("POST", "/tree", huge), 413)
    head = f"POST /tree HTTP/1.1\r\nHost: {daemon.host}\r\nContent-Type: {JSON}\r\n"
    declared = daemon.raw(f"{head}Content-Length: 99999999999\r\n\r\n".encode())
    assert declared.startswith(b"HTTP/1.1 413 ")
    chunk = b"100000\r\n" + b" " * (1 << 20) + b"\r\n"
    found = daemon.raw(head.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + chunk * 3)
    assert found.startswith(b"HTTP/1.1 413 ")
    for line in ("X: " + "a" * 40_000, "\r\n".join(f"X-{n}: y" for n in range(5000))):
        found = daemon.raw(f"GET /healthz HTTP/1.1\r\nHost: {daemon.host}\r\n{line}\r\n\r\n".encode())
        assert found.startswith(b"HTTP/1.1 431 ")
    found = daemon.raw(b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n")
    assert found.startswith((b"HTTP/1.1 431 ", b"HTTP/1.1 400 "))


def test_bytes_that_are_not_http(daemon):
    host = f"Host: {daemon.host}\r\nContent-Type: {JSON}\r\n".encode()
    for data in (
        b"\0" * 1000,
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + os.urandom(500),
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n" + host + b"\r\n",
        b"GET / HTTP/1.1\r\nHost\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + host + b"X : y\r\n\r\n",
        b"POST /tree HTTP/1.1\r\n" + host + b"Content-Length: -1\r\n\r\n",
        b"POST /tree HTTP/1.1\r\n" + host + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
        b"POST /tree HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n"
        b"0\r\n\r\n",
        b"POST /tree HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    ):
        found = daemon.raw(data)
        assert found == b"" or found.startswith((b"HTTP/1.1 4", b"HTTP/1.0 4")), (data, found)
        assert found.count(b"HTTP/1.") <= 1, (data, found)


def test_malformed_json(daemon):
    bodies = [
        b"",
        b"{",
        b"[]",
        b"null",
        b"1e999",
        b'{"corpus":1}',
        b'{"corpus":"a","corpus":"b"}',
        b'{"corpus":"\xff"}',
        b'{"corpus":"\\ud800"}',
        b'{"nothing":1}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"corpus":"%s","query":"%s"}' % (NAME.encode(), b"(" * 100_000),
        b'{"corpus":"%s","limit":99999999999999999999999}' % NAME.encode(),
        b'{"corpus":"%s","positions":[%s]}' % (NAME.encode(), b",".join([b'"x"'] * 20_000)),
    ]
    for path in ("/tree", "/query", "/combine", "/index"):
        for body in bodies:
            answer = daemon.ask("POST", path, body, {"Content-Type": JSON})
            assert is_problem(answer, 400), (path, body[:50], answer.body[:200])


def test_slow_clients_are_dropped(daemon):
    """A byte now and then does not keep a connection open for longer than a request may take."""
    connections = [daemon.connect() for _ in range(20)]
    for connection in connections:
        connection.sendall(b"GET /healthz HTTP/1.1\r\n")
    assert daemon.is_serving()
    alive = list(connections)
    for _ in range(200):
        for connection in list(alive):
            try:
                connection.sendall(b"X")
                connection.setblocking(False)
                if connection.recv(100) == b"":
                    alive.remove(connection)
            except BlockingIOError:
                pass
            except OSError:
                alive.remove(connection)
        if not alive:
            break
        time.sleep(0.1)
    assert not alive
    for connection in connections:
        connection.close()


def open_many(daemon, count: int) -> list[socket.socket]:
    connections = []
    for _ in range(count):
        try:
            connections.append(daemon.connect())
        except OSError:
            break
    return connections


def crowd(edge, root, count: int, limit: int) -> None:
    """`count` connections where `limit` are allowed: the others are refused, and room comes back."""
    daemon = Daemon(edge.program, root, "--log", "none", "--max-connections", limit)
    assert daemon.is_serving()  # after this all its own descriptors are open
    before = daemon.open_descriptors()
    connections = open_many(daemon, count)
    assert len(connections) == count
    request = f"GET /healthz HTTP/1.1\r\nHost: {daemon.host}\r\n\r\n".encode()
    served = refused = 0
    for connection in connections:
        try:
            connection.sendall(request)
        except OSError:
            pass
        try:
            found = connection.recv(100)
        except OSError:
            found = b""
        served += found.startswith(b"HTTP/1.1 200 ")
        refused += found == b"" or found.startswith(b"HTTP/1.1 503 ")
    assert (served, refused) == (limit, count - limit)
    for connection in connections:
        connection.close()
    assert daemon.is_serving()
    for _ in range(400):
        if daemon.open_descriptors() <= before + 2:
            break
        time.sleep(0.05)
    else:
        pytest.fail(f"{daemon.open_descriptors()} descriptors are open, {before} were before")
    assert daemon.stop() == 0


def raise_own_limit(wanted: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < wanted:
        pytest.skip(f"needs {wanted} descriptors, the system allows {hard}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


def test_two_thousand_connections(edge, root):
    raise_own_limit(2500)
    crowd(edge, root, 2000, 500)


@pytest.mark.long
def test_ten_thousand_connections(edge, root):
    raise_own_limit(11_000)
    crowd(edge, root, 10_000, 1024)
    crowd(edge, root, 10_000, 10_000)


def test_no_descriptors_left(edge, root):
    """Connections wait while there are no descriptors, and are served when there are some again."""
    script = (
        "import os, resource, sys\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))\n"
        "os.execv(sys.argv[1], sys.argv[1:])\n"
    )
    daemon = Daemon.__new__(Daemon)
    daemon.log = subprocess.DEVNULL
    daemon.process = subprocess.Popen(
        [sys.executable, "-c", script, str(edge.program), "serve", "--root", str(root), "--port", "0"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    daemon.port = int(daemon.process.stdout.readline().decode().rsplit(":", 1)[1].strip("/\n"))
    daemon.host = f"localhost:{daemon.port}"
    connections = open_many(daemon, 200)
    for _ in range(1200):
        if daemon.open_descriptors() == 64:
            break
        time.sleep(0.05)
    else:
        pytest.fail(f"only {daemon.open_descriptors()} descriptors are open")
    assert daemon.process.poll() is None
    for connection in connections:
        connection.close()
    assert daemon.is_serving()
    assert daemon.stop() == 0


# ---- WebSockets


@pytest.fixture
def job(edge, daemon, root):
    """A running job, whose events do not end by themselves."""
    if not (root / "synth.pgn").exists():
        edge.ok("synth", 30_000, "--output", root / "synth.pgn")
    reply = daemon.post("/index", {"inputs": ["synth.pgn"] * 50, "out": "never.scoredb"})
    assert reply.status == 202, reply.body
    yield reply.json["id"]
    daemon.ask("DELETE", f"/jobs/{reply.json['id']}")
    while daemon.get(f"/jobs/{reply.json['id']}").json["state"] == "running":
        time.sleep(0.05)


def ends(events: WebSocket) -> int | None:
    """The code that the daemon closes with."""
    for _ in events.messages():
        pass
    events.close()
    return events.close_code


def test_websockets_that_misbehave(daemon, job):
    target = f"/jobs/{job}/events"
    talker = WebSocket(daemon, target)
    assert talker.status == 101
    talker.send(WebSocket.TEXT, b"hello")
    assert ends(talker) == 1008
    large = WebSocket(daemon, target)
    large.send(WebSocket.TEXT, b"x" * 2000)
    assert ends(large) == 1009
    enormous = WebSocket(daemon, target)
    enormous.send(WebSocket.TEXT, b"", length=1 << 62)
    assert ends(enormous) in (1009, None)
    unmasked = WebSocket(daemon, target)
    unmasked.send(WebSocket.TEXT, b"x", masked=False)
    assert ends(unmasked) in (1002, None)
    garbled = WebSocket(daemon, target)
    garbled.connection.sendall(os.urandom(1000))
    ends(garbled)
    no_utf8 = WebSocket(daemon, target)
    no_utf8.send(WebSocket.TEXT, b"\xff\xfe")
    assert ends(no_utf8) in (1007, 1002, None)
    gone = WebSocket(daemon, target)
    gone.close()
    polite = WebSocket(daemon, target)
    polite.send(WebSocket.PING, b"are you there")
    while (found := polite.receive())[0] != WebSocket.PONG:
        pass
    assert found[1] == b"are you there"
    polite.send(WebSocket.CLOSE, b"\x03\xe8")
    assert ends(polite) == 1000


def test_invalid_upgrades(daemon, job):
    target = f"/jobs/{job}/events"
    assert daemon.get(target).status == 426
    assert WebSocket(daemon, "/jobs/999/events").status == 404
    assert WebSocket(daemon, "/healthz").status == 200
    assert WebSocket(daemon, target, {"Sec-WebSocket-Version": "7"}).status in (400, 426)
    assert WebSocket(daemon, target, {"Sec-WebSocket-Key": "short"}).status in (400, 101)
    with daemon.connect() as early:
        early.sendall(
            f"GET {target} HTTP/1.1\r\nHost: {daemon.host}\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
            + b"\x81\x80\0\0\0\0"
        )
        read_all(early)


# ---- the description


# Texts with a grammar or a meaning that a schema cannot express: some valid ones, by field.
GOOD_TEXTS = {
    "corpus": [NAME],
    "path": [NAME],
    "query": ["result = W", "all", "ever(queens_off)", "eco = B20..B99"],
    "fen": ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"],
    "moves": ["", "e4 e5", "d4"],
    "positions": ["moves e4", "startpos moves d4 d5"],
    "move": ["e4", "e2e4"],
    "key": ["eco", "year", "player", "pawn-structure"],
    "pieces": ["NB", "K"],
    "columns": ["white,black", "result,plies"],
    "cursor": [""],
    "inputs": ["classics.pgn"],
    "out": ["made.scoredb"],
    "where": ["result = W"],
    "name": ["week.pgn"],
}


def with_good_texts(schema, field=None):
    """The description with plain texts narrowed to some valid ones."""
    if isinstance(schema, list):
        return [with_good_texts(item, field) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("type") == "string" and "pattern" not in schema and field in GOOD_TEXTS:
        return {"type": "string", "enum": GOOD_TEXTS[field]}
    named = schema.get("name") if "in" in schema else None
    narrowed = {}
    for key, value in schema.items():
        if key == "properties":
            narrowed[key] = {name: with_good_texts(item, name) for name, item in value.items()}
        else:
            narrowed[key] = with_good_texts(value, named or field)
    return narrowed


# The same as negative_data_rejection, but a query counts as it is sent: a list without items becomes an empty
# text, and a number or a list of one text becomes a text, which the description may allow.
HOOKS = """
import json
from urllib.parse import parse_qs, urlsplit

import schemathesis
from schemathesis.generation.meta import ComponentKind
from schemathesis.specs.openapi._hypothesis import get_schema_for_location
from schemathesis.specs.openapi.checks import negative_data_rejection

def readings(texts):
    yield texts
    if len(texts) == 1:
        yield texts[0]
        try:
            yield json.loads(texts[0])
        except ValueError:
            pass

def allows(operation, url):
    schema = get_schema_for_location(operation, ComponentKind.QUERY, operation.query)
    validator = operation.schema.validator_cls
    sent = parse_qs(urlsplit(url).query, keep_blank_values=True)
    allowed = {}
    for name, field in schema["properties"].items():
        if name in sent:
            good = [value for value in readings(sent[name]) if validator(field).is_valid(value)]
            if not good:
                return False
            allowed[name] = good[0]
    return validator(schema | {"additionalProperties": True}).is_valid(allowed)

@schemathesis.check
def refuses_forbidden_data(ctx, response, case):
    parts = case.meta.components.items() if case.meta else ()
    forbidden = [kind for kind, part in parts if part.mode.is_negative]
    if forbidden == [ComponentKind.QUERY] and allows(case.operation, response.request.url):
        return None
    return negative_data_rejection(ctx, response, case)
"""


@pytest.mark.long
@pytest.mark.parametrize("texts", ["any", "good"])
def test_the_description_is_accurate(edge, root, tmp_path, texts):
    """schemathesis asks what openapi.json allows and forbids, and compares answers with it."""
    program = Path(sys.executable).parent / "schemathesis"
    if not program.exists():
        pytest.skip("schemathesis is not installed")
    daemon = Daemon(edge.program, root, "--log", "json", log=tmp_path / "log")
    description = daemon.get("/openapi.json").json
    if texts == "good":
        requests = description["components"]["schemas"]
        for name in ("explore_request", "query_request", "index_request", "news_request", "moves"):
            requests[name] = with_good_texts(requests[name], "moves" if name == "moves" else None)
        for operations in description["paths"].values():
            for operation in operations.values():
                for part in operation if isinstance(operation, dict) else ():
                    if part in ("parameters", "requestBody"):
                        operation[part] = with_good_texts(operation[part])
    (tmp_path / "openapi.json").write_text(json.dumps(description))
    (tmp_path / "edge_hooks.py").write_text(HOOKS)
    done = subprocess.run(
        [
            str(program),
            "run",
            str(tmp_path / "openapi.json"),
            "--url",
            f"http://{daemon.host}",
            "--max-examples=25",
            "--generation-deterministic",
            "--phases=examples,coverage,fuzzing",
            # Which fields go together is described in words, not in the schema. Other texts than
            # the chosen ones are valid as well.
            "--exclude-checks=positive_data_acceptance,negative_data_rejection"
            + (",refuses_forbidden_data" if texts == "good" else ""),
        ],
        capture_output=True,
        text=True,
        timeout=1200,
        cwd=tmp_path,
        env=os.environ | {"SCHEMATHESIS_HOOKS": "edge_hooks", "PYTHONPATH": str(tmp_path)},
    )
    assert done.returncode == 0, done.stdout[-8000:]
    assert daemon.is_serving()
    assert daemon.stop() == 0
    answered = {
        line["target"].split("?")[0]
        for line in map(json.loads, (tmp_path / "log").read_text().splitlines())
        if line["status"] in (200, 202)
    }
    if texts == "good":
        assert {"/tree", "/query", "/games", "/corpus/inspect", "/index"} <= answered
