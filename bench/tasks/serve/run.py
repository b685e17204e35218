#!/usr/bin/env python3
"""How many requests a second `edge serve` answers: POST /tree for 1,000 positions, keep-alive.

    run.py [--quick] [--seconds N] [--connections N] [--corpus DIR] [--output FILE.md] [--work DIR]

The positions are those that the most games of the corpus reached, found by asking the daemon itself;
the corpus is otb-sample, or synthetic games where the samples are missing. wrk asks for them in
turn. The second row has a scan of every game running all the time.
"""

import http.client
import json
import re
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measure  # noqa: E402

POSITIONS = 1000
HEADERS = {"Content-Type": "application/json"}

# wrk calls request() for every request; each of its threads begins elsewhere in the list.
SCRIPT = """
local bodies = {}
for line in io.lines("%s") do bodies[#bodies + 1] = line end
local requests, at, threads = {}, 0, 0
function setup(thread) thread:set("at", threads * 97); threads = threads + 1 end
function init()
    for i, body in ipairs(bodies) do
        requests[i] = wrk.format("POST", "/tree", {["Content-Type"] = "application/json"}, body)
    end
end
function request() at = at %% #requests + 1; return requests[at] end
function done(summary, latency)
    local wrong = summary.errors.status + summary.errors.read + summary.errors.connect +
        summary.errors.timeout
    print(string.format("edge: %%d requests, %%d wrong, %%d us, p50 %%d, p99 %%d", summary.requests,
        wrong, summary.duration, latency:percentile(50), latency:percentile(99)))
end
"""


class Daemon:
    def __init__(self, root: Path):
        self.process = subprocess.Popen(
            [measure.EDGE, "serve", "--root", root, "--port", "0", "--log", "none"],
            stdout=subprocess.PIPE,
            text=True,
        )
        self.port = int(re.search(r":(\d+)/", self.process.stdout.readline())[1])

    def post(self, connection: http.client.HTTPConnection, path: str, body: dict) -> dict:
        connection.request("POST", path, json.dumps(body), HEADERS)
        response = connection.getresponse()
        answer = json.loads(response.read())
        assert response.status == 200, answer
        return answer

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("localhost", self.port)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


def positions(daemon: Daemon, corpus: str) -> list[str]:
    """Lines of moves to the positions that the most games reached, breadth first."""
    connection = daemon.connect()
    lines, found = [(0, "")], []
    while lines and len(found) < POSITIONS:
        lines.sort(key=lambda line: -line[0])
        _, moves = lines.pop(0)
        found.append(moves)
        answer = daemon.post(connection, "/tree", {"corpus": corpus, "moves": moves})
        lines += [(move["total"], f"{moves} {move['uci']}".strip()) for move in answer["moves"]]
        del lines[POSITIONS * 4 :]
    return found


def wrk(daemon: Daemon, script: Path, seconds: int, connections: int) -> list[str]:
    run = measure.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", script]
        + [f"http://localhost:{daemon.port}"]
    )
    found = re.search(r"edge: (\d+) requests, (\d+) wrong, (\d+) us, p50 (\d+), p99 (\d+)", run.output)
    requests, wrong, micros, p50, p99 = map(int, found.groups())
    assert wrong == 0, f"{wrong} requests were not answered correctly"
    return [f"{requests * 1e6 / micros:,.0f}", f"{p50 / 1000:.2f}", f"{p99 / 1000:.2f}"]


def scan_on_and_on(daemon: Daemon, corpus: str, stopped: threading.Event) -> None:
    connection = daemon.connect()
    while not stopped.is_set():
        daemon.post(connection, "/tree", {"corpus": corpus, "deep": True})


def make_corpus(root: Path) -> str:
    packed = measure.SHARED / "corpora" / "otb-sample.pgn.zst"
    if packed.exists():
        measure.run([measure.EDGE, "index", packed, "--out", root / "games.scoredb"])
    else:
        measure.run([measure.EDGE, "synth", 100_000, "--output", root / "games.pgn"])
        measure.run([measure.EDGE, "index", root / "games.pgn", "--out", root / "games.scoredb"])
    return "games.scoredb"


def main() -> int:
    parser = measure.option_parser(__doc__, quick="three seconds")
    parser.add_argument("--seconds", type=int, default=15)
    parser.add_argument("--connections", type=int, default=16)
    parser.add_argument("--corpus", type=Path, help="measure this one")
    args = parser.parse_args()
    seconds = 3 if args.quick else args.seconds
    with tempfile.TemporaryDirectory(prefix="edge-bench-", dir=args.work) as work:
        root = args.corpus.resolve().parent if args.corpus else Path(work)
        corpus = args.corpus.name if args.corpus else make_corpus(root)
        daemon = Daemon(root)
        try:
            lines = positions(daemon, corpus)
            bodies, script = Path(work) / "bodies", Path(work) / "tree.lua"
            bodies.write_text(
                "".join(json.dumps({"corpus": corpus, "moves": line}) + "\n" for line in lines)
            )
            script.write_text(SCRIPT % bodies)
            rows = [["POST /tree", *wrk(daemon, script, seconds, args.connections)]]
            stopped = threading.Event()
            scanner = threading.Thread(target=scan_on_and_on, args=(daemon, corpus, stopped))
            scanner.start()
            rows.append(["during a scan", *wrk(daemon, script, seconds, args.connections)])
            stopped.set()
            scanner.join()
        finally:
            daemon.stop()
    text = (
        f"`edge serve` on {measure.processor()}; {len(lines):,} positions, {args.connections} "
        "connections, wrk on the same machine.\n\n"
        + measure.markdown_table(["requests", "per second", "p50 ms", "p99 ms"], rows)
        + "\n"
    )
    measure.publish(text, args.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
