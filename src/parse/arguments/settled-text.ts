// {src_fd=3</d/a>, buf=0x7ffc5cf4b080, len=5} => {len=3}

/**
 * A printed value without what differs from run to run (addresses, descriptor numbers, moments in time), without
 * comments, and without what the kernel wrote into it.
 *
 *     0x7ffc5cf4b080           address
 *     0x3e8                    1000
 *     {fd=3</d/a>, buf=0x7ffc5cf4b080}      {fd=</d/a>, buf=address}
 *     [{tv_sec=1796, tv_nsec=5} /* 2026-11-30T09:49:40 *\/, UTIME_OMIT]      [time, UTIME_OMIT]
 */
export function settledText(printed: string): string {
  const text = printed.includes(" => ") ? withoutAnswers(printed) : printed;
  // strings are at the odd indexes
  const parts = text.split(/("(?:[^"\\]|\\.)*")/s);
  return parts.map((part, at) => (at % 2 === 1 ? part : settled(part))).join("");
}

function settled(text: string): string {
  if (/^0x[0-9a-f]{1,6}$/.test(text)) return String(Number(text));
  if (/^0xf{8}(?:f{8})?$/.test(text)) return "-1";
  return text
    .replace(/ ?\/\* .*? \*\//gs, "")
    .replace(/\{(?:tv_sec=-?\d+, tv_[nu]sec=-?\d+|\d+, \d+|actime=[^{}]*)\}/g, "time")
    .replace(/(?<!f_handle=)\b0x(?!f+\b)[0-9a-f]{7,16}\b/g, "address")
    .replace(/\b(\w*(?:fd|fildes))=-?\d+(<|(?=[^\d<]|$))/g, (_, name, decoration) =>
      decoration === "<" ? `${name}=<` : `${name}=fd`,
    )
    .replace(/\b\d+(<[^<>]*>)/g, "$1")
    .replace(/\b(l_pid|pid)=\d+/g, "$1=pid");
}

/** What a structure asked for: after ` => ` comes what the kernel made of it. */
function withoutAnswers(text: string): string {
  let kept = "";
  let depth = 0;
  /** The depth of the answer that is being left out; -1 outside of one. */
  let answer = -1;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string; // in range
    let end = at;
    if (character === '"') {
      for (end++; end < text.length - 1 && text[end] !== '"'; end++) if (text[end] === "\\") end++;
    } else if ("([{".includes(character)) {
      depth++;
    } else if (")]}".includes(character)) {
      if (depth === answer) answer = -1;
      depth--;
    } else if (character === "," && depth === answer) {
      answer = -1;
    } else if (answer === -1 && text.startsWith(" => ", at)) {
      answer = depth;
    }
    if (answer === -1) kept += text.slice(at, end + 1);
    at = end;
  }
  return kept;
}
