/** One line of a set: `low 0x3 O_RDONLY=0 O_WRONLY=1`. */
type Part = {
  readonly kind: "one" | "low" | "bits";
  readonly mask: number;
  readonly words: readonly { readonly name: string; readonly value: number }[];
};

/**
 * Names for the numbers that -X raw prints in place of flags.
 *
 *     0x80241     O_WRONLY|O_CREAT|O_TRUNC|O_CLOEXEC     0x1a4     0644
 *
 * Its lines are parsed when a number appears: most traces have none.
 */
export class FlagSet {
  readonly #lines: readonly string[];
  #parts: readonly Part[] | null = null;

  /** @param lines what the table says after the name of the set */
  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** For a structure, the sets of the members that are looked at, by name; null for plain flags. */
  get members(): readonly (readonly [name: string, set: string])[] | null {
    const words = this.#wordsOf("members");
    return words?.map((word) => word.split(":") as [string, string]) ?? null; // each has a colon
  }

  /** For a structure that is compared whole, the sets of the members whose numbers have names. */
  get within(): readonly (readonly [name: string, set: string])[] | null {
    const words = this.#wordsOf("within");
    return words?.map((word) => word.split(":") as [string, string]) ?? null; // each has a colon
  }

  /** Whether -X raw prints nothing at all if the flags are 0. */
  get isSilentZero(): boolean {
    return this.#lines.includes("silent zero");
  }

  /** Permissions. */
  get isOctal(): boolean {
    return this.#wordsOf("octal") !== null;
  }

  /** Whether the argument after these flags means anything, if that depends on them (the mode of open). */
  isMeantBehind(flags: string): boolean {
    const [needs, ...words] = this.#wordsOf("octal") ?? [];
    return needs !== "needs" || flags === "" || words.some((word) => flags.includes(word));
  }

  /** The names of one number or several, `0x1|0x800`; the text itself if one is not a number or has no names. */
  name(text: string): string {
    const numbers = text.split("|").map(numberOf);
    const value = numbers.reduce((all, number) => (all | number) >>> 0, 0);
    if (numbers.some((number) => !(number >= 0 && number <= 0xffff_ffff))) return text;
    this.#parts ??= this.#lines.filter((line) => /^(one|low|bits) /.test(line)).map(partOf);
    const names = this.#namesOf(value);
    return names === null ? text : names.join("|");
  }

  #namesOf(value: number): readonly string[] | null {
    const names: string[] = [];
    let rest = value;
    let zero = "0";
    for (const { kind, mask, words } of this.#parts ?? []) {
      if (kind === "one") {
        const word = words.find((one) => one.value === value);
        if (word !== undefined) return [word.name];
        continue;
      }
      for (const { name, value: bits } of words) {
        if (bits === 0 && kind === "bits") zero = name;
        const isSet =
          kind === "low" ? (value & mask) >>> 0 === bits : bits !== 0 && (rest & bits) >>> 0 === bits;
        if (!isSet) continue;
        names.push(name);
        rest = (rest & ~(kind === "low" ? mask : bits)) >>> 0;
      }
    }
    if (this.isOctal) return [...names, `0${rest.toString(8).padStart(2, "0")}`];
    if (this.#parts?.every(({ kind }) => kind === "one") === true) return null;
    if (rest !== 0) names.push(`0x${rest.toString(16)}`);
    return names.length === 0 ? [zero] : names;
  }

  #wordsOf(kind: "members" | "within" | "octal"): readonly string[] | null {
    const line = this.#lines.find((one) => one.startsWith(kind));
    return line === undefined ? null : line.split(/ +/).slice(1);
  }
}

/** `0x1a4`, `420`, `0644`; NaN for anything that is not a number. */
function numberOf(text: string): number {
  if (/^0[0-7]+$/.test(text)) return Number.parseInt(text, 8);
  return /^(?:0x[0-9a-f]+|\d+)$/.test(text) ? Number(text) : Number.NaN;
}

function partOf(line: string): Part {
  const [kind = "", ...rest] = line.split(/ +/);
  const isLow = kind === "low";
  const words = rest.slice(isLow ? 1 : 0).map((word) => {
    const at = word.lastIndexOf("=");
    return { name: word.slice(0, at), value: Number(word.slice(at + 1)) };
  });
  return { kind: kind as Part["kind"], mask: isLow ? Number(rest[0]) : 0, words }; // as the caller has filtered
}
