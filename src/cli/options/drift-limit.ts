import { suggest } from "../../input/suggest.ts";
import { UserError } from "../../input/user-error.ts";
import { type DriftLimit, STATISTICS, type Statistic } from "../../result/timing.ts";

const UNITS: Readonly<Record<string, number>> = { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9 };
/** `10%`, `0.5ms`, `200us@total`: a size, and after @ what it is a size of. */
const LIMIT = /^(\d+(?:\.\d+)?)(%|[a-zµ]+)(?:@(.*))?$/;
const EXAMPLE = "as in --max-drift 10%, 10%@p99 or 200us@total";

/**
 * Reads a limit of --max-drift; without @ it is one on the median.
 *
 * @throws UserError saying what is wrong with it
 */
export function driftLimit(text: string): DriftLimit {
  const match = LIMIT.exec(text);
  if (match === null) throw new UserError(`--max-drift takes a percentage or a time, not ${text}`, EXAMPLE);
  const [, digits, unit = "", name] = match;
  const statistic = name === undefined ? "p50" : statisticNamed(name);
  const size = Number(digits);
  if (unit === "%") return { text, statistic, kind: "relative", share: size / 100 };
  const scale = UNITS[unit];
  if (scale === undefined) {
    throw new UserError(`--max-drift: ${unit} is no unit of time`, `units are ns, us, ms and s; ${EXAMPLE}`);
  }
  return { text, statistic, kind: "absolute", nanoseconds: size * scale };
}

function statisticNamed(name: string): Statistic {
  const statistic = STATISTICS.find((known) => known === name.toLowerCase());
  if (statistic !== undefined) return statistic;
  const close = suggest(name, STATISTICS);
  throw new UserError(
    `--max-drift cannot be set on ${name === "" ? "nothing" : name}`,
    close === undefined ? `it can on ${STATISTICS.join(", ")}` : `did you mean ${close}?`,
  );
}
