#!/bin/bash
# Runs every fuzz target of the fuzz preset for some seconds: run_fuzz.sh SECONDS [TARGET...]
# New inputs are kept in build/fuzz/corpus/; the seeds in fuzz/corpus/ are only read.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=$1
shift
targets=("$@")
if ((${#targets[@]} == 0)); then
    for source in fuzz/*_fuzz.cpp; do
        [[ -e $source ]] && targets+=("$(basename "$source" _fuzz.cpp)")
    done
fi

for target in "${targets[@]}"; do
    found=build/fuzz/corpus/$target
    seeds=fuzz/corpus/$target
    mkdir -p "$found"
    echo "Fuzzing $target for $seconds s"
    build/fuzz/fuzz/"${target}_fuzz" -max_total_time="$seconds" -print_final_stats=1 -verbosity=0 \
        -artifact_prefix="$found-crash-" "$found" $([[ -d $seeds ]] && echo "$seeds")
done
