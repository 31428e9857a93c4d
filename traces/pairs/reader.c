/* A small storage reader: one main thread and four workers, each of which issues the same calls on every run.
 *
 *   reader base | added | resized | dropped | shifted      56 calls a worker (worker 1: 57), one edit against base
 *   reader preads                                          2,000 pread64 a worker
 *
 * It runs in a directory that holds data0.bin, data1.bin and data2.bin. What the scheduler decides (thread ids,
 * interleaving, the descriptor of a worker's own file) differs between runs; the calls of a worker never do.
 * It is linked statically so that a trace holds no calls of the dynamic loader.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORKERS = 4, FILES = 3, BLOCK = 4096, BLOCKS = 256, ROUNDS = 24, PREADS = 2000 };

static const char *edit;
static int data[FILES];
static pthread_barrier_t all_started;

static int is(const char *name) { return strcmp(edit, name) == 0; }

static void must(int holds, const char *what) {
  if (holds) return;
  perror(what);
  exit(1);
}

/* A linear congruential generator (Knuth, MMIX), one state a worker: no call depends on the scheduler. */
static uint32_t next(uint64_t *state) {
  *state = *state * 6364136223846793005ull + 1442695040888963407ull;
  return *state >> 33;
}

static void many_preads(uint64_t *state) {
  static __thread char block[BLOCK];
  for (int i = 0; i < PREADS; i++) {
    int file = next(state) % FILES;
    must(pread(data[file], block, BLOCK, (off_t)(next(state) % BLOCKS) * BLOCK) == BLOCK, "pread");
  }
}

/* Per round two reads; every eighth round a write and a sync of the worker's own file. */
static void one_of_each(int worker, uint64_t *state) {
  static __thread char block[4 * BLOCK];
  char name[16];
  snprintf(name, sizeof name, "out%d.bin", worker);
  int out = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  must(out >= 0, name);
  for (int round = 0; round < ROUNDS; round++) {
    int file = next(state) % FILES;
    /* The last block of each file is left to the last read of worker 1, below. */
    off_t offset = (off_t)(next(state) % (BLOCKS - 8)) * BLOCK;
    size_t size = BLOCK;
    if (worker == 1 && round == 4 && is("resized")) size = 2 * BLOCK;
    off_t first = offset;
    if (worker == 0 && round == 17 && is("shifted")) first += 3 * BLOCK;
    if (worker == 2 && round == 6 && is("added")) must(readahead(data[file], offset, 32 * BLOCK) == 0, "readahead");
    if (!(worker == 3 && round == 11 && is("dropped")))
      must(pread(data[file], block, size, first) == (ssize_t)size, "pread");
    must(pread(data[file], block, 512, offset + BLOCK + 512 * (round % 8)) == 512, "pread");
    if (round % 8 != 7) continue;
    must(pwrite(out, block, 2048, (off_t)(round / 8) * 2048) == 2048, "pwrite");
    must(fdatasync(out) == 0, "fdatasync");
  }
  /* The end of a file: short where the file is shorter. */
  if (worker == 1) must(pread(data[2], block, BLOCK, (off_t)(BLOCKS - 1) * BLOCK) > 0, "pread");
  must(close(out) == 0, "close");
}

static void *work(void *argument) {
  int worker = (int)(intptr_t)argument;
  uint64_t state = 1000003ull * (worker + 1);
  if (is("preads")) {
    /* No barrier: strace's notices about new threads then land in the middle of calls. */
    many_preads(&state);
  } else {
    pthread_barrier_wait(&all_started);
    one_of_each(worker, &state);
  }
  return NULL;
}

int main(int argc, char **argv) {
  edit = argc > 1 ? argv[1] : "base";
  for (int file = 0; file < FILES; file++) {
    char name[16];
    snprintf(name, sizeof name, "data%d.bin", file);
    data[file] = open(name, O_RDONLY);
    must(data[file] >= 0, name);
  }
  pthread_barrier_init(&all_started, NULL, WORKERS);
  pthread_t threads[WORKERS];
  for (int worker = 0; worker < WORKERS; worker++)
    must(pthread_create(&threads[worker], NULL, work, (void *)(intptr_t)worker) == 0, "pthread_create");
  for (int worker = 0; worker < WORKERS; worker++) pthread_join(threads[worker], NULL);
  for (int file = 0; file < FILES; file++) must(close(data[file]) == 0, "close");
  return 0;
}
