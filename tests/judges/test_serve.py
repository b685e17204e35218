"""The daemon over real sockets: its routes answer, and `edge` itself gives the same answers."""

import json
import os
import shutil
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from daemon import JSON, Daemon, WebSocket
from support import CLASSICS

NAME = "classics.scoredb"
# Conditions that none of the shortcuts of a scan answers, to keep one busy.
def slow_query(conditions: int) -> str:
    """No game is as long as its streaks; a thousand conditions keep one thread for about a second."""
    return " or ".join(f"streak({900 + n}, men > {n % 30})" for n in range(conditions))


SLOW_QUERY = slow_query(1000)


@pytest.fixture(scope="module")
def root(edge, tmp_path_factory):
    """A root folder with a small corpus, its PGN, and a corpus that takes a while to scan."""
    folder = tmp_path_factory.mktemp("root")
    shutil.copy(CLASSICS, folder / "classics.pgn")
    edge.index(folder / "classics.pgn", "--out", folder / NAME)
    edge.ok("synth", 60_000, "--output", folder / "synth.pgn")
    edge.index(folder / "synth.pgn", "--out", folder / "synth.scoredb", "--no-tree")
    return folder


@pytest.fixture(scope="module")
def daemon(edge, root, tmp_path_factory):
    log = tmp_path_factory.mktemp("log") / "requests"
    daemon = Daemon(edge.program, root, "--log", "json", log=log)
    daemon.log_path = log
    yield daemon
    assert daemon.stop() == 0


def wait_until(condition, seconds=60):
    """Waits for something that must come, however long it takes."""
    for _ in range(seconds * 20):
        if condition():
            return
        time.sleep(0.05)
    pytest.fail("waited in vain")


def logged(daemon) -> list[dict]:
    return [json.loads(line) for line in daemon.log_path.read_text().splitlines()]


def is_problem(answer, status) -> bool:
    return (
        answer.status == status
        and answer.headers["content-type"] == "application/problem+json"
        and answer.json["status"] == status
        and bool(answer.json["detail"])
    )


# ---- routes


def test_status_routes(daemon):
    assert daemon.get("/healthz").json == {"status": "ok"}
    page = daemon.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert b"openapi.json" in page.body
    assert daemon.get("/openapi.json").json["openapi"].startswith("3.")
    text = daemon.get("/metrics").body.decode()
    assert 'edge_requests_total{route="/healthz",status="200"}' in text
    assert "\nedge_connections 1\n" in text


def test_every_route_is_described(daemon):
    """Paths of the description get some answer; others are 404."""
    for path, operations in daemon.get("/openapi.json").json["paths"].items():
        for method in operations.keys() & {"get", "post", "put", "delete"}:
            answer = daemon.ask(method.upper(), path.replace("{id}", "1").replace("{path}", "index.html"), headers={"Content-Type": JSON})
            assert answer.status not in (405, 500), path
    assert is_problem(daemon.get("/nothing"), 404)
    assert is_problem(daemon.get("/healthz/"), 404)


def test_head_options_and_wrong_methods(daemon):
    head = daemon.ask("HEAD", "/healthz")
    assert (head.status, head.body, head.headers["content-length"]) == (200, b"", "15")
    options = daemon.ask("OPTIONS", "/tree")
    assert (options.status, options.headers["allow"]) == (204, "POST, OPTIONS")
    wrong = daemon.ask("DELETE", "/tree")
    assert is_problem(wrong, 405)
    assert wrong.headers["allow"] == "POST, OPTIONS"
    assert is_problem(daemon.ask("BREW", "/tree"), 405)


