// XML 1.0 has no way at all to write most control characters, lone surrogates and U+FFFE, U+FFFF: what is left of
// them after visible escapes is dropped.
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Text as XML has it in elements and in attributes; `]]>` is harmless in both. */
export function xmlText(text: string): string {
  return text.replace(NOT_XML, "").replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
}
