"""The scenario through edge_chess, which PYTHONPATH has to find."""

import json
from typing import Any

import edge_chess
from edge_chess import errors
from protocol import Line, Refused, answer_lines, set_answer

KINDS = {
    errors.InvalidRequest: "INVALID_ARGUMENT",
    errors.NotFound: "NOT_FOUND",
    errors.Corrupt: "CORRUPT",
    errors.Unsupported: "UNSUPPORTED",
    errors.FileError: "IO",
    errors.Exists: "EXISTS",
}

corpora: dict[str, edge_chess.Corpus] = {}
sets: dict[str, edge_chess.Bitmap] = {}


def corpus_of(line: Line) -> edge_chess.Corpus:
    if line.corpus not in corpora:
        corpora[line.corpus] = edge_chess.open(line.corpus)
    return corpora[line.corpus]


def keep(name: str, games: edge_chess.Bitmap) -> bytes:
    sets[name] = games
    return set_answer([int(game) for game in games])


def combine(operation: str, left: str, right: str = "") -> edge_chess.Bitmap:
    match operation:
        case "and":
            return sets[left] & sets[right]
        case "or":
            return sets[left] | sets[right]
        case "xor":
            return sets[left] ^ sets[right]
        case "sub":
            return sets[left] - sets[right]
    return ~sets[left]


def run(what: str, request: dict[str, Any]) -> bytes:
    inputs, out = request.pop("inputs"), request.pop("out")
    if what == "convert":
        return json.dumps(edge_chess.convert(inputs, out, **request)).encode()
    corpora[out] = edge_chess.index(inputs, out, **request)
    return json.dumps(corpora[out].report).encode()


def pgn_of(line: Line) -> bytes:
    """Games as text, which the package has of one game at a time."""
    request = line.request
    corpus = corpus_of(line)
    if "game" in request:
        return corpus.pgn(request["game"], original=request.get("original", False)).encode()
    games = corpus.games(
        request.get("query"),
        sort=request.get("sort"),
        limit=request.get("limit"),
        games=sets.get(line.set),
    )
    return "".join(game.pgn() for game in games).encode()


def answer(line: Line) -> bytes:
    try:
        match line.verb:
            case "run":
                return run(line.name, line.request)
            case "find":
                return keep(
                    line.name,
                    corpus_of(line).query(line.request["query"], games=sets.get(line.set)),
                )
            case "combine":
                return keep(line.name, combine(*line.argument.split()))
            case "load":
                return keep(line.set, corpus_of(line).load(line.name))
            case "save":
                corpus_of(line).save(sets[line.set], line.name)
                return b"{}"
        if line.name == "games" and line.request.get("format") == "pgn":
            return pgn_of(line)
        asked = corpus_of(line).ask(line.name, line.request, games=sets.get(line.set))
        return json.dumps(asked).encode()
    except errors.EdgeError as error:
        raise Refused(KINDS.get(type(error), "INTERNAL"), str(error)) from error


answer_lines(answer)
