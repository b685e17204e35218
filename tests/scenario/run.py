"""Runs scenario.json on every surface and compares the answers field by field.

    run.py [--require SURFACE,...]

Surfaces are found by the environment: EDGE_BIN (cli and daemon), EDGE_SCENARIO_C (drivers/ask.c,
built), EDGE_PYTHON_PACKAGE (the folder of edge_chess), EDGE_NODE_PACKAGE and EDGE_WASM_PACKAGE (the
npm packages). One that is not there is skipped, unless --require names it.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from compare import Outcome, differences, fields_that_may_differ

HERE = Path(__file__).resolve().parent
DRIVERS = HERE / "drivers"
GAMES = HERE.parent.parent / "data" / "classics.pgn"
TIMEOUT_S = 120

Step = dict[str, Any]


@dataclass(frozen=True)
class Surface:
    name: str
    variable: str  # of the environment: where it is
    command: tuple[str, ...]  # {} stands for that place
    folder: str = ""  # of the corpus, where that is not the one it is run in

    @property
    def place(self) -> Path | None:
        text = os.environ.get(self.variable)
        return Path(text).resolve() if text and Path(text).exists() else None


# The others are compared with the first one that is found.
SURFACES = [
    Surface("c", "EDGE_SCENARIO_C", ("{}",)),
    Surface("cli", "EDGE_BIN", (sys.executable, str(DRIVERS / "cli.py"), "{}")),
    Surface("daemon", "EDGE_BIN", (sys.executable, str(DRIVERS / "daemon.py"), "{}")),
    Surface("python", "EDGE_PYTHON_PACKAGE", (sys.executable, str(DRIVERS / "python.py"))),
    Surface("node", "EDGE_NODE_PACKAGE", ("node", str(DRIVERS / "node.mjs"), "{}")),
    Surface("wasm", "EDGE_WASM_PACKAGE", ("node", str(DRIVERS / "wasm.mjs"), "{}"), folder="/1"),
]


def line_of(step: Step, default_corpus: str) -> str:
    """The step as drivers read it; drivers/ask.c says what the fields are."""
    corpus = step.get("corpus", default_corpus)
    of = step.get("of", "")
    match step:
        case {"run": what, "request": request}:
            fields = ["run", request["out"], what, json.dumps(request), ""]
        case {"ask": what, "request": request}:
            fields = ["ask", corpus, what, json.dumps(request), of]
        case {"find": request, "as": name}:
            fields = ["find", corpus, name, json.dumps(request), of]
        case {"combine": words, "as": name}:
            fields = ["combine", corpus, name, " ".join(words), ""]
        case {"save": name, "name": stored}:
            fields = ["save", corpus, stored, "", name]
        case {"load": stored, "as": name}:
            fields = ["load", corpus, stored, "", name]
        case _:
            raise ValueError(f"not a step: {step}")
    return "\t".join(fields) + "\n"


def is_text(step: Step) -> bool:
    return step.get("ask") == "games" and step["request"].get("format", "json") != "json"


def read_outcomes(output: bytes, steps: list[Step], folder: str) -> Iterator[Outcome]:
    """What a driver printed, without the folder of the corpus, which messages may name."""
    at = 0
    for step in steps:
        end = output.index(b"\n", at)
        kind, size = output[at:end].decode().split()
        at = end + 1 + int(size) + 1
        payload = output[end + 1 : at - 1].replace(f"{folder}/".encode(), b"")
        yield Outcome(kind, payload, is_text(step))


def run_surface(
    surface: Surface, place: Path, corpus: str, steps: list[Step]
) -> dict[str, Outcome]:
    """The outcome of each step, by its name; those that the surface cannot do are left out."""
    mine = [step for step in steps if surface.name not in step.get("not_on", {})]
    lines = "".join(line_of(step, corpus) for step in mine)
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    if surface.name == "python":
        environment["PYTHONPATH"] = str(place)
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(GAMES, folder)
        command = [part.format(place) for part in surface.command]
        done = subprocess.run(
            command, input=lines.encode(), stdout=subprocess.PIPE, cwd=folder, env=environment,
            timeout=TIMEOUT_S,
        )  # fmt: skip
    if done.returncode != 0:
        sys.exit(f"{surface.name}: the driver ended with status {done.returncode}")
    outcomes = read_outcomes(done.stdout, mine, surface.folder or folder)
    return {step["step"]: outcome for step, outcome in zip(mine, outcomes, strict=True)}


def expectations(step: Step, outcome: Outcome) -> Iterator[str]:
    """What the step itself says about its answer."""
    expected = step.get("refused", "OK")
    if outcome.kind != expected:
        said = outcome.payload[:300].decode(errors="replace")
        yield f"found {outcome.kind}, expected {expected}: {said}"
        return
    for field, value in step.get("expect", {}).items():
        if outcome.value.get(field) != value:
            yield f"/{field}: found {outcome.value.get(field)}, expected {value}"


def compare(
    surface: str,
    outcomes: dict[str, Outcome],
    reference: str,
    expected: dict[str, Outcome],
    steps: list[Step],
) -> Iterator[str]:
    for step in steps:
        name = step["step"]
        if name not in outcomes:
            continue
        mistakes = list(expectations(step, outcomes[name]))
        if not mistakes and name in expected and surface != reference:
            may_differ = fields_that_may_differ(surface, reference, "of" in step)
            mistakes = list(differences(expected[name].value, outcomes[name].value, may_differ))
        yield from (f"{surface}: {name}: {mistake}" for mistake in mistakes)


def required_surfaces() -> set[str]:
    names = [surface.name for surface in SURFACES]
    parser = argparse.ArgumentParser(description="One scenario on every surface.")
    parser.add_argument(
        "--require", default="", metavar="NAME,...", help=f"must be there: of {', '.join(names)}"
    )
    required = set(filter(None, parser.parse_args().require.split(",")))
    if unknown := required - set(names):
        parser.error(f"--require: found {', '.join(unknown)}, expected some of {', '.join(names)}")
    return required


def main() -> int:
    required = required_surfaces()
    scenario = json.loads((HERE / "scenario.json").read_text())
    steps: list[Step] = scenario["steps"]
    reference, expected = "", {}
    mistakes: list[str] = []
    for surface in SURFACES:
        place = surface.place
        if place is None:
            print(f"{surface.name}: skipped, {surface.variable} names nothing that is there")
            if surface.name in required:
                mistakes.append(f"{surface.name}: required, and not there")
            continue
        outcomes = run_surface(surface, place, scenario["corpus"], steps)
        if not reference:
            reference, expected = surface.name, outcomes
        found = list(compare(surface.name, outcomes, reference, expected, steps))
        print(f"{surface.name}: {len(outcomes)} of {len(steps)} steps, {len(found)} differences")
        mistakes += found
    for mistake in mistakes:
        print(mistake)
    return 1 if mistakes or not reference else 0


if __name__ == "__main__":
    sys.exit(main())
