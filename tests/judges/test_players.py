"""edge players finds well-known players of a real collection, however their names are spelled."""

import pytest

# What somebody may type, and a spelling in the collection that must be among the first three.
TYPED = [
    ("kasparow", "Kasparov,G"),
    ("Gary Kasparov", "Kasparov, Gary"),
    ("garry kasparov", "Kasparov, Gary"),
    ("kaspraov g", "Kasparov,G"),
    ("Magnus Carlsen", "Carlsen, Magnus"),
    ("carlsen m", "Carlsen,M"),
    ("carlsen,magnus", "Carlsen, Magnus"),
    ("m. carlsen", "Carlsen,M"),
    ("MAGNUS KARLSEN", "Carlsen,M"),
    ("carlson magnus", "Carlsen, Magnus"),
    ("adams", "Adams,Mi"),
    ("michael adams", "Adams, Michael"),
    ("mickey adams", "Adams,Mi"),
    ("nepomniashchi", "Nepomniachtchi,I"),
    ("nepomniatchi ian", "Nepomniachtchi,I"),
    ("ian nepo", "Nepomniachtchi, Ian"),
    ("hübner robert", "Huebner, Robert"),
    ("robert huebner", "Huebner, Robert"),
    ("viktor kortschnoi", "Kortschnoj, Viktor"),
    ("kortchnoj", "Kortschnoj, Viktor"),
    ("korchnoy", "Korchnoi,V"),
    ("tal mihail", "Tal, Mihail"),
    ("Mikhail Tal", "Tal, Mikhail"),
    ("smislov", "Smyslov V"),
    ("vasily smyslov", "Smyslov, Vassily"),
    ("botwinnik", "Botvinnik M"),
    ("mikhail botvinik", "Botvinnik, Mikhail"),
    ("alechine", "Alekhine, Alexander A"),
    ("Aljekhine, Alexander", "Alekhine, Alexander"),
    ("José Raúl Capablanca", "Capablanca, Jose Raul"),
    ("capablanka", "Capablanca, Jose Raul"),
    ("petrossian", "Petrosian T"),
    ("tigran petrosjan", "Petrosian, Tigran V"),
    ("boris spasski", "Spassky, Boris V"),
    ("spasski b", "Spassky B"),
    ("maxime vachier-lagrave", "Vachier-Lagrave, Maxime"),
    ("lagrave vachier", "Vachier Lagrave,M"),
    ("anish giri", "Giri, Anish"),
    ("yifan hou", "Hou Yifan"),
    ("LIREN DING", "Ding Liren"),
    ("wesley so", "So,W"),
    ("mamediarov", "Mamedyarov,S"),
    ("shakhriyar mamedjarov", "Mamedyarov, Shakhriyar"),
    ("topalow", "Topalov,V"),
    ("anand v", "Anand,V"),
    ("viswanathan annand", "Anand, Viswanathan"),
    ("Réti", "Reti, Richard"),
    ("gligorić", "Gligoric S"),
    ("grishchuk", "Grischuk,A"),
    ("Polgár Judit", "Polgar, Judit"),
    ("judith polgar", "Polgar, Judith"),
    ("kramnick", "Kramnik,V"),
    ("ivanchuck", "Ivanchuk,V"),
    ("nimzowitch", "Nimzowitsch, Aron I"),
    ("bobby fischer", "Fischer, Robert James"),
    ("Fischer R.J.", "Fischer, Robert James"),
    ("hikaru nakamura", "Nakamura,Hikaru"),
    ("firuzja", "Firouzja,Alireza"),
    ("akiba rubinshtein", "Rubinstein, Akiba K"),
    ("aronjan", "Aronian,L"),
]


@pytest.fixture(scope="module")
def corpus(edge, sample, tmp_path_factory):
    corpus = tmp_path_factory.mktemp("players") / "otb.scoredb"
    edge.index(sample("otb"), "--out", corpus, "--no-tree", "--no-extra")
    return corpus


@pytest.mark.parametrize(("typed", "meant"), TYPED)
def test_the_player_who_is_meant_comes_first(edge, corpus, typed, meant):
    answer = edge.json("players", corpus, typed, "--limit", 3)
    assert meant in [player["name"] for player in answer["players"]]


def test_totals_are_those_of_queries(edge, corpus):
    for player in edge.json("players", corpus, "anand", "--limit", 5)["players"]:
        query = f'player = "{player["name"]}"'
        matched = edge.json("query", corpus, "--query", query)["games_matched"]
        assert player["games"] == matched
        outside = f'{query} and (year < {player["first_year"]} or year > {player["last_year"]})'
        assert edge.json("query", corpus, "--query", outside)["games_matched"] == 0
