"""Files that are sent to the daemon in pieces: whole or not at all, never over another one, never elsewhere."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest
from daemon import Daemon
from support import CLASSICS, REPOSITORY

TOKEN = "a-secret-token"
GAMES = CLASSICS.read_bytes()


@pytest.fixture
def daemon(edge, tmp_path):
    (tmp_path / "root").mkdir()
    daemon = Daemon(edge.program, tmp_path / "root", "--log", "none")
    daemon.root = tmp_path / "root"
    yield daemon
    assert daemon.is_serving()
    assert daemon.stop() == 0


def names(root: Path) -> list[str]:
    return sorted(path.name for path in root.iterdir())


def wait_until(condition, seconds=60):
    for _ in range(seconds * 20):
        if condition():
            return
        time.sleep(0.05)
    pytest.fail("waited in vain")


def is_problem(answer, status) -> bool:
    return answer.status == status and answer.json["status"] == status and bool(answer.json["detail"])


def begin(daemon, name, size, **headers):
    return daemon.post("/uploads", {"name": name, "bytes": size}, headers)


def put(daemon, upload, offset, piece, headers=None):
    return daemon.ask("PUT", f"/uploads/{upload}?offset={offset}", piece, headers)


def send(daemon, name, data: bytes):
    """The last answer."""
    begun = begin(daemon, name, len(data))
    assert begun.status == 201, begun.body
    size = begun.json["piece_bytes"]
    for offset in range(0, len(data), size):
        answer = put(daemon, begun.json["id"], offset, data[offset : offset + size])
        if answer.status != 200:
            break
    return answer


def end_of_job(daemon, started):
    assert started.status == 202, started.body
    wait_until(lambda: daemon.get(started.headers["location"]).json["state"] != "running")
    return daemon.get(started.headers["location"]).json


def test_a_file_is_sent_and_indexed_and_added(daemon, edge):
    data = edge.ok("synth", 2000).encode()
    assert send(daemon, "synth.pgn", data).json["received"] == len(data)
    assert (daemon.root / "synth.pgn").read_bytes() == data
    listed = {"path": "synth.pgn", "bytes": len(data), "kind": "pgn"}
    assert listed in daemon.get("/files").json["files"]
    made = end_of_job(daemon, daemon.post("/index", {"inputs": "synth.pgn", "out": "a.scoredb"}))
    assert (made["kind"], made["report"]["games"]) == ("index", 2000)
    assert send(daemon, "classics.pgn", GAMES).status == 200
    for known in ([], ["classics.pgn"]):
        added = end_of_job(daemon, daemon.post("/index", {"inputs": "classics.pgn", "append": "a.scoredb"}))
        assert (added["kind"], added["state"], added["error_code"]) == ("add", "done", None)
        assert added["report"]["added"]["known_sources"] == known
    edge.ok("inspect", daemon.root / "a.scoredb", "--verify")


@pytest.mark.parametrize("size", [1, 262_143, 262_144, 262_145, 524_288])
def test_any_bytes_arrive_as_they_are(daemon, size):
    data = os.urandom(size)
    assert send(daemon, "x.pgn", data).status == 200
    assert (daemon.root / "x.pgn").read_bytes() == data


def test_pieces_come_in_order_and_may_come_again(daemon):
    upload = begin(daemon, "x.pgn", 10).json["id"]
    assert put(daemon, upload, 0, b"0123").json["received"] == 4
    assert put(daemon, upload, 0, b"0123").json["received"] == 4
    for offset in (5, 3, 10, 11, 2**63, 2**64 - 1, 2**64, -1, "", "x", "1e1", "+4", "%00", "4&offset=4", "4&more=1"):
        assert is_problem(put(daemon, upload, offset, b"45"), 400), offset
    assert is_problem(daemon.ask("PUT", f"/uploads/{upload}", b"45"), 400)
    assert is_problem(put(daemon, upload, 4, b""), 400)
    assert is_problem(put(daemon, upload, 4, b"4567890"), 400)
    assert is_problem(put(daemon, upload, 4, b"x" * 262_145), 413)
    assert is_problem(put(daemon, upload, 4, b"x" * (1 << 21)), 413)
    assert not (daemon.root / "x.pgn").exists()
    assert put(daemon, upload, 4, b"456789").json["received"] == 10
    assert put(daemon, upload, 4, b"456789").json["received"] == 10
    assert names(daemon.root) == ["x.pgn"]
    assert (daemon.root / "x.pgn").read_bytes() == b"0123456789"


def test_only_names_of_games_directly_in_the_root(daemon, tmp_path):
    (daemon.root / "sub").mkdir()
    (daemon.root / "a.scoredb").mkdir()
    (daemon.root / "link.pgn").symlink_to(tmp_path / "outside.pgn")
    before = names(daemon.root)
    hostile = [
        "", ".", "..", "/", "x", "x.txt", ".pgn", ".x.pgn", "../x.pgn", "sub/x.pgn", "./x.pgn", "/tmp/x.pgn",
        "sub\\x.pgn", "..\\x.pgn", "x.pgn/", "x.pgn/..", "x.pgn ", "x.pgn\0", "x\0.pgn", "x\n.pgn", "x\r\n.pgn",
        "x\x7f.pgn", "x.scoredb", "a.scoredb", "a.scoredb/x.pgn", "a.scoredb/meta", "x.bin", "x.si4", "x.sn4",
        "x.html", "x.pgn.partial-1-0", ".x.pgn.partial-1-0", "x" * 300 + ".pgn", "x" * 5000 + ".pgn", "%2e%2e/x.pgn",
        "link.pgn",
    ]  # fmt: skip
    for name in hostile:
        assert begin(daemon, name, 1).status in (400, 409), name
    for body in ('{"name": "\\ud800.pgn", "bytes": 1}', b'{"name": "\xff.pgn", "bytes": 1}'):
        assert is_problem(daemon.post("/uploads", body), 400), body
    for name in (None, 1, ["x.pgn"], {"a": "x.pgn"}, True):
        assert is_problem(daemon.post("/uploads", {"name": name, "bytes": 1}), 400), name
    # A wrong name is wrong whatever else is.
    assert is_problem(begin(daemon, "x.txt", 2**62), 400)
    assert is_problem(begin(daemon, "x.pgn", 2**62), 413)
    for size in (0, -1, 1.5, "1", None, True, 2**63, 10**30):
        assert begin(daemon, "x.pgn", size).status in (400, 413), size
    assert names(daemon.root) == before
    assert not (tmp_path / "outside.pgn").exists()
    for name in ("x.pgn", "-rf.pgn", "ünïcödé ♞.pgn", "a b.PGN", "x..pgn", "x.pgn.zst"):
        assert send(daemon, name, b"1. e4 *").status == 200, name
        assert (daemon.root / name).read_bytes() == b"1. e4 *"


def test_a_file_is_never_replaced(daemon):
    (daemon.root / "x.pgn").write_text("old")
    answer = begin(daemon, "x.pgn", 3)
    assert is_problem(answer, 409) and answer.json["detail"] == "x.pgn exists already"
    first, second = (begin(daemon, "y.pgn", 3).json["id"] for _ in range(2))
    assert put(daemon, first, 0, b"one").status == 200
    assert is_problem(put(daemon, second, 0, b"two"), 409)
    assert is_problem(put(daemon, second, 0, b"two"), 404)
    assert (daemon.root / "x.pgn").read_text() == "old"
    assert (daemon.root / "y.pgn").read_text() == "one"
    assert names(daemon.root) == ["x.pgn", "y.pgn"]


def test_many_that_send_the_same_name_at_once(daemon):
    """One of them gets it, whole; the others are refused, and nothing of theirs is left."""
    answers = {}

    def sender(number: int) -> None:
        upload = begin(daemon, "x.pgn", 4000).json["id"]
        for offset in range(0, 4000, 1000):
            answers[number] = put(daemon, upload, offset, bytes([number]) * 1000).status

    senders = [threading.Thread(target=sender, args=(number,)) for number in range(4)]
    for each in senders:
        each.start()
    for each in senders:
        each.join()
    assert sorted(answers.values()) == [200, 409, 409, 409]
    [winner] = [number for number, status in answers.items() if status == 200]
    assert (daemon.root / "x.pgn").read_bytes() == bytes([winner]) * 4000
    assert names(daemon.root) == ["x.pgn"]


def test_only_a_few_at_a_time(daemon):
    uploads = [begin(daemon, f"{number}.pgn", 2).json["id"] for number in range(4)]
    refused = begin(daemon, "more.pgn", 2)
    assert is_problem(refused, 429) and refused.headers["retry-after"]
    assert daemon.ask("DELETE", f"/uploads/{uploads[0]}").status == 204
    assert begin(daemon, "more.pgn", 2).status == 201
    assert len(set(uploads)) == 4 and all(re.fullmatch("[0-9a-f]{32}", upload) for upload in uploads)


def test_ids_cannot_be_made_up(daemon):
    upload = begin(daemon, "x.pgn", 2).json["id"]
    for wrong in ("1", "0" * 32, upload[:-1], upload + "0", upload.upper() + "x", "..", "%2e%2e", "x.pgn", "a%00b"):
        assert daemon.ask("DELETE", f"/uploads/{wrong}").status in (400, 404), wrong
        assert put(daemon, wrong, 0, b"ab").status in (400, 404), wrong
    for method in ("GET", "POST"):
        assert is_problem(daemon.ask(method, f"/uploads/{upload}"), 405)
    assert put(daemon, upload, 0, b"ab").status == 200


def test_nothing_is_left_of_those_that_are_dropped(daemon):
    upload = begin(daemon, "x.pgn", 10).json["id"]
    put(daemon, upload, 0, b"01234")
    assert len(names(daemon.root)) == 1
    assert daemon.get("/files").json["files"] == []
    answer = daemon.ask("DELETE", f"/uploads/{upload}")
    assert (answer.status, answer.body) == (204, b"")
    assert names(daemon.root) == []
    assert is_problem(put(daemon, upload, 5, b"56789"), 404)


def test_nothing_is_left_of_those_that_stop(edge, tmp_path):
    daemon = Daemon(edge.program, tmp_path, "--log", "none", "--idle-timeout", 0.5)
    upload = begin(daemon, "x.pgn", 10).json["id"]
    put(daemon, upload, 0, b"01234")
    wait_until(lambda: names(tmp_path) == [])
    assert is_problem(put(daemon, upload, 5, b"56789"), 404)
    assert daemon.stop() == 0


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_by_a_daemon_that_ends(edge, tmp_path, how):
    (tmp_path / ".hidden").write_text("somebody's")
    daemon = Daemon(edge.program, tmp_path, "--log", "none")
    put(daemon, begin(daemon, "x.pgn", 10).json["id"], 0, b"01234")
    assert len(names(tmp_path)) == 2
    daemon.stop(how)
    if how == signal.SIGKILL:
        again = Daemon(edge.program, tmp_path, "--log", "none", "--read-only")
        assert len(names(tmp_path)) == 2
        assert again.stop() == 0
        again = Daemon(edge.program, tmp_path, "--log", "none")
        assert again.stop() == 0
    assert names(tmp_path) == [".hidden"]


def test_a_full_disk_drops_the_upload(edge, tmp_path):
    """A limit on the size of files stands for the disk."""
    limited = tmp_path / "limited"
    limited.write_text(f"#!/bin/bash\ntrap '' XFSZ\nulimit -f 1024\nexec '{edge.program}' \"$@\"\n")
    limited.chmod(0o755)
    root = tmp_path / "root"
    root.mkdir()
    daemon = Daemon(limited, root, "--log", "none")
    answer = send(daemon, "x.pgn", bytes(4 << 20))
    assert is_problem(answer, 500)
    assert "File too large" in answer.json["detail"] and str(root) not in answer.json["detail"]
    assert names(root) == []
    assert send(daemon, "y.pgn", b"1. e4 *").status == 200
    assert daemon.stop() == 0


def test_limits_of_the_daemon(edge, tmp_path):
    daemon = Daemon(edge.program, tmp_path, "--log", "none", "--max-upload", "1K", "--max-body", 1024)
    assert is_problem(begin(daemon, "x.pgn", 1025), 413)
    begun = begin(daemon, "x.pgn", 1024)
    assert (begun.status, begun.json["piece_bytes"]) == (201, 1024)
    assert put(daemon, begun.json["id"], 0, bytes(1024)).status == 200
    assert daemon.stop() == 0
    daemon = Daemon(edge.program, tmp_path, "--log", "none", "--max-upload", "0")
    assert is_problem(begin(daemon, "y.pgn", 1), 403)
    assert daemon.stop() == 0
    done = edge.run("serve", "--root", tmp_path, "--port", 0, "--max-upload", "big")
    assert done.returncode == 2 and b"--max-upload" in done.stderr
    assert names(tmp_path) == ["x.pgn"]


def test_who_may_not_write_may_not_send(edge, tmp_path):
    def attempts(daemon, headers):
        yield begin(daemon, "x.pgn", 1, **headers)
        yield put(daemon, "0" * 32, 0, b"x", headers)
        yield daemon.ask("DELETE", f"/uploads/{'0' * 32}", headers=headers)

    daemon = Daemon(edge.program, tmp_path, "--read-only", "--log", "none")
    assert all(is_problem(answer, 403) for answer in attempts(daemon, {}))
    assert daemon.stop() == 0
    daemon = Daemon(edge.program, tmp_path, "--log", "none", "--cors", "http://friend.example")
    for origin in ("http://evil.example", "http://friend.example", "null"):
        assert all(is_problem(answer, 403) for answer in attempts(daemon, {"Origin": origin}))
    asked = daemon.ask("OPTIONS", "/uploads", headers={"Origin": "http://friend.example"})
    assert "access-control-allow-origin" not in asked.headers
    form = {"Content-Type": "text/plain"}
    assert daemon.ask("POST", "/uploads", '{"name": "x.pgn", "bytes": 1}', form).status == 415
    assert daemon.stop() == 0
    daemon = Daemon(edge.program, tmp_path, "--log", "none", "--token", TOKEN)
    assert all(is_problem(answer, 401) for answer in attempts(daemon, {}))
    assert begin(daemon, "x.pgn", 1, Authorization=f"Bearer {TOKEN}").status == 201
    assert daemon.stop() == 0
    assert names(tmp_path) == []


@pytest.mark.skipif(not shutil.which("curl"), reason="curl is missing")
def test_the_commands_of_the_documentation(daemon):
    text = (REPOSITORY / "docs" / "http_api.md").read_text()
    section = text.split("## Sending files")[1].split("\n## ")[0]
    commands = re.findall(r"^    (curl .*)$", section, re.M)
    assert len(commands) == 4
    answers = []
    for command in commands:
        upload = answers[0]["id"] if answers else ""
        words = shlex.split(command.replace("localhost:8484", daemon.host).replace("/ID", f"/{upload}"))
        done = subprocess.run([*words, "--silent", "--show-error", "--fail"], capture_output=True, text=True)
        assert done.returncode == 0, (command, done.stderr)
        answers.append(json.loads(done.stdout) if done.stdout else None)
    assert answers[2]["received"] == answers[2]["bytes"] == 4
    assert (daemon.root / "week.pgn").read_text() == "1. *"
