"""Whether two surfaces gave the same answer, field by field, and where they may differ."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Json = Any

# Each surface names these in its own way: as given, absolute, or below the daemon's root. Only the
# last part is compared.
PATH_FIELDS = {"corpus", "path", "output", "inputs", "files"}


@dataclass(frozen=True)
class Difference:
    """A field that may differ: of some surfaces or all, in every step or in those about a set."""

    field: str
    reason: str
    surfaces: frozenset[str] = frozenset()
    only_of_sets: bool = False


DIFFERENCES = [
    Difference("seconds", "the clock"),
    Difference("indexed_at", "the clock"),
    Difference("made_at", "the clock"),
    Difference("next_cursor", "it knows when its corpus was made"),
    Difference("spilled_bytes", "how much memory there is"),
    Difference("corpus_bytes", "the source has a shorter path there", frozenset({"wasm"})),
    Difference("total_bytes", "the source has a shorter path there", frozenset({"wasm"})),
    Difference("set", "the daemon keeps what a query found, and says where", frozenset({"daemon"})),
    Difference("query", "a set has its name there, or its size", only_of_sets=True),
    Difference("message", "the program names options, not fields", frozenset({"cli"})),
    Difference("repertoire", "the program names the file that it read", frozenset({"cli"})),
    Difference("positions_listed", "the list itself is in the answer", frozenset({"cli"})),
]  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    """How a surface answered: the kind, OK or that of an error, and the answer or the message."""

    kind: str
    payload: bytes
    is_text: bool

    @property
    def value(self) -> Json:
        if self.kind != "OK":
            message = self.payload.decode(errors="replace")
            if self.kind == "EXISTS":
                # The daemon names a set where others name its file, and each surface says in its own
                # words how to replace it.
                message = message.partition("; ")[0].partition(" exists ")[2]
            return {"message": message}
        if self.is_text:
            return self.payload.decode(errors="surrogateescape")
        return json.loads(self.payload)


def differences(left: Json, right: Json, may_differ: set[str], place: str = "") -> Iterator[str]:
    """Every place where two answers differ, as a JSON pointer and the two values."""
    if isinstance(left, dict) and isinstance(right, dict):
        for key in [*left, *(key for key in right if key not in left)]:
            if key in may_differ:
                continue
            if key not in left or key not in right:
                yield f"{place}/{key}: only on one side"
            else:
                yield from differences(left[key], right[key], may_differ, f"{place}/{key}")
    elif isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        for i, (one, other) in enumerate(zip(left, right, strict=True)):
            yield from differences(one, other, may_differ, f"{place}/{i}")
    elif left != right or type(left) is not type(right):
        if names_path(place) and last_part(left) == last_part(right):
            return
        yield f"{place or '/'}: {shown(left)} and {shown(right)}"


def names_path(place: str) -> bool:
    parts = place.split("/")
    return any(part in PATH_FIELDS for part in parts[-2:])


def last_part(value: Json) -> Json:
    """Of a path; `@name` is the file that it names."""
    if not isinstance(value, str):
        return value
    return value.rsplit("/", 1)[-1].removeprefix("@").removesuffix(".bm")


def shown(value: Json) -> str:
    text = json.dumps(value)
    return text if len(text) <= 300 else text[:300] + "..."


def fields_that_may_differ(surface: str, reference: str, is_of_set: bool) -> set[str]:
    return {
        allowed.field
        for allowed in DIFFERENCES
        if (not allowed.surfaces or allowed.surfaces & {surface, reference})
        and (not allowed.only_of_sets or is_of_set)
    }
