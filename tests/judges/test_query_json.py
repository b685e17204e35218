"""JSON queries: the published schema, the documentation's examples and edge must agree."""

import json
import random
import re
from pathlib import Path

import jsonschema
import pytest
from support import CLASSICS, REPOSITORY, Edge, text_of

SCHEMA = json.loads((REPOSITORY / "docs" / "schema" / "query.schema.json").read_text())
PAGES = ("query_language.md", "cli.md")
JSON_BLOCK = re.compile(r"^```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)
GENERATED = 150
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
PASS = {"all": ["pass"]}
ALL = {"all_games": True}

WORDS = SCHEMA["$defs"]["predicate"]["enum"]
SIDES = SCHEMA["$defs"]["side"]["enum"]
ATOMS = [
    {"passed_pawn": "d"},
    {"doubled_pawn": "C"},
    {"count": "P<p, Q=q=0"},
    {"count": "1<=R<=2"},
    {"count": "us.P<them.P, 2*us.MAT>them.MEN"},
    {"material": "KRPKR"},
    {"material": "KRP:KR"},
    {"subfen": "8/8/p7/8/8/1B3N2/8/8"},
    {"subfen": "8/8/8/8/2_A1a?1/8/8/8", "mirror": True, "shift": False},
    {"subfen": "8/8/8/8/8/8/8/R6R w - - 0 1", "mirror_files": True},
    {"subfen": START},
    {"subfen": "8/8/8/8/8/8/8/R6R b KQkq e3", "mirror": True, "mirror_files": True},
    {"position": START},
    {"move": ["Nf3", "exd5", "e8=Q"]},
    {"move": "e7e8q"},
    {"move": ["Rxc3+", "xd5", "e8", "O-O#", "Qh7!?", "e1h1"]},
    {"move": ["exd6e.p.", "exd6 e.p.+", "exd6+ ep"]},
    {"loose_move": ["O-O", "Rac1+"]},
    {"moved": "NB"},
    {"captured": "Q"},
    {"captured": "none"},
    {"promoted": "q"},
    {"to_move": "white"},
    {"to_move": "us"},
]
HEADERS = [
    {"result": ["W", "D"]},
    {"result": "unknown"},
    {"result": {"!=": ["1-0"]}},
    {"eco": ["B20..B99", "C42", "E"]},
    {"eco": {"!=": ["A00-A39"]}},
    {"year": 2010},
    {"year": {">=": 1850, "<": 1900}},
    {"elo": {">=": 2500}},
    {"white_elo": {"!=": 0}},
    {"black_elo": {"<=": 2300}},
    {"elo_diff": {">": -100}},
    {"tc": ["blitz", "unknown"]},
    {"tc_base": {"<=": 180}},
    {"tc_inc": 2},
    {"speed": ["rapid"]},
    {"termination": ["time", "normal"]},
    {"plies": {">": 120}},
    {"date": {"<": "2015-06"}},
    {"date": "1858"},
    {"white": "Morphy, Paul"},
    {"black": {"~": "anderssen"}},
    {"player": {"=": "Morphy, Paul"}},
    {"tag": "Event", "~": "candidates"},
    {"tag": "Round", "=": "1"},
]

# The schema and edge refuse each of these, and edge names the place.
BROKEN = [
    (5, "the query"),
    ([], "the query"),
    ({}, "the query"),
    ({"nothing": 1}, "/nothing"),
    ({"all_games": False}, "/all_games"),
    ({"and": []}, "/and"),
    ({"and": [ALL]}, "/and"),
    ({"or": [ALL, 5]}, "/or/1"),
    ({"not": [ALL]}, "/not"),
    ({"not": ALL, "and": [ALL, ALL]}, "the query"),
    ({"bitmap": 1}, "/bitmap"),
    ({"bitmap": "@no/name"}, "/bitmap"),
    ({"bitmap": ""}, "/bitmap"),
    ({"all": []}, "/all"),
    ({"all": "pass"}, "/all"),
    ({"all": ["queen_off"]}, "/all/0"),
    ({"all": ["pass", 1]}, "/all/1"),
    ({"all": [{}]}, "/all/0"),
    ({"all": [{"count": "P"}]}, "/all/0/count"),
    ({"all": [{"count": "P<p", "moved": "N"}]}, "/all/0"),
    ({"all": [{"material": "RKR"}]}, "/all/0/material"),
    ({"all": [{"subfen": "8/8"}]}, "/all/0/subfen"),
    ({"all": [{"subfen": "8/8/8/8/8/8/8/8", "turn": True}]}, "/all/0/turn"),
    ({"all": [{"subfen": "8/8/8/8/8/8/8/8 w"}]}, "/all/0/subfen"),
    ({"all": [{"subfen": "8/8/8/8/8/8/8/8", "mirror_files": 1}]}, "/all/0/mirror_files"),
    ({"all": [{"mirror": True}]}, "/all/0/mirror"),
    ({"all": [{"position": "e4"}]}, "/all/0/position"),
    ({"all": [{"move": []}]}, "/all/0/move"),
    ({"all": [{"move": ["Zz9"]}]}, "/all/0/move/0"),
    ({"all": [{"move": "nf3"}]}, "/all/0/move"),
    ({"all": [{"moved": ""}]}, "/all/0/moved"),
    ({"all": [{"captured": "nothing"}]}, "/all/0/captured"),
    ({"all": [{"to_move": "w"}]}, "/all/0/to_move"),
    ({"all": [{"passed_pawn": "i"}]}, "/all/0/passed_pawn"),
    ({"all": [{"any": [[]]}]}, "/all/0/any/0"),
    ({"all": [{"none": ["pass"]}]}, "/all/0/none/0"),
    (PASS | {"side": "left"}, "/side"),
    (PASS | {"edge": "was"}, "/edge"),
    (PASS | {"streak": 0}, "/streak"),
    (PASS | {"streak": -5}, "/streak"),
    (PASS | {"streak": 2.5}, "/streak"),
    (PASS | {"streak": "5"}, "/streak"),
    (PASS | {"streak": 5, "ever": True}, "/ever"),
    (PASS | {"always": 1}, "/always"),
    (PASS | {"at": 5, "range": [1, 9]}, "/at"),
    (PASS | {"range": [1]}, "/range"),
    (PASS | {"range": [1, 2, 3]}, "/range"),
    (PASS | {"range": [-1, None]}, "/range/0"),
    (PASS | {"result": ["W"]}, "/result"),
    ({"streak": 5}, "the query"),
    ({"seq": []}, "/seq"),
    ({"seq": [PASS | {"ever": True}]}, "/seq/0"),
    ({"seq": [{"run": []}]}, "/seq/0/run"),
    ({"seq": [PASS], "run": [PASS]}, "the query"),
    ({"count": "P<p"}, "the query"),
    ({"result": []}, "/result"),
    ({"result": ["X"]}, "/result/0"),
    ({"result": {"<": ["W"]}}, "/result/<"),
    ({"eco": ["F00"]}, "/eco/0"),
    ({"year": "2010"}, "/year"),
    ({"year": {}}, "/year"),
    ({"year": {"~": 2010}}, "/year/~0"),
    ({"year": -1}, "/year"),
    ({"plies": 99999999999}, "/plies"),
    ({"date": "June"}, "/date"),
    ({"date": 2015}, "/date"),
    ({"tc": ["fast"]}, "/tc/0"),
    ({"white": {"!=": "x"}}, "/white/!="),
    ({"tag": "Event"}, "the query"),
    ({"tag": "Event", "=": "a", "~": "a"}, "the query"),
    ({"tag": "", "=": "a"}, "/tag"),
    ({"result": ["W"], "year": 2010}, "the query"),
]


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    return jsonschema.Draft202012Validator(SCHEMA)


@pytest.fixture(scope="module")
def corpus(edge: Edge, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("query-json") / "classics.scoredb"
    edge.index(CLASSICS, "--out", path)
    edge.ok("query", path, "--result", "W", "--output", "@name")
    return path


def ask(edge: Edge, corpus: Path, text: str):
    return edge.run("query", corpus, "--query-json", "-", "--json", input=text.encode())


def random_atoms(choose: random.Random, depth: int = 2) -> list:
    atoms = []
    for _ in range(choose.randint(1, 3)):
        kind = choose.random()
        if kind < 0.15 and depth > 0:
            lists = [random_atoms(choose, depth - 1) for _ in range(choose.randint(1, 3))]
            atoms.append({choose.choice(["any", "none"]): lists})
        else:
            atoms.append(choose.choice(WORDS if kind < 0.5 else ATOMS))
    return atoms


def random_condition(choose: random.Random) -> dict:
    condition = {"all": random_atoms(choose)}
    if choose.random() < 0.5:
        condition["side"] = choose.choice(SIDES)
    if choose.random() < 0.2:
        condition["edge"] = choose.choice(["became", "ceased"])
    return condition


def random_window(choose: random.Random) -> dict:
    window = random_condition(choose)
    window |= choose.choice(
        [{}, {"streak": 5}, {"ever": True}, {"always": True}, {"never": True}, {"at": 20}]
    )
    if "at" not in window and choose.random() < 0.3:
        window["range"] = choose.choice([[10, 40], [None, 30], [5, None], [None, None]])
    return window


def random_sequence(choose: random.Random, depth: int = 2) -> dict:
    steps = []
    for _ in range(choose.randint(1, 3)):
        nested = depth > 0 and choose.random() < 0.3
        steps.append(random_sequence(choose, depth - 1) if nested else random_condition(choose))
    return {choose.choice(["seq", "run"]): steps}


def random_query(choose: random.Random, depth: int = 3) -> dict:
    if depth > 0 and choose.random() < 0.5:
        operator = choose.choice(["and", "or", "xor", "sub", "not"])
        if operator == "not":
            return {"not": random_query(choose, depth - 1)}
        return {operator: [random_query(choose, depth - 1) for _ in range(choose.randint(2, 3))]}
    leaf = choose.random()
    if leaf < 0.05:
        return choose.choice([ALL, {"bitmap": "name"}, {"bitmap": "@name"}])
    if leaf < 0.4:
        return choose.choice(HEADERS)
    return random_sequence(choose) if leaf < 0.55 else random_window(choose)


def documented() -> list[dict]:
    pages = [REPOSITORY / "docs" / name for name in PAGES]
    texts = [page.read_text() for page in pages if page.exists()]
    return [json.loads(block) for text in texts for block in JSON_BLOCK.findall(text)]


def assert_taken(edge: Edge, corpus: Path, validator, query: dict) -> None:
    validator.validate(query)
    done = ask(edge, corpus, json.dumps(query))
    assert done.returncode == 0, f"{json.dumps(query)}\n{text_of(done.stderr)}"
    assert json.loads(done.stdout)["query"]


def test_documented_queries_are_valid(edge: Edge, corpus: Path, validator) -> None:
    examples = documented()
    assert examples
    for query in examples:
        assert_taken(edge, corpus, validator, query)


@pytest.mark.parametrize("part", ["atoms", "headers", "whole"])
def test_generated_queries_are_valid(edge: Edge, corpus: Path, validator, part: str) -> None:
    choose = random.Random(20)
    queries = {
        "atoms": [{"all": [atom]} for atom in [*WORDS, *ATOMS]],
        "headers": HEADERS,
        "whole": [random_query(choose) for _ in range(GENERATED)],
    }[part]
    for query in queries:
        assert_taken(edge, corpus, validator, query)


@pytest.mark.parametrize("query,place", BROKEN, ids=lambda value: json.dumps(value)[:60])
def test_broken_queries_are_refused(edge: Edge, corpus: Path, validator, query, place) -> None:
    assert not validator.is_valid(query)
    done = ask(edge, corpus, json.dumps(query))
    message = text_of(done.stderr)
    assert done.returncode == 2, f"exit {done.returncode}\n{message}"
    assert place in message


@pytest.mark.parametrize("text", ["", "{", '{"all": ["pass"]} more', '{"at": 1, "at": 1}', "nul"])
def test_broken_json_is_refused(edge: Edge, corpus: Path, text: str) -> None:
    done = ask(edge, corpus, text)
    assert done.returncode == 2 and done.stderr.strip()


def test_json_and_text_ask_the_same(edge: Edge, corpus: Path) -> None:
    text = "(result = W and white: queens_off) or (result = B and streak(5, P<p))"
    as_json = {
        "or": [
            {"and": [{"result": ["W"]}, {"side": "white", "all": ["queens_off"]}]},
            {"and": [{"result": ["B"]}, {"streak": 5, "all": [{"count": "P<p"}]}]},
        ]
    }
    by_text = edge.json("query", corpus, "--query", text)
    by_json = json.loads(ask(edge, corpus, json.dumps(as_json)).stdout)
    assert by_text == by_json
