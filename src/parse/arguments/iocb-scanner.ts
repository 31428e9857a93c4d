import { COMMA, DOT, LESS, OPEN_BRACE, OPEN_BRACKET } from "../../bytes/ascii.ts";
import type { NamedFlags } from "./argument-layout.ts";
import { CallFields } from "./call-fields.ts";
import { toDescriptor } from "./descriptor-number.ts";
import { skipDecoration, skipSpaces } from "./skip-value.ts";
import {
  isLetter,
  latin1,
  type StructureScanner,
  type StructureTools,
  setOffset,
  setSize,
  skipFieldName,
  skipMember,
  sumOfLengths,
} from "./structure-scanner.ts";

// Positions stay within the argument, which the caller has checked to be balanced.

/**
 * The requests of io_submit: the first goes into the fields, the others into `fields.more`.
 *
 *     [{aio_data=0x7, aio_lio_opcode=IOCB_CMD_PREAD, aio_fildes=3, aio_buf=0x1000, aio_nbytes=512, aio_offset=1024}]
 *     [{data=0x7, pread, fildes=3, buf=0x1000, nbytes=512, offset=1024}]          4.11 to 4.18
 *     {{data:0x7, pread, filedes:3, buf:0x1000, nbytes:512, offset:1024}}        up to 4.10
 */
export const scanIocbs: StructureScanner = (bytes, start, end, fields, tools) => {
  let target: CallFields | null = fields;
  for (let at = start + 1; at < end && bytes[at] === OPEN_BRACE; ) {
    if (target === null) {
      target = new CallFields();
      fields.more.push(target);
      fields.hasExtras = true;
    }
    at = scanIocb(bytes, at + 1, target, tools);
    if (target.misfit !== -1) fields.misfit = target.misfit;
    target = null;
    if (at < 0) return;
    at = bytes[at] === COMMA ? skipSpaces(bytes, at + 1) : end;
    // strace prints 32 of them
    if (bytes[at] === DOT && at < end) {
      fields.isCut = true;
      fields.hasExtras = true;
    }
  }
};

/** @returns the position after the closing brace */
function scanIocb(bytes: Uint8Array, start: number, fields: CallFields, tools: StructureTools): number {
  const { number, strings, set } = tools;
  let opcode = "";
  let flags = "";
  for (let at = start; ; ) {
    const valueStart = skipFieldName(bytes, at);
    const end = skipMember(bytes, valueStart);
    if (end < 0) return end;
    switch (latin1(bytes, at, Math.max(at, valueStart - 1)).replace(/^aio_/, "")) {
      case "lio_opcode":
        opcode = nameOf(latin1(bytes, valueStart, end), set?.memberSets?.get("lio_opcode"));
        break;
      case "rw_flags":
        flags = `, ${nameOf(latin1(bytes, valueStart, end), set?.memberSets?.get("rw_flags"))}`;
        break;
      case "":
        // without names: the opcode, and for a vector its offset and its buffers
        if (isLetter(bytes[at] as number)) opcode = `IOCB_CMD_${latin1(bytes, at, end).toUpperCase()}`;
        else if (bytes[at] === OPEN_BRACKET) setSize(fields, sumOfLengths(bytes, at, end, number));
        else if (number.read(bytes, at) > 0) setOffset(fields, number);
        break;
      case "fildes":
      case "filedes":
        readFd(bytes, valueStart, fields, tools);
        break;
      case "buf":
      case "iovec":
        setSize(fields, sumOfLengths(bytes, valueStart, end, number));
        break;
      case "nbytes":
        // for IOCB_CMD_PREADV it is the number of buffers
        if (!opcode.endsWith("V") && number.read(bytes, valueStart) > 0)
          setSize(fields, number.exact ?? number.value);
        break;
      case "offset":
        if (number.read(bytes, valueStart) > 0) setOffset(fields, number);
        break;
    }
    if (bytes[end] !== COMMA) {
      if (opcode !== "") fields.flags = strings.add(flags === ", 0" ? opcode : opcode + flags);
      return end + 1;
    }
    at = skipSpaces(bytes, end + 1);
  }
}

/** `0 /* IOCB_CMD_PREAD *\/`, of -X verbose, and `0`, of -X raw, are IOCB_CMD_PREAD. */
function nameOf(printed: string, set: NamedFlags | null = null): string {
  const name = /^\w+ \/\* ([\w|]+) \*\/$/.exec(printed)?.[1];
  return name ?? (/^\d/.test(printed) ? set?.name(printed) : null) ?? printed;
}

function readFd(
  bytes: Uint8Array,
  start: number,
  fields: CallFields,
  { number, strings }: StructureTools,
): void {
  const after = number.read(bytes, start);
  if (after < 0) return;
  if (!toDescriptor(number)) {
    fields.hasExtras = true;
    fields.misfit = start;
  }
  fields.fd = number.value;
  const end = bytes[after] === LESS ? skipDecoration(bytes, after + 1) : -1;
  if (end > 0) fields.path = strings.decoration(bytes, after + 1, end - 1);
}