def test_corpora_and_inspect(daemon, edge, root):
    found = {corpus["path"]: corpus for corpus in daemon.get("/corpora").json["corpora"]}
    assert {NAME, "synth.scoredb"} <= found.keys()
    reply = daemon.get("/corpus/inspect", path=NAME).json
    assert reply["path"] == NAME
    same = edge.json("inspect", root / NAME)
    assert reply["meta"] == same["meta"]
    assert found[NAME]["games"] == same["meta"]["total_games"]
    assert is_problem(daemon.get("/corpus/inspect"), 400)
    assert is_problem(daemon.get("/corpus/inspect", path="none.scoredb"), 404)
    assert is_problem(daemon.get("/corpus/inspect", path="classics.pgn"), 404)


def test_tree_says_what_explore_says(daemon, edge, root):
    for moves in ("", "e4 e5", "d4 Nf6"):
        reply = daemon.post("/tree", {"corpus": NAME, "moves": moves}).json
        assert reply == edge.json("explore", root / NAME, "--moves", moves)
    batch = daemon.post("/tree", {"corpus": NAME, "positions": ["moves e4", "moves d4"]}).json
    assert [answer["fen"].split()[1] for answer in batch["answers"]] == ["b", "b"]
    deep = daemon.post("/tree", {"corpus": NAME, "moves": "e4", "deep": True}).json
    assert deep["source"] == "scan"
    outside = {"corpus": NAME, "fen": "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"}
    reply = daemon.post("/tree", outside).json
    assert (reply["source"], reply["total"]) == ("tree", 0)


def test_a_query_gives_a_set_that_others_take(daemon, edge, root):
    asked = {"corpus": NAME, "query": "result = W"}
    reply = daemon.post("/query", asked).json
    count = edge.json("query", root / NAME, "--query", "result = W")["games_matched"]
    assert reply["games_matched"] == count
    assert daemon.post("/query", {"corpus": NAME, "query": "result=W"}).json["set"] == reply["set"]

    page = daemon.get("/games", corpus=NAME, set=reply["set"], limit=2, sort="plies").json
    assert (page["games_matched"], len(page["games"])) == (count, 2)
    rest = daemon.get(
        "/games", corpus=NAME, set=reply["set"], limit=1000, sort="plies", cursor=page["next_cursor"]
    ).json
    assert len(rest["games"]) == count - 2
    assert {game["result"] for game in page["games"] + rest["games"]} == {"1-0"}

    tree = daemon.post("/tree", {"corpus": NAME}, set=reply["set"]).json
    assert (tree["white"], tree["draws"], tree["black"]) == (count, 0, 0)
    filtered = daemon.post("/tree", {"corpus": NAME, "query": "result = W"}).json
    assert filtered == tree

    assert is_problem(daemon.post("/tree", {"corpus": NAME}, set="no-such"), 404)
    assert is_problem(daemon.post("/tree", asked, set=reply["set"]), 400)
    assert is_problem(daemon.post("/tree", {"corpus": "synth.scoredb"}, set=reply["set"]), 400)


def test_games_in_every_form(daemon):
    kinds = {
        "pgn": "application/x-chess-pgn",
        "uci": "text/plain; charset=utf-8",
        "jsonl": "application/x-ndjson",
        "csv": "text/csv; charset=utf-8",
        "table": "text/plain; charset=utf-8",
        "json": JSON,
    }
    for form, kind in kinds.items():
        answer = daemon.get("/games", corpus=NAME, format=form, limit=2)
        assert (answer.status, answer.headers["content-type"]) == (200, kind)
        assert answer.body
    assert is_problem(daemon.get("/games", corpus=NAME, limit="x"), 400)
    assert is_problem(daemon.get("/games", corpus=NAME, limit=10**9), 400)
    assert is_problem(daemon.get("/games", corpus=NAME, colour="red"), 400)
    assert is_problem(daemon.get("/games", corpus=NAME, game=10**6), 404)


