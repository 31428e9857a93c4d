#!/bin/sh
# Records every log of this folder anew: ./record.sh [output folder]. Needs gcc and strace.
# Thread ids, times and interleaving will differ from the logs that are here; the calls of each thread will not.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$(cd "${1:-$here}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
gcc -O1 -Wall -static -pthread -o "$work/reader" "$here/reader.c"
cd "$work"

# Files of 1 MiB of numbered text: what is read is printable and the same everywhere.
make_data() {
  for file in 0 1 2; do seq -f "data$file %011.0f" 1000000 1100000 | head -c 1048576 >data$file.bin; done
}

calls=openat,close,pread64,pwrite64,readahead,fdatasync
record() { # log, edit
  rm -f out?.bin
  strace -f -T -t -e trace=$calls ./reader "$2" 2>"$out/$1.log"
}

make_data
record base-1 base
record base-2 base
for edit in added resized dropped shifted; do record $edit $edit; done

# The same calls on a file that is 1,000 bytes shorter: the one read at its end comes back short.
truncate -s 1047576 data2.bin
record result base

make_data
# The form of -o: the thread id in front of every line; -y decorates descriptors with paths.
for run in 1 2; do
  rm -f out?.bin
  strace -f -y -T -ttt -e trace=$calls -o "$out/decorated-$run.log" ./reader base
done
# Descriptors decorated with this folder would tell where it was recorded.
sed -i "s|$work|/srv/reader|g" "$out"/decorated-?.log

strace -e pread64 -f -T -t ./reader preads 2>"$out/preads-1.log"
strace -e pread64 -f -T -t ./reader preads 2>"$out/preads-2.log"
