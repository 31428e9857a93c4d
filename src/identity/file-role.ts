/**
 * Names under which files of two runs may correspond to each other, from the safest to the loosest; two files pair on
 * the first rung whose names agree. What differs from run to run by nature goes first: process and thread ids,
 * inode numbers, ports; then numbers that a program gives out (`000012.sst`), random endings of temporary names,
 * and last the name without its directory.
 */
export const ROLE_RUNGS: readonly ((path: string) => string)[] = [
  withoutKernelNumbers,
  (path) => withoutNumbers(withoutKernelNumbers(path)),
  (path) => withoutNumbers(withoutRandomEnding(withoutKernelNumbers(path))),
  (path) => withoutDirectory(withoutKernelNumbers(path)),
  (path) => withoutDirectory(withoutNumbers(withoutKernelNumbers(path))),
];

/** `/proc/812/stat` → `/proc/N/stat`, `socket:[5123]` → `socket:[N]`, `/tmp/#2762076` → `/tmp/#N`. */
export function withoutKernelNumbers(path: string): string {
  if (path.startsWith("/")) {
    return path.replace(/^\/proc\/\d+(?=\/|$)/, "/proc/N").replace(/(\/task\/|\/fd\/|\/#)\d+/g, "$1N");
  }
  return /^[A-Za-z_-]+[0-9]*:/.test(path) ? path.replace(/\d+/g, "N") : path;
}

/** `/db/000012.sst` → `/db/N.sst`: numbers in the last component only. */
function withoutNumbers(path: string): string {
  const slash = path.lastIndexOf("/") + 1;
  return path.slice(0, slash) + path.slice(slash).replace(/\d+/g, "N");
}

/**
 * `/tmp/etilqs_Xy01ab`, `/tmp/tmp.k3Jd9q`: an ending of mkstemp(3) or longer. Plain words are not such endings: all
 * but one in 200 of six random characters hold a digit or a capital.
 */
function withoutRandomEnding(path: string): string {
  return path.replace(/([._-]|tmp)(?=[a-z]*[A-Z0-9])[A-Za-z0-9]{6,16}$/, "$1*");
}

function withoutDirectory(path: string): string {
  return path.startsWith("/") ? path.slice(path.lastIndexOf("/") + 1) : path;
}
