// One program with the I/O of changes that public discussions are about, each before and after.
// Usage: patterns FOLDER MODE
//   read-thrice, read-whole    a file of 2 MiB in reads of 1 MiB, 1 MiB and what finds its end; in one read of 2 MiB
//   seek-read, pread           blocks by lseek and read; by pread64
//   write-512, write-64k       76 KiB by 152 writes of 512 bytes; by one of 64 KiB and one of the rest
//   no-sync-range, sync-range  1 MiB writes; each followed by sync_file_range
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char buffer[2 << 20];

static int open_in(const char *folder, const char *name, int flags) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return open(path, flags, 0600);
}

static void read_files(const char *folder, size_t block) {
  for (int file = 0; file < 4; file++) {
    char name[32];
    snprintf(name, sizeof name, "%06d.sst", file);
    int fd = open_in(folder, name, O_RDONLY);
    off_t offset = 0;
    ssize_t got;
    while ((got = pread(fd, buffer, block, offset)) > 0) {
      offset += got;
      if (block == sizeof buffer) break;
    }
    close(fd);
  }
}

static void read_blocks(const char *folder, int by_seek) {
  int fd = open_in(folder, "000000.sst", O_RDONLY);
  for (int block = 0; block < 8; block++) {
    off_t offset = (block * 37 % 64) * 4096;
    if (by_seek) {
      lseek(fd, offset, SEEK_SET);
      read(fd, buffer, 512);
    } else {
      pread(fd, buffer, 512, offset);
    }
  }
  close(fd);
}

static void write_out(const char *folder, size_t block) {
  int fd = open_in(folder, "out", O_CREAT | O_TRUNC | O_WRONLY);
  size_t left = 152 * 512;
  while (left > 0) {
    size_t size = left < block ? left : block;
    left -= write(fd, buffer, size);
  }
  close(fd);
}

static void write_synced(const char *folder, int synced) {
  int fd = open_in(folder, "log", O_CREAT | O_TRUNC | O_WRONLY);
  for (int part = 0; part < 5; part++) {
    off_t offset = (off_t)part << 20;
    pwrite(fd, buffer, 1 << 20, offset);
    if (synced) sync_file_range(fd, offset, 1 << 20, SYNC_FILE_RANGE_WRITE);
  }
  close(fd);
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  const char *folder = argv[1], *mode = argv[2];
  if (!strcmp(mode, "read-thrice")) read_files(folder, 1 << 20);
  else if (!strcmp(mode, "read-whole")) read_files(folder, 2 << 20);
  else if (!strcmp(mode, "seek-read")) read_blocks(folder, 1);
  else if (!strcmp(mode, "pread")) read_blocks(folder, 0);
  else if (!strcmp(mode, "write-512")) write_out(folder, 512);
  else if (!strcmp(mode, "write-64k")) write_out(folder, 65536);
  else if (!strcmp(mode, "no-sync-range")) write_synced(folder, 0);
  else if (!strcmp(mode, "sync-range")) write_synced(folder, 1);
  else return 2;
  return 0;
}
