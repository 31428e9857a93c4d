const { renameSync, writeFileSync } = require("node:fs");
const { threadId } = require("node:worker_threads");

/** Writes a file that nobody sees half of, also where several threads write it. */
exports.writeWhole = (path, bytes) => {
  const fresh = `${path}.${threadId}`;
  writeFileSync(fresh, bytes);
  renameSync(fresh, path);
};
