import { COMMA, LESS, OPEN_BRACKET } from "../../bytes/ascii.ts";
import type { NumberReader } from "../../bytes/number-reader.ts";
import { NO_STRING } from "../../trace/table.ts";
import type { CallFields } from "./call-fields.ts";
import { skipDecoration, skipSpaces } from "./skip-value.ts";
import { findWord, type StructureScanner, setOffset, setSize } from "./structure-scanner.ts";

// Positions stay within the argument, which the caller has checked to be balanced.

/** `{off=0, len=4096}` */
export const scanRange: StructureScanner = (bytes, start, end, fields, { number }) => {
  readMember(bytes, start, end, "off=", number, () => {
    // an unsigned number
    fields.offset = number.value;
    fields.exactOffset = number.exact;
    fields.hasExtras ||= number.exact !== null;
  });
  readMember(bytes, start, end, "len=", number, () => setSize(fields, number.exact ?? number.value));
};

/** `[0, 4096]` of BLKDISCARD */
export const scanExtent: StructureScanner = (bytes, start, _end, fields, { number }) => {
  if (bytes[start] !== OPEN_BRACKET) return;
  const after = number.read(bytes, start + 1);
  if (after < 0 || bytes[after] !== COMMA) return;
  setOffset(fields, number);
  if (number.read(bytes, skipSpaces(bytes, after + 1)) > 0) setSize(fields, number.exact ?? number.value);
};

/** `{src_fd=3</a>, src_offset=0, src_length=4096, dest_offset=8192}` of FICLONERANGE, which works on the target. */
export const scanClone: StructureScanner = (bytes, start, end, fields, tools) => {
  const { number } = tools;
  scanOther(bytes, start, end, "src_fd=", fields, tools);
  readMember(bytes, start, end, "src_offset=", number, () => setOtherOffset(fields, number));
  readMember(bytes, start, end, "src_length=", number, () => setSize(fields, number.exact ?? number.value));
  readMember(bytes, start, end, "dest_offset=", number, () => setOffset(fields, number));
};

/**
 * `{src_offset=0, src_length=4096, dest_count=2, info=[{dest_fd=4, dest_offset=0}, ...]} => {...}` of FIDEDUPERANGE,
 * which works on the source. If there are several targets, the first one is recorded.
 */
export const scanDedupe: StructureScanner = (bytes, start, end, fields, tools) => {
  const { number } = tools;
  readMember(bytes, start, end, "src_offset=", number, () => setOffset(fields, number));
  readMember(bytes, start, end, "src_length=", number, () => setSize(fields, number.exact ?? number.value));
  scanOther(bytes, start, end, "dest_fd=", fields, tools);
  readMember(bytes, start, end, "dest_offset=", number, () => setOtherOffset(fields, number));
};

function readMember(
  bytes: Uint8Array,
  start: number,
  end: number,
  name: string,
  number: NumberReader,
  take: () => void,
): void {
  const at = findWord(bytes, start, end, name);
  if (at !== -1 && number.read(bytes, at) > 0) take();
}

function setOtherOffset(fields: CallFields, number: NumberReader): void {
  if (number.exact !== null && number.exact >= 2n ** 63n) number.setValue(BigInt.asIntN(64, number.exact));
  fields.offset2 = number.exact ?? number.value;
  fields.hasExtras = true;
}

function scanOther(
  bytes: Uint8Array,
  start: number,
  end: number,
  name: string,
  fields: CallFields,
  { number, strings }: Parameters<StructureScanner>[4],
): void {
  readMember(bytes, start, end, name, number, () => {
    fields.fds.push(number.value);
    fields.hasExtras = true;
    const at = findWord(bytes, start, end, name);
    const after = number.read(bytes, at);
    const close = bytes[after] === LESS ? skipDecoration(bytes, after + 1) : -1;
    const path = close > 0 ? strings.decoration(bytes, after + 1, close - 1) : NO_STRING;
    if (path !== NO_STRING) fields.paths.push(path);
  });
}
