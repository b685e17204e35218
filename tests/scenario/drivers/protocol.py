"""What the drivers in Python share: the lines of a scenario and how they are answered.

drivers/ask.c says what the lines and the answers are.
"""

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

Request = dict[str, Any]


@dataclass(frozen=True)
class Line:
    verb: str
    corpus: str
    name: str
    argument: str
    set: str

    @property
    def request(self) -> Request:
        request: Request = json.loads(self.argument)
        return request


class Refused(Exception):
    """What a surface refuses, by the name of its edge_status."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


def is_text(line: Line) -> bool:
    """Whether the answer is something else than JSON."""
    return line.name == "games" and line.request.get("format", "json") != "json"


def set_answer(ids: Sequence[int]) -> bytes:
    return json.dumps({"count": len(ids), "ids": list(ids)}).encode()


def answer_lines(answer: Callable[[Line], bytes]) -> None:
    """Answers every line of standard input."""
    for text in sys.stdin:
        kind = "OK"
        try:
            payload = answer(Line(*text.rstrip("\n").split("\t")))
        except Refused as refusal:
            kind, payload = refusal.kind, str(refusal).encode()
        sys.stdout.buffer.write(f"{kind} {len(payload)}\n".encode() + payload + b"\n")
        sys.stdout.buffer.flush()