def test_bitmaps_are_kept_and_combined(daemon):
    kept = daemon.post("/query", {"corpus": NAME, "query": "result = W", "output": "@won"})
    assert kept.json["files"] == [f"{NAME}/bitmaps/won.bm"]
    reply = daemon.post("/combine", {"corpus": NAME, "op": "not", "inputs": ["@won"], "output": "@rest"})
    total = kept.json["games_scanned"]
    assert reply.json["games_set"] == total - kept.json["games_matched"]
    assert daemon.post("/query", {"corpus": NAME, "bitmap": "@rest"}).json["games_matched"] == (
        reply.json["games_set"]
    )
    again = {"corpus": NAME, "op": "not", "inputs": ["@won"], "output": "@rest"}
    assert is_problem(daemon.post("/combine", again), 409)
    assert is_problem(daemon.post("/query", {"corpus": NAME, "output": "@won"}), 409)
    assert daemon.post("/combine", again | {"force": True}).status == 200


# ---- connections


def test_keep_alive_and_pipelining(daemon):
    request = f"GET /healthz HTTP/1.1\r\nHost: {daemon.host}\r\n"
    data = (request + "\r\n") * 20 + request + "Connection: close\r\n\r\n"
    found = daemon.raw(data.encode())
    assert found.count(b"HTTP/1.1 200 OK") == 21
    assert found.endswith(b'{"status":"ok"}')


