"""Scid 4 bases next to Scid itself, run without a display: what it exports from a base that Edge
reads, what it makes of the same PGN, and what its searches find in both bases."""

import os
import re
import subprocess
from pathlib import Path

import chess.pgn
import pytest
from support import Edge, other_program, read_games
from test_game_model import is_chess, one_line, tree_of

FIXTURES = ("plain", "annotated", "custom_start", "edge")
SUFFIXES = (".si4", ".sn4", ".sg4")
HEADER_BYTES, ENTRY_BYTES = 182, 47

# Games with variations without moves, which have no place in a tree of moves.
READ_IN_PART = {"edge": {88}}


@pytest.fixture(scope="session", autouse=True)
def tkscid() -> str:
    program = other_program("tkscid")
    if program is None:
        pytest.skip("no tkscid: the Debian package scid has it")
    return program


@pytest.fixture(scope="session")
def scid(shared: Path):
    """scid("export", base, out) runs one of the shared scripts around Scid."""

    def run(script: str, *arguments) -> str:
        command = ["sh", shared / "tools" / f"scid-{script}.sh", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done.stdout

    return run


@pytest.fixture(scope="session")
def fixture_base(shared: Path):
    def get(name: str) -> Path:
        base = shared / "fixtures" / "scid4" / name
        if not base.with_suffix(".si4").is_file():
            pytest.skip(f"no fixture {base}")
        return base

    return get


def entries_of(base: Path) -> list[bytes]:
    index = base.with_suffix(".si4").read_bytes()
    return [index[at : at + ENTRY_BYTES] for at in range(HEADER_BYTES, len(index), ENTRY_BYTES)]


def record_of(entry: bytes, games: bytes) -> bytes:
    offset = int.from_bytes(entry[:4], "big")
    length = int.from_bytes(entry[4:6], "big") | (entry[6] & 0x80) << 9
    return games[offset : offset + length]


def records_of(base: Path) -> list[bytes]:
    games = base.with_suffix(".sg4").read_bytes()
    return [record_of(entry, games) for entry in entries_of(base)]


def tag_pairs(text: str) -> list[list[tuple[str, str]]]:
    """The raw tags of each game, since Scid does not escape quotes."""
    games = []
    for block in re.split(r"\n(?=\[Event \")", text):
        games.append(re.findall(r'(?m)^\[(\w+) "(.*)"\]$', block))
    return games


def unescaped(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)


def without_flags_and_setup(tags: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Scid exports no flags, and a FEN with or without the SetUp that the standard wants."""
    return [tag for tag in tags if tag[0] not in ("ScidFlags", "SetUp")]


def compare_games(ours: Path, theirs: Path, name: str = "") -> None:
    """Both are exports of the games of the base `name`, theirs by Scid."""
    in_part = READ_IN_PART.get(name, set())
    their_text = theirs.read_text(encoding="utf-8", errors="surrogateescape")
    our_text = ours.read_text(encoding="utf-8")
    their_tags = tag_pairs(their_text)
    our_tags = [[(n, unescaped(v)) for n, v in tags] for tags in tag_pairs(our_text)]
    assert len(our_tags) == len(their_tags)
    for our, their in zip(our_tags, their_tags):
        assert without_flags_and_setup(our) == without_flags_and_setup(their)

    their_games = list(read_games(theirs))
    our_games = list(read_games(ours))
    assert len(our_games) == len(their_games)
    for number, (our, their) in enumerate(zip(our_games, their_games), 1):
        assert not our.errors
        assert number in in_part or tree_of(our) == tree_of(their), their.headers
        assert our.board().fen() == their.board().fen()
        assert our.headers["Result"] == their.headers["Result"]


@pytest.mark.parametrize("name", FIXTURES)
def test_games_read_are_those_that_scid_exports(edge: Edge, fixture_base, name, tmp_path) -> None:
    base = fixture_base(name)
    out = tmp_path / "out.pgn"
    edge.ok("convert", base.with_suffix(".si4"), out, "--deleted")
    compare_games(out, base.with_suffix(".export.pgn"), name)


@pytest.mark.parametrize("name", FIXTURES)
def test_a_base_is_rewritten_to_the_byte(edge: Edge, fixture_base, name, tmp_path) -> None:
    """Where the game model has room for it: a variation on the first move of a variation is
    put next to that one, empty variations are dropped."""
    base = fixture_base(name)
    copy = tmp_path / "copy"
    edge.ok("convert", base.with_suffix(".si4"), copy.with_suffix(".si4"), "--deleted")
    ours, theirs = entries_of(copy), entries_of(base)
    for number in READ_IN_PART.get(name, set()):
        del ours[number - 1], theirs[number - 1]
    assert len(ours) == len(theirs)
    # Without the place of the record.
    different = [o for o, t in zip(ours, theirs) if o[4:] != t[4:]]
    # A game with an event date and no date has two spellings of "no event date".
    assert len(different) <= 1
    assert all(entry[25:29] == b"\x80\0\0\0" for entry in different)
    assert copy.with_suffix(".sn4").read_bytes() == base.with_suffix(".sn4").read_bytes()
    if name == "plain":
        for suffix in SUFFIXES:
            assert copy.with_suffix(suffix).read_bytes() == base.with_suffix(suffix).read_bytes()


@pytest.fixture(scope="module")
def otb_bases(edge: Edge, scid, sample_slice, tmp_path_factory) -> tuple[Path, Path]:
    """The same PGN as a base by Edge and by Scid."""
    folder = tmp_path_factory.mktemp("scid4")
    source = sample_slice("otb", 20000)
    ours, theirs = folder / "ours", folder / "theirs"
    edge.ok("convert", source, ours.with_suffix(".si4"))
    scid("import", theirs, source)
    return ours, theirs


def test_a_base_of_tournament_games_has_the_bytes_of_scids(otb_bases) -> None:
    ours, theirs = otb_bases
    assert ours.with_suffix(".sn4").read_bytes() == theirs.with_suffix(".sn4").read_bytes()
    assert ours.with_suffix(".sg4").read_bytes() == theirs.with_suffix(".sg4").read_bytes()
    assert ours.with_suffix(".si4").read_bytes() == theirs.with_suffix(".si4").read_bytes()


@pytest.mark.parametrize("name", ["plain", "annotated", "edge"])
def test_scid_reads_what_edge_writes(edge: Edge, scid, fixture_base, name, tmp_path) -> None:
    """From the PGN that a fixture was made from: the same export, index and positions."""
    source = fixture_base(name).with_suffix(".pgn")
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    edge.ok("convert", source, ours.with_suffix(".si4"))
    scid("import", theirs, source)
    indexes, positions = [], []
    for base in (ours, theirs):
        index, dump = base.with_suffix(".index.tsv"), base.with_suffix(".dump.tsv")
        answer = scid("export", base, base.with_suffix(".export.pgn"), index)
        assert "unreadable 0\n" in answer and "bad_name_ids 0\n" in answer
        scid("dump", base, dump)
        indexes.append(index.read_text(encoding="utf-8").splitlines())
        positions.append(dump.read_text(encoding="utf-8").splitlines())
    lost = READ_IN_PART.get(name, set())
    for number, (our, their) in enumerate(zip(*indexes, strict=True), 1):
        assert number in lost or our == their
    tidy = [sorted(map(position_only, rows)) for rows in positions]
    tidy = [[row for row in rows if int(row.split()[0]) not in lost] for rows in tidy]
    assert tidy[0] == tidy[1]


def position_only(row: str) -> str:
    """Without the depth and the number of the variation, which nesting decides, and with a space
    for a tab in a comment, as Scid has it when it imports."""
    cells = row.split("\t")
    return one_line(" ".join([cells[0], *cells[3:]]).replace("\\t", " "))


SEARCHES = r"""
lassign $argv base
proc progressCallBack {args} {}
set id [sc_base open $base]
proc found {what} {
    global id
    set games {}
    foreach {key row deleted} [sc_base gameslist $id 0 10000000 dbfilter N+] {
        lappend games [lindex $row 0]
    }
    puts "$what: $games"
}
foreach search {
    {-player Short} {-player Karpov} {-white Kasparov} {-black "Short, Nigel"}
    {-event Hastings} {-site London} {-round 3}
    {-eco {B20 B99 0}} {-eco {C00 C99 0}} {-eco {A00 A39 1}}
    {-date {1980.01.01 1982.12.31}} {-date {2000.01.01 2012.12.31}}
    {-welo {2500 2700}} {-belo {2400 2500}} {-elo {2550 2800}}
    {-length {10 20}} {-length {60 200}} {-flag S}
} {
    sc_filter search $id dbfilter header {*}$search -filter RESET
    found "header $search"
}
foreach line {
    {e4 e5} {e4 c5 Nf3 d6} {d4 Nf6 c4 g6 Nc3 d5} {e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O}
    {Nf3 d5 c4 e6 d4} {d4 d5 c4 c6 Nc3 Nf6 Nf3 dxc4} {e4 e6 d4 d5 Nd2 c5} {b3 e5} {}
} {
    sc_game new
    foreach move $line { sc_move addSan $move }
    foreach type {Exact Pawns Fyles Material} {
        sc_search board RESET $type 0 0
        found "board $type $line"
    }
    sc_search board RESET Exact 1 0
    found "board with variations $line"
    sc_search board RESET Exact 0 1
    found "board either colour $line"
    sc_filter reset $id dbfilter full
    puts "tree $line: [sc_tree stats $id dbfilter 0]"
}
foreach search {
    {-wq {0 0} -bq {0 0} -wr {1 1} -br {1 1} -wb {0 0} -bb {0 0} -wn {0 0} -bn {0 0}}
    {-wq {1 1} -bq {0 0}}
    {-wq {0 0} -bq {0 0} -wb {1 1} -bb {1 1} -bishops Opposite}
    {-wp {0 2} -bp {0 2} -flip 1}
    {-wq {2 3}}
} {
    sc_search material {*}$search -range {1 400} -length 2 -filter RESET
    found "material $search"
}
"""


def test_searches_of_scid_find_the_same_games(tkscid: str, otb_bases, tmp_path) -> None:
    script = tmp_path / "searches.tcl"
    script.write_text(SEARCHES)
    environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    answers = []
    for base in otb_bases:
        done = subprocess.run(
            [tkscid, script, base], capture_output=True, text=True, timeout=300, env=environment
        )
        assert done.returncode == 0, done.stderr
        answers.append(done.stdout.splitlines())
    assert answers[0] == answers[1]
    assert sum(len(line.split()) > 10 for line in answers[0]) > 60


@pytest.mark.parametrize("name", ["otb", "lichess", "engine"])
def test_pgn_comes_back_from_a_base(edge: Edge, sample_slice, name, tmp_path) -> None:
    source = sample_slice(name, 400)
    base, back = tmp_path / "base.si4", tmp_path / "back.pgn"
    edge.ok("convert", source, base)
    edge.ok("convert", base, back)
    theirs = [game for game in read_games(source) if is_chess(game) and not is_chess960(game)]
    ours = list(read_games(back))
    assert len(ours) == len(theirs)
    for our, their in zip(ours, theirs):
        assert not our.errors
        if their.errors:
            continue
        assert tree_of(our) == tree_of(their), their.headers
        kept = {name: value for name, value in their.headers.items() if value != "?"}
        assert kept_tags(our, kept) == kept_tags(their, kept), their.headers


def is_chess960(game: chess.pgn.Game) -> bool:
    """Whether castling is not that of standard chess, which Scid cannot save."""
    return game.board().has_chess960_castling_rights()


def kept_tags(game: chess.pgn.Game, names) -> dict[str, str]:
    """Those that a base holds to the letter."""
    loose = ("ECO", "EventDate", "Result", "FEN", "SetUp", "Date")
    return {n: v for n, v in game.headers.items() if n in names and n not in loose}


def test_a_base_comes_back_from_pgn(edge: Edge, fixture_base, tmp_path) -> None:
    base = fixture_base("plain")
    text, back = tmp_path / "text.pgn", tmp_path / "back"
    edge.ok("convert", base.with_suffix(".si4"), text)
    edge.ok("convert", text, back.with_suffix(".si4"))
    for suffix in SUFFIXES:
        assert back.with_suffix(suffix).read_bytes() == base.with_suffix(suffix).read_bytes()


def test_flags_come_back_from_pgn(edge: Edge, fixture_base, tmp_path) -> None:
    base = fixture_base("edge")
    text, back = tmp_path / "text.pgn", tmp_path / "back"
    edge.ok("convert", base.with_suffix(".si4"), text, "--deleted")
    edge.ok("convert", text, back.with_suffix(".si4"))
    ours, theirs = entries_of(back), entries_of(base)
    assert [(e[6] & 0x3F, e[7:9]) for e in ours] == [(e[6] & 0x3F, e[7:9]) for e in theirs]


def test_threads_do_not_change_a_base(edge: Edge, sample_slice, tmp_path) -> None:
    source = sample_slice("otb", 5000)
    bases = [tmp_path / "one", tmp_path / "two"]
    edge.ok("convert", source, bases[0].with_suffix(".si4"), "--threads", 1)
    edge.ok("convert", source, bases[1].with_suffix(".si4"), "--threads", 2)
    for suffix in SUFFIXES:
        assert bases[0].with_suffix(suffix).read_bytes() == bases[1].with_suffix(suffix).read_bytes()
