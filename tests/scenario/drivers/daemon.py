"""The scenario over HTTP: daemon.py PROGRAM. Serves the current folder itself.

Sets are stored bitmaps of the corpus, of which every route takes the name.
"""

import json
import re
import subprocess
import sys
import time
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request as HttpRequest
from urllib.request import urlopen

from protocol import Line, Refused, Request, answer_lines, set_answer

KINDS = {400: "INVALID_ARGUMENT", 404: "NOT_FOUND", 409: "EXISTS", 422: "UNSUPPORTED"}
ROUTES = {
    "query": "/query",
    "explore": "/tree",
    "news": "/news",
    "combine": "/combine",
    "dedup": "/dedup",
    "collections": "/collections",
}

daemon = subprocess.Popen(
    [sys.argv[1], "serve", "--root", ".", "--port", "0", "--openings", ""],
    stdin=subprocess.DEVNULL,
    stdout=subprocess.PIPE,
    stderr=subprocess.DEVNULL,
)
assert daemon.stdout
found = re.search(r"http://[^/]*", daemon.stdout.readline().decode())
assert found, "the daemon did not say where it listens"
ADDRESS = found[0]


def call(target: str, body: Request | None = None) -> bytes:
    data = None if body is None else json.dumps(body).encode()
    request = HttpRequest(ADDRESS + target, data, {"Content-Type": "application/json"})
    try:
        with urlopen(request, timeout=60) as response:
            content: bytes = response.read()
            return content
    except HTTPError as problem:
        detail = json.loads(problem.read())["detail"]
        raise Refused(KINDS.get(problem.code, "INTERNAL"), detail) from problem


def index(request: Request) -> bytes:
    job: dict[str, Any] = json.loads(call("/index", request))
    while job["state"] == "running":
        time.sleep(0.02)
        job = json.loads(call(f"/jobs/{job['id']}"))
    if job["state"] != "done":
        raise Refused("INTERNAL", job["error"])
    return json.dumps(job["report"]).encode()


def games(request: Request) -> bytes:
    """Parameters are written as in JSON, but for texts and lists."""
    if "columns" in request:
        request["columns"] = ",".join(request["columns"])
    texts = {
        name: value if isinstance(value, str) else json.dumps(value)
        for name, value in request.items()
    }
    return call("/games?" + urlencode(texts))


def ids_of(corpus: str, name: str) -> bytes:
    rows = games(
        {"corpus": corpus, "bitmap": name, "columns": ["game_id"], "format": "jsonl", "limit": 100}
    )
    return set_answer([json.loads(row)["game_id"] for row in rows.decode().splitlines()])


def combine(line: Line, operation: str, inputs: list[str], output: str) -> None:
    call("/combine", {"corpus": line.corpus, "op": operation, "inputs": inputs, "output": output})


def answer(line: Line) -> bytes:
    match line.verb:
        case "run":
            return index(line.request)
        case "combine":
            operation, *inputs = line.argument.split()
            combine(line, operation, [f"@{name}" for name in inputs], f"@{line.name}")
            return ids_of(line.corpus, line.name)
        case "save":
            combine(line, "and", [f"@{line.set}"] * 2, line.name)
            return b"{}"
        case "load":
            return ids_of(line.corpus, line.name)
    request = {**line.request, "corpus": line.corpus}
    if line.set:
        request["bitmap"] = line.set
    if line.verb == "find":
        call("/query", {**request, "output": f"@{line.name}"})
        return ids_of(line.corpus, line.name)
    if line.name == "games":
        return games(request)
    if line.name == "players":
        return call("/players?" + urlencode(request))
    if line.name == "inspect":
        return call("/corpus/inspect?" + urlencode({"path": line.corpus}))
    return call(ROUTES[line.name], request)


try:
    answer_lines(answer)
finally:
    daemon.terminate()
    daemon.wait()
