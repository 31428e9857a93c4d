#!/usr/bin/env bash
# What the GitHub Action does: records the command, if one is given, compares with the snapshot, and leaves the reports
# where later steps find them. Inputs arrive as variables, so no input can become part of this script.
set -uo pipefail
tracediff=(node "$(dirname "$0")/../bin/tracediff.js")
out=${RUNNER_TEMP:-${TMPDIR:-/tmp}}/tracediff
mkdir -p "$out" || exit 2

trace=${INPUT_TRACE:-}
# Split at blanks, nothing expanded. A shell around the command would add its own I/O to the log.
read -r -a command <<<"${INPUT_COMMAND:-}"
if ((${#command[@]} > 0)); then
  trace=$out/trace.log
  "${tracediff[@]}" capture -o "$trace" -- "${command[@]}" || {
    echo "::error title=tracediff::the recorded command ended with $?"
    exit 2
  }
fi

read -r -a options <<<"${INPUT_OPTIONS:-}"
"${tracediff[@]}" ${options[@]+"${options[@]}"} --format github --format "text=$out/report.txt" \
  --format "markdown=$out/report.md" --format "junit=$out/report.xml" --format "json=$out/report.json" \
  -- "${INPUT_SNAPSHOT:-}" "$trace"
status=$?

if [[ -f $out/report.txt ]]; then
  echo "::group::tracediff report"
  cat "$out/report.txt"
  echo "::endgroup::"
fi
verdicts=(same different trouble drifted)
{
  echo "exit-code=$status"
  echo "verdict=${verdicts[status]:-trouble}"
  echo "reports=$out"
} >>"${GITHUB_OUTPUT:-/dev/null}"
exit "$status"
