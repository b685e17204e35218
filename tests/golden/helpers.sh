# Functions for the golden scripts; bash reads this file before each command.

# Indexes PGN files into c.scoredb and says what became of the games, then prints the moves kept.
kept() {
    edge index "$@" --out c.scoredb --force --json --report issues.jsonl >report.json || return
    python3 - <<'PYTHON'
import json
report = json.load(open("report.json"))
skipped = " ".join(f"{reason}={n}" for reason, n in sorted(report["skipped"].items()) if n)
print(f"read {report['games_read']}, kept {report['games']}, truncated {report['truncated']}, "
      f"skipped: {skipped or 'none'}")
PYTHON
    edge games c.scoredb --format uci
}

# The tags of the games in c.scoredb, a line a game.
tags() {
    edge games c.scoredb --format jsonl | python3 -c '
import json, sys
for line in sys.stdin:
    print(json.dumps(json.loads(line)["tags"], ensure_ascii=False))'
}

# Writes a bitmap: bitmap FILE GAMES:SET... with a part for each shard, such as 32:0,1,2.
bitmap() {
    python3 - "$@" <<'PYTHON'
import struct, sys
table, bits, total = b"", b"", 0
shards = [part.split(":") for part in sys.argv[2:]]
for number, (size, games) in enumerate(shards):
    size = int(size)
    table += struct.pack("<IIQ", number, size, 32 + 16 * len(shards) + len(bits))
    chosen = sum(1 << int(game) for game in games.split(",") if game)
    bits += chosen.to_bytes((size + 7) // 8, "little")
    total += size
header = struct.pack("<8sIIQQ", b"PMOTE-BM", 1, len(shards), total, 0)
open(sys.argv[1], "wb").write(header + table + bits)
PYTHON
}
