#!/usr/bin/env bash
# Records the logs of patterns.c beside it: each mode once, under the strace of this machine.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
gcc -O1 -Wno-unused-result -o "$work/patterns" "$here/patterns.c"
cd "$work"
mkdir db
for file in 000000 000001 000002 000003; do head -c 2097152 /dev/zero >"db/$file.sst"; done
touch db/out db/log
for mode in read-thrice read-whole seek-read pread write-512 write-64k no-sync-range sync-range; do
  strace -f -T -t -o "$here/$mode.log" \
    -e trace=openat,close,read,pread64,write,pwrite64,lseek,sync_file_range -P db/000000.sst -P db/000001.sst \
    -P db/000002.sst -P db/000003.sst -P db/out -P db/log ./patterns db "$mode" 2>"$work/notices"
done
