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
