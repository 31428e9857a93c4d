#!/usr/bin/env bash
# Makes what `uses: OWNER/tracediff@v1` checks out: a commit that holds the package as published, including what was
# built, so a job that uses the action installs nothing. It sits on the release's own commit. dist/ has been built.
#
#     scripts/tag-action.sh v1.2.3    moves the tag v1 in this clone; the working tree stays as it is
set -euo pipefail
cd "$(dirname "$0")/.."
release=$1
major=${release%%.*}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm pack --ignore-scripts --silent --pack-destination "$folder" >/dev/null
tar -xzf "$folder"/*.tgz -C "$folder"
export GIT_INDEX_FILE=$folder/index
git --work-tree="$folder/package" add --all --force .
commit=$(git commit-tree "$(git write-tree)" -p "$release^{commit}" -m "action: $release, built")
git tag --force "$major" "$commit"
