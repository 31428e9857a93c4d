import { suggest } from "../input/suggest.ts";
import { UserError } from "../input/user-error.ts";
import { type DriftLimit, STATISTICS, type Statistic } from "../result/timing.ts";

const UNITS: Readonly<Record<string, number>> = { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9 };
/** `10%`, `0.5ms`, `200us@total`: a size, and after @ the statistic that it limits. */
const LIMIT = /^(\d+(?:\.\d+)?)(%|[a-zµ]+)(?:@(.*))?$/;

/**
 * Reads a limit on how far latency may rise; without @ it limits the median.
 *
 * @param option as the caller writes it
 * @throws UserError saying what is wrong with it
 */
export function driftLimit(option: string, text: string): DriftLimit {
  const match = LIMIT.exec(text);
  const example = `as in ${option} 10%, 10%@p99 or 200us@total`;
  if (match === null) throw new UserError(`${option} takes a percentage or a time, not ${text}`, example);
  const [, digits, unit = "", name] = match;
  const statistic = name === undefined ? "p50" : statisticNamed(option, name);
  const size = Number(digits);
  if (unit === "%") return { text, statistic, kind: "relative", share: size / 100 };
  const scale = UNITS[unit];
  if (scale === undefined) {
    throw new UserError(`${option}: ${unit} is not a unit of time`, `units are ns, us, ms and s; ${example}`);
  }
  return { text, statistic, kind: "absolute", nanoseconds: size * scale };
}

function statisticNamed(option: string, name: string): Statistic {
  const statistic = STATISTICS.find((known) => known === name.toLowerCase());
  if (statistic !== undefined) return statistic;
  const close = suggest(name, STATISTICS);
  throw new UserError(
    `${option} cannot be set on ${name === "" ? "nothing" : name}`,
    close === undefined ? `use one of ${STATISTICS.join(", ")}` : `did you mean ${close}?`,
  );
}
