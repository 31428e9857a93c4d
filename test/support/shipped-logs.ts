import { readdirSync } from "node:fs";

const traces = new URL("../../traces/", import.meta.url);

/** Every recorded log that ships with the project, as a path from traces/; packed ones aside. */
export const shippedLogs: readonly string[] = ["corpus", "pairs", "rocksdb-5431"].flatMap((folder) =>
  readdirSync(new URL(folder, traces))
    .filter((name) => /\.(?:strace(?:\.\d+)?|log)$/.test(name))
    .map((name) => `${folder}/${name}`),
);
