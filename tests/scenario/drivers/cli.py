"""The scenario by the program: cli.py PROGRAM. Fields of requests are options here.

Sets are stored bitmaps of the corpus, as the program keeps nothing from one run to the next.
"""

import json
import subprocess
import sys
from typing import Any

from protocol import Line, Refused, Request, answer_lines, is_text, set_answer

PROGRAM = sys.argv[1]

# Options that have the name of the field, with dashes.
VALUES = ["shards", "tree_plies", "max_games", "where", "fen", "top_n", "skip", "limit", "sort",
          "cursor", "game", "min_games", "max_ply", "format", "since", "color",
          "save_as"]  # fmt: skip
SWITCHES = ["verify", "deep", "details", "continued", "desc", "original", "contradictions",
            "force"]
ANSWERS = {"matches": ["--matches"], "explain": ["--explain"], "count": []}


def run(*arguments: str, stdin: str = "") -> bytes:
    done = subprocess.run(
        [PROGRAM, *arguments], input=stdin.encode(), capture_output=True, check=False
    )
    if done.returncode == 0:
        return done.stdout
    message = done.stderr.decode()
    # The program has only two statuses of failure; the message alone tells what a 1 stands for.
    missing = any(words in message for words in ("no such", "No such", "no game", "not a collection"))
    failed = "NOT_FOUND" if missing else "EXISTS" if "--force" in message else "IO"
    raise Refused("INVALID_ARGUMENT" if done.returncode == 2 else failed, message)


def option(name: str) -> str:
    return "--" + name.replace("_", "-")


def plain_options(request: Request) -> list[str]:
    """The options for fields that mean the same in every request."""
    options = []
    for name in VALUES:
        if name in request:
            options += [option(name), str(request[name])]
    options += [option(name) for name in SWITCHES if request.get(name)]
    if "columns" in request:
        options += ["--columns", ",".join(request["columns"])]
    return options


def query_options(request: Request, of: str = "") -> list[str]:
    if of:
        text = request.get("query")
        return ["--query", f"@{of} and ({text})" if text else f"@{of}"]
    for name in ("query", "query_json", "scoutfish"):
        if name in request:
            asked = request[name]
            return [option(name), asked if isinstance(asked, str) else json.dumps(asked)]
    return []


def index(request: Request) -> bytes:
    options = plain_options(request)
    if request.get("extra") is False:
        options.append("--no-extra")
    return run("index", *request["inputs"], "--out", request["out"], *options, "--json")


def convert(request: Request) -> bytes:
    options = query_options(request) + plain_options(request)
    return run("convert", *request["inputs"], request["out"], *options, "--json")


def positions(line: Line, request: Request, options: list[str]) -> bytes:
    """The object and the list, which the program prints apart."""
    options += ["--positions", request["positions"]]
    if request.get("unique"):
        options.append("--positions-unique")
    answer = json.loads(run("query", line.corpus, *options, "--json"))
    rows = run("query", line.corpus, *options, "--jsonl").decode().splitlines()
    answer["positions"] = [json.loads(row) for row in rows]
    return json.dumps(answer).encode()


def query(line: Line) -> bytes:
    request = line.request
    options = query_options(request, line.set) + plain_options(request)
    match request.get("answer", "count"):
        case "heatmap":
            pieces = request.get("pieces")
            options.append(f"--heatmap={pieces}" if pieces else "--heatmap")
        case "groups":
            options += ["--group-by", request["key"]]
        case "positions":
            return positions(line, request, options)
        case other:
            options += ANSWERS[other]
    return run("query", line.corpus, *options, "--json")


def explore(line: Line) -> bytes:
    request = line.request
    options = query_options(request) + plain_options(request)
    moves = request.get("moves", [])
    if moves:
        options += ["--moves", moves if isinstance(moves, str) else " ".join(moves)]
    if "positions" in request:
        options += ["--batch", "-"]
    if line.set:
        options += ["--bitmap", f"@{line.set}"]
    if "games" in request:
        games: dict[str, Any] = request["games"]
        options += [f"--games={games['move']}", *plain_options({**games, "desc": False})]
        if not games.get("desc", True):
            options.append("--asc")
    stdin = "\n".join(request.get("positions", []))
    return run("explore", line.corpus, *options, "--json", stdin=stdin)


def collections(line: Line) -> bytes:
    request = line.request
    names = request.get("names", [])
    action = request.get("action", "list")
    if action == "list" and names:
        action = "show"
    return run("collection", action, line.corpus, *names, "--json")


def games(line: Line) -> bytes:
    options = query_options(line.request) + plain_options(line.request)
    of = [f"@{line.set}"] if line.set else []
    return run("games", line.corpus, *of, *options, *([] if is_text(line) else ["--json"]))


def combine(corpus: str, operation: str, inputs: list[str], output: str, *options: str) -> bytes:
    of = ["--output", output, "--corpus", corpus, *options]
    return run("bitmap", operation, *inputs, *of, "--json")


def news(line: Line) -> bytes:
    request = line.request
    return run("news", "-", line.corpus, *plain_options(request), "--json", stdin=request["pgn"])


def ids_of(corpus: str, name: str) -> bytes:
    rows = run("games", corpus, f"@{name}", "--format", "jsonl", "--columns", "game_id")
    return set_answer([json.loads(row)["game_id"] for row in rows.decode().splitlines()])


def answer(line: Line) -> bytes:
    request = {} if line.verb in ("combine", "save", "load") else line.request
    match line.verb, line.name:
        case "run", "index":
            return index(request)
        case "run", _:
            return convert(request)
        case "find", _:
            run(
                "query", line.corpus, *query_options(request, line.set), "--output", f"@{line.name}"
            )
            return ids_of(line.corpus, line.name)
        case "combine", _:
            operation, *inputs = line.argument.split()
            combine(line.corpus, operation, [f"@{name}" for name in inputs], f"@{line.name}")
            return ids_of(line.corpus, line.name)
        case "save", _:
            combine(line.corpus, "and", [f"@{line.set}"] * 2, line.name)
            return b"{}"
        case "load", _:
            return ids_of(line.corpus, line.name.removeprefix("@"))
        case _, "inspect":
            return run("inspect", line.corpus, *plain_options(request), "--json")
        case _, "players":
            options = plain_options({k: v for k, v in request.items() if k != "text"})
            return run("players", line.corpus, request.get("text", ""), *options, "--json")
        case _, "dedup":
            return run("dedup", line.corpus, *plain_options(request), "--json")
        case _, "collections":
            return collections(line)
        case _, "query":
            return query(line)
        case _, "explore":
            return explore(line)
        case _, "games":
            return games(line)
        case _, "combine":
            options = plain_options(request)
            return combine(
                line.corpus, request["op"], request["inputs"], request["output"], *options
            )
    return news(line)


answer_lines(answer)