def test_a_client_that_waits_for_100_continue(daemon):
    body = json.dumps({"corpus": NAME}).encode()
    head = (
        f"POST /tree HTTP/1.1\r\nHost: {daemon.host}\r\nContent-Type: {JSON}\r\n"
        f"Expect: 100-continue\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    with daemon.connect() as connection:
        connection.sendall(head.encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 100 ")
        connection.sendall(body)
        assert connection.recv(100).startswith(b"HTTP/1.1 200 ")


def test_a_scan_ends_when_its_client_goes_away(daemon):
    body = json.dumps({"corpus": "synth.scoredb", "query": slow_query(4000)}).encode()
    head = (
        f"POST /query? HTTP/1.1\r\nHost: {daemon.host}\r\nContent-Type: {JSON}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )

    def answers():
        return [line["status"] for line in logged(daemon) if line["target"] == "/query?"]

    with daemon.connect() as connection:
        connection.sendall(head.encode() + body)
    wait_until(answers)
    assert answers() == [499]


def test_short_requests_are_answered_while_scans_run(daemon):
    body = json.dumps({"corpus": "synth.scoredb", "query": SLOW_QUERY + " or plies > 300"}).encode()
    head = (
        f"POST /query HTTP/1.1\r\nHost: {daemon.host}\r\nContent-Type: {JSON}\r\n"
        f"Connection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    scans = [daemon.connect() for _ in range(3)]
    for connection in scans:
        connection.sendall(head.encode() + body)
    before = len(logged(daemon))
    for _ in range(50):
        assert daemon.post("/tree", {"corpus": NAME}).status == 200
    # All of them arrived before the last scan ended.
    for connection in scans:
        assert connection.recv(20).startswith(b"HTTP/1.1 200 ")
        connection.close()
    wait_until(lambda: len(logged(daemon)) >= before + 53)
    targets = [line["target"] for line in logged(daemon)[before:]]
    assert targets.count("/tree") >= 50
    assert "/query" in targets[10:]


def test_time_limit(edge, root):
    daemon = Daemon(edge.program, root, "--scan-timeout", 0.001, "--threads", 1)
    slow = {"corpus": "synth.scoredb", "query": slow_query(4000)}
    assert is_problem(daemon.post("/query", slow), 503)
    assert is_problem(daemon.post("/tree", {"corpus": "synth.scoredb", "deep": True}), 503)
    assert daemon.is_serving()
    assert daemon.stop() == 0


# ---- corpora that change


def test_replaced_and_deleted_corpora(daemon, edge, root):
    name = "changing.scoredb"
    edge.index(root / "classics.pgn", "--out", root / name)
    reply = daemon.post("/query", {"corpus": name}).json
    edge.index(root / "classics.pgn", "--max-games", 2, "--out", root / name, "--force")
    assert is_problem(daemon.post("/tree", {"corpus": name}, set=reply["set"]), 410)
    assert is_problem(daemon.get("/games", corpus=name, set=reply["set"]), 410)
    assert daemon.post("/query", {"corpus": name}).json["games_matched"] == 2
    shutil.rmtree(root / name)
    assert is_problem(daemon.post("/tree", {"corpus": name}), 404)
    assert is_problem(daemon.post("/tree", {"corpus": name}, set=reply["set"]), 404)
    assert daemon.is_serving()


def test_a_damaged_corpus_is_an_error_of_the_server(daemon, root):
    name = "damaged.scoredb"
    shutil.copytree(root / NAME, root / name)
    tree = root / name / "tree.dat"
    tree.write_bytes(tree.read_bytes()[:-10])
    assert is_problem(daemon.post("/tree", {"corpus": name}), 500)
    (root / name / "meta").write_text("version=9\n")
    assert is_problem(daemon.post("/tree", {"corpus": name}), 422)
    shutil.rmtree(root / name)


def is_mapped(process, path):
    return str(path) in Path(f"/proc/{process.pid}/maps").read_text()


def ticks_used(process) -> int:
    """The processor time of a process, in clock ticks."""
    after_name = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return int(after_name[11]) + int(after_name[12])


@pytest.mark.parametrize("file", ["0.moves", "0.gameidx", "0.cols", "0.dict", "0.extra"])
def test_a_file_cut_short_in_place_fails_the_request_alone(edge, root, tmp_path, file):
    shutil.copytree(root / "synth.scoredb", tmp_path / "a.scoredb")
    shutil.copytree(root / "synth.scoredb", tmp_path / "b.scoredb")
    daemon = Daemon(edge.program, tmp_path, "--log", "none")
    assert daemon.post("/query", {"corpus": "a.scoredb"}).status == 200
    query = slow_query(400) + ' or player ~ "nobody" or tag("Event") ~ "nobody" or elo > 9000'
    with ThreadPoolExecutor() as pool:
        idle = ticks_used(daemon.process)
        asked = pool.submit(daemon.post, "/query", {"corpus": "a.scoredb", "query": query})
        wait_until(lambda: asked.done() or ticks_used(daemon.process) > idle + 5)
        os.truncate(tmp_path / "a.scoredb/shards" / file, 0)
        assert asked.result().status in (200, 500)  # it may have read all of that file before
    after = daemon.post("/query", {"corpus": "a.scoredb", "query": query})
    assert is_problem(after, 500)
    assert "a.scoredb/shards/0." in after.json["detail"]
    assert daemon.post("/query", {"corpus": "b.scoredb"}).status == 200
    (tmp_path / "a.scoredb").rename(tmp_path / "old.scoredb")
    (tmp_path / "b.scoredb").rename(tmp_path / "a.scoredb")
    assert daemon.post("/query", {"corpus": "a.scoredb"}).status == 200
    assert daemon.stop() == 0


def test_a_scan_over_a_file_that_is_cut_short_is_refused(edge, root, tmp_path):
    shutil.copytree(root / "synth.scoredb", tmp_path / "a.scoredb")
    daemon = Daemon(edge.program, tmp_path, "--log", "none", "--threads", 1)
    moves = tmp_path / "a.scoredb/shards/0.moves"
    with ThreadPoolExecutor() as pool:
        query = slow_query(4000)
        asked = pool.submit(daemon.post, "/query", {"corpus": "a.scoredb", "query": query})
        wait_until(lambda: is_mapped(daemon.process, moves))
        os.truncate(moves, 0)
        answer = asked.result()
    assert is_problem(answer, 500)
    assert "a.scoredb/shards/0.moves: changed while it was read" in answer.json["detail"]
    assert str(tmp_path) not in answer.json["detail"]
    assert daemon.is_serving()
    assert daemon.stop() == 0


def run_and_truncate(command, path, size, is_reading):
    """Status and message of a command whose input is cut short once it reads it."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    wait_until(lambda: is_reading(process))
    os.truncate(path, size)
    _, errors = process.communicate(timeout=120)
    return process.returncode, errors.decode()


def test_edge_ends_with_a_message_when_its_input_is_cut_short(edge, root, tmp_path):
    """The program itself, where the daemon would answer 500."""
    source = tmp_path / "cut.pgn"
    shutil.copy(root / "synth.pgn", source)
    command = [edge.program, "index", *[source] * 50, "--out", tmp_path / "c.scoredb"]
    # The file is opened twice, to see what it is and to read it: by then the corpus is begun.
    has_begun = lambda _: any("partial" in path.name for path in tmp_path.iterdir())
    message = f"edge: {source}: changed while it was read\n"
    assert run_and_truncate(command, source, 1000, has_begun) == (1, message)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cut.pgn"]

    corpus = tmp_path / "q.scoredb"
    shutil.copytree(root / "synth.scoredb", corpus)
    command = [edge.program, "query", corpus, "--query", slow_query(3000), "--threads", "1"]
    moves = corpus / "shards/0.moves"
    message = f"edge: {moves}: changed while it was read\n"
    is_reading = lambda process: is_mapped(process, moves)
    assert run_and_truncate(command, moves, 0, is_reading) == (1, message)


# ---- jobs


def start_job(daemon, **fields):
    reply = daemon.post("/index", fields)
    assert reply.status == 202, reply.body
    assert reply.headers["location"] == f"/jobs/{reply.json['id']}"
    return reply.json["id"]


def job(daemon, number):
    return daemon.get(f"/jobs/{number}").json


def test_a_job_reports_its_progress_and_result(daemon, root):
    number = start_job(daemon, inputs="synth.pgn", out="made.scoredb", tree=False)
    events = WebSocket(daemon, f"/jobs/{number}/events")
    assert events.status == 101
    seen = list(events.messages())
    assert events.close_code == 1000
    assert seen[-1]["state"] == "done"
    assert seen[-1]["report"]["games"] == 60_000
    assert seen[-1]["report"]["corpus"] == "made.scoredb"
    done = [event["done_bytes"] for event in seen]
    assert done == sorted(done)
    assert job(daemon, number) == seen[-1]
    assert daemon.post("/query", {"corpus": "made.scoredb"}).json["games_matched"] == 60_000
    assert is_problem(daemon.post("/index", {"inputs": "synth.pgn", "out": "made.scoredb"}), 409)
    shutil.rmtree(root / "made.scoredb")
    late = WebSocket(daemon, f"/jobs/{number}/events")
    assert [event["state"] for event in late.messages()] == ["done"]


def test_a_job_is_cancelled_and_rolled_back(daemon, root):
    number = start_job(daemon, inputs=["synth.pgn"] * 20, out="never.scoredb")
    assert is_problem(daemon.post("/index", {"inputs": "synth.pgn", "out": "other.scoredb"}), 429)
    assert daemon.ask("DELETE", f"/jobs/{number}").status == 202
    wait_until(lambda: job(daemon, number)["state"] == "cancelled")
    assert not [path.name for path in root.iterdir() if "never" in path.name]
    assert any(listed["id"] == number for listed in daemon.get("/jobs").json["jobs"])


def test_a_job_is_cancelled_while_the_tree_is_made(daemon, root):
    number = start_job(daemon, inputs=["synth.pgn"] * 6, out="never.scoredb")
    wait_until(lambda: job(daemon, number)["done_bytes"] == job(daemon, number)["total_bytes"])
    daemon.ask("DELETE", f"/jobs/{number}")
    wait_until(lambda: job(daemon, number)["state"] != "running")
    assert job(daemon, number)["state"] == "cancelled"
    assert not [path.name for path in root.iterdir() if "never" in path.name]


def test_a_job_whose_input_is_cut_short_fails(daemon, root):
    shutil.copy(root / "synth.pgn", root / "cut.pgn")
    number = start_job(daemon, inputs=["cut.pgn"] * 50, out="cut.scoredb", tree=False)
    wait_until(lambda: job(daemon, number)["done_bytes"] > 0)
    os.truncate(root / "cut.pgn", 1000)
    wait_until(lambda: job(daemon, number)["state"] != "running")
    reply = job(daemon, number)
    assert (reply["state"], reply["error"]) == ("failed", "cut.pgn: changed while it was read")
    assert not (root / "cut.scoredb").exists()
    assert daemon.is_serving()


def test_a_job_that_fails_says_why(daemon, root):
    (root / "bad.pgn").write_text('[White "A"]\n\n1. e4 Ke4 *\n')
    number = start_job(daemon, inputs="bad.pgn", out="bad.scoredb", bad_games="fail")
    wait_until(lambda: job(daemon, number)["state"] == "failed")
    assert job(daemon, number)["error"].startswith("bad.pgn")
    assert job(daemon, number)["error"].endswith("a bad game stops this run")
    assert not (root / "bad.scoredb").exists()


def test_shutdown_cancels_jobs_and_answers_what_is_under_way(edge, root):
    daemon = Daemon(edge.program, root)
    start_job(daemon, inputs=["synth.pgn"] * 20, out="never.scoredb")
    body = json.dumps({"corpus": "synth.scoredb", "query": slow_query(4000)}).encode()
    head = (
        f"POST /query HTTP/1.1\r\nHost: {daemon.host}\r\nContent-Type: {JSON}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    scan, idle = daemon.connect(), daemon.connect()
    scan.sendall(head.encode() + body)
    wait_until(lambda: is_mapped(daemon.process, root / "synth.scoredb/shards/0.moves"))
    assert daemon.stop(signal.SIGINT) == 0
    assert scan.recv(20).startswith(b"HTTP/1.1 503 ")
    assert idle.recv(1) == b""
    assert not [path.name for path in root.iterdir() if "never" in path.name]


def test_read_only(edge, root):
    daemon = Daemon(edge.program, root, "--read-only")
    assert is_problem(daemon.post("/index", {"inputs": "synth.pgn", "out": "x.scoredb"}), 403)
    assert is_problem(daemon.ask("DELETE", "/jobs/1"), 403)
    combine = {"corpus": NAME, "op": "not", "inputs": ["@a"], "output": "@b"}
    assert is_problem(daemon.post("/combine", combine), 403)
    assert is_problem(daemon.post("/query", {"corpus": NAME, "output": "@b"}), 403)
    assert daemon.post("/query", {"corpus": NAME}).status == 200
    assert daemon.stop() == 0


def test_start_up_is_refused_for_wrong_options(edge, root):
    for options, reason in (
        (["--listen", "0.0.0.0"], "--token"),
        (["--listen", "localhost"], "numeric"),
        (["--cors", "*"], "--cors"),
        (["--port", "99999"], "99999 not in range 0 to 65535"),
        (["--masters", "none.scoredb"], f"found {NAME}"),
        (["--lichess", "classics.pgn"], "--lichess: 'classics.pgn' is not a corpus"),
        (["--player", "../x"], "--player"),
    ):
        done = edge.run("serve", "--root", root, "--port", 0, *options)
        assert done.returncode == 2
        assert reason in done.stderr.decode()
    edge.refused("serve", "--root", root / "nothing", "--port", 0, mentions="nothing")
    done = edge.run("serve", "--root", root / NAME, "--port", 0)
    assert (done.returncode, f"--root {root}\n" in done.stderr.decode()) == (2, True)
    daemon = Daemon(edge.program, root)
    edge.refused("serve", "--root", root, "--port", daemon.port, mentions=daemon.port)
    assert daemon.stop() == 0
