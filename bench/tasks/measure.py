"""Shared by the tasks: options, inputs, timed child processes, medians and Markdown tables."""

import argparse
import os
import platform
import resource
import shutil
import statistics
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
EDGE = Path(os.environ.get("EDGE_BIN", REPOSITORY / "build/release/cli/edge"))
SHARED = Path(os.environ.get("EDGE_SHARED", REPOSITORY.parent / "shared"))
PROGRAMS = Path(os.environ.get("EDGE_BENCH_DIR", REPOSITORY / "build/bench/bench"))
VENV_PYTHON = REPOSITORY / ".venv/bin/python"
COPY_BLOCK = 1 << 18  # small: see Run.peak_bytes


@dataclass(frozen=True)
class Run:
    """One finished child process."""

    wall_s: float
    cpu_s: float
    # Resident, mapped input pages included. The system counts what this script itself had when it
    # started the child, so a value at floor_bytes() only says "no more than that".
    peak_bytes: int
    output: str


def one_core(command: list) -> list:
    """The command on a single core, where threads that wait for each other cannot burn two."""
    return ["taskset", "-c", min(os.sched_getaffinity(0)), *command]


def run(command: list, environment: dict[str, str] | None = None) -> Run:
    """Runs to the end. Its output goes through files, so that wait4 alone measures its usage."""
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        start = time.perf_counter()
        child = subprocess.Popen(
            list(map(str, command)),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
            env=environment,
        )
        _, status, usage = os.wait4(child.pid, 0)
        wall_s = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        if child.returncode != 0:
            raise RuntimeError(f"{command[0]}: exit {child.returncode}: {errors.read()[-2000:]}")
        cpu_s = usage.ru_utime + usage.ru_stime
        return Run(wall_s, cpu_s, usage.ru_maxrss * 1024, output.read())


def floor_bytes() -> int:
    """The peak of this script, below which that of a child cannot be seen."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def peak_text(runs: list[Run]) -> str:
    peak, floor = median(runs, "peak_bytes"), floor_bytes()
    return f"{peak / 1e6:,.0f}" if peak > floor else f"<= {floor / 1e6:,.0f}"


def median(runs: list[Run], field: str) -> float:
    return statistics.median(getattr(run, field) for run in runs)


def other_program(name: str) -> str | None:
    """Debian installs chess programs in a folder that may not be in the PATH."""
    return shutil.which(name, path=os.environ["PATH"] + os.pathsep + "/usr/games")


def repeated(source: Path, at_least_bytes: int, to: Path) -> Path:
    """`source` again and again, whole, until the copy has the size."""
    size = source.stat().st_size
    copies = -(-at_least_bytes // size)
    with to.open("wb") as out:
        for _ in range(copies):
            with source.open("rb") as piece:
                shutil.copyfileobj(piece, out, COPY_BLOCK)
            out.write(b"\n")
    return to


def warm(path: Path) -> None:
    """Reads a file into the page cache."""
    with path.open("rb") as file:
        while file.read(COPY_BLOCK):
            pass


def folder_bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return f"{names[0]}, {len(os.sched_getaffinity(0))} cores" if names else platform.machine()


def option_parser(description: str, quick: str) -> argparse.ArgumentParser:
    """The options that tasks share; `quick` says what --quick does."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help=quick)
    parser.add_argument("--output", type=Path, help="also write the tables there")
    parser.add_argument("--work", type=Path, help="folder for all files (default: temporary)")
    return parser


def publish(text: str, output: Path | None) -> None:
    print(text)
    if output:
        output.write_text(text)


def markdown_table(header: list[str], rows: list[list[str]]) -> str:
    cells = [header, *rows]
    widths = [max(len(row[i]) for row in cells) for i in range(len(header))]

    def line(row: list[str]) -> str:
        first, *rest = (
            cell.ljust(w) if i == 0 else cell.rjust(w)
            for i, (cell, w) in enumerate(zip(row, widths))
        )
        return "| " + " | ".join([first, *rest]) + " |"

    rule = (
        "|"
        + "|".join("-" * (w + 2) if i == 0 else "-" * (w + 1) + ":" for i, w in enumerate(widths))
        + "|"
    )
    return "\n".join([line(header), rule, *map(line, rows)])
