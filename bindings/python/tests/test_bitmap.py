"""Sets of games behave as sets do."""

from __future__ import annotations

import gc
from pathlib import Path

import edge_chess
import numpy as np
import pytest
from edge_chess.errors import InvalidRequest, NotFound


@pytest.fixture
def sharded(many_shards: Path) -> edge_chess.Corpus:
    return edge_chess.open(many_shards)


@pytest.mark.parametrize("name", ["corpus", "sharded"])
def test_operations_are_those_of_sets(name: str, request: pytest.FixtureRequest) -> None:
    corpus: edge_chess.Corpus = request.getfixturevalue(name)
    left, right = corpus.query("result = W"), corpus.query("plies > 60")
    a, b = set(left), set(right)
    assert set(left & right) == a & b
    assert set(left | right) == a | b
    assert set(left ^ right) == a ^ b
    assert set(left - right) == a - b
    assert set(~left) == set(range(len(corpus))) - a
    assert len(left) == len(a)
    assert [game in left for game in range(-2, 70)] == [game in a for game in range(-2, 70)]


@pytest.mark.parametrize("name", ["corpus", "sharded"])
def test_ids_rise_over_all_shards(name: str, request: pytest.FixtureRequest) -> None:
    corpus: edge_chess.Corpus = request.getfixturevalue(name)
    ids = corpus.query().ids()
    assert ids.dtype == np.uint64
    assert ids.tolist() == list(range(58))
    assert corpus.query("result = D").ids().tolist() == list(corpus.query("result = D"))
    assert corpus.bitmap().ids().tolist() == []


def test_words_are_the_bits_themselves(sharded: edge_chess.Corpus) -> None:
    games = sharded.query("result = W")
    total = sum(int(np.bitwise_count(games.words(shard)).sum()) for shard in range(games.shards))
    assert total == len(games)
    first, again = games.words(0), games.words(0)
    assert first.__array_interface__["data"][0] == again.__array_interface__["data"][0]
    assert not first.flags.writeable
    with pytest.raises(IndexError):
        games.words(games.shards)


def test_words_keep_the_bits_alive(corpus: edge_chess.Corpus) -> None:
    games = corpus.query("result = W")
    words, expected = games.words(), games.words().copy()
    del games
    corpus.close()
    gc.collect()
    assert np.array_equal(words, expected)


def test_sets_outlive_their_corpus(corpus: edge_chess.Corpus) -> None:
    games = corpus.query("result = W")
    corpus.close()
    assert len(~games & games) == 0
    with pytest.raises(edge_chess.errors.Closed):
        games.save("@won")


def test_a_set_of_ids(corpus: edge_chess.Corpus) -> None:
    assert list(corpus.bitmap([5, 1, 5])) == [1, 5]
    assert list(corpus.bitmap(np.array([7, 3], dtype=np.int16))) == [3, 7]
    assert corpus.bitmap(corpus.query("checkmate").ids()) == corpus.query("checkmate")
    with pytest.raises(InvalidRequest, match="found 58"):
        corpus.bitmap([58])
    with pytest.raises(ValueError, match="found -1"):
        corpus.bitmap([-1])
    for wrong in ([1.5], ["1"], [[1, 2]], 3):
        with pytest.raises(TypeError):
            corpus.bitmap(wrong)  # type: ignore[arg-type]


def test_stored_sets(corpus: edge_chess.Corpus, folder: Path) -> None:
    won = corpus.query("result = W")
    won.save("@won")
    won.save("elsewhere.bm")
    assert corpus.load("@won") == corpus.load(folder / "elsewhere.bm") == won
    assert corpus.bitmaps() == ["@won"]
    with pytest.raises(edge_chess.EdgeError):
        won.save("@won")
    won.save("@won", force=True)
    with pytest.raises(NotFound):
        corpus.load("@lost")


def test_equality(corpus: edge_chess.Corpus, sharded: edge_chess.Corpus) -> None:
    won = corpus.query("result = W")
    assert won == corpus.query("result = W")
    assert won != corpus.query("result = B")
    assert won != sharded.query("result = W")
    assert won != {1, 2}
    with pytest.raises(TypeError):
        hash(won)


def test_sets_of_other_corpora_do_not_mix(
    corpus: edge_chess.Corpus, sharded: edge_chess.Corpus
) -> None:
    with pytest.raises(edge_chess.EdgeError, match="differ"):
        corpus.query() & sharded.query()
    with pytest.raises(InvalidRequest):
        corpus.save(sharded.query(), "@other")
    with pytest.raises(TypeError):
        corpus.query() & {1, 2}  # type: ignore[operator]
