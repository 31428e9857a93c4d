import fc from "fast-check";
import peggy from "peggy";

/** A text that a rule of a grammar can make, and the alternatives that it was made with. */
export type Derivation = { readonly text: string; readonly used: readonly string[] };

type Rule = (name: string) => fc.Arbitrary<Derivation>;
type Expression = peggy.ast.Expression | peggy.ast.Named;

export type DerivationOptions = {
  /**
   * How often an alternative is taken, by the name of the rule that it is, or as it is written; 1 for others. `Name?`
   * is for a rule that may be left out, as often as not where no weight says otherwise.
   */
  readonly weights: Readonly<Record<string, number>>;
  /** In place of what the grammar alone would make of a rule. */
  readonly substitutes: Readonly<
    Record<string, (derived: fc.Arbitrary<Derivation>, rule: Rule) => fc.Arbitrary<Derivation>>
  >;
};

export type Derivations = {
  readonly rule: Rule;
  /** Every branch of the grammar: the alternatives of a choice, and whether what is optional is there. */
  readonly alternatives: readonly string[];
};

/** From here on only the shortest alternatives are taken. */
const MAX_DEPTH = 14;
const MAX_CHARACTERS = 7;
const MAX_PARTS = 3;
/** The weight of leaving out what is optional. */
const WITHOUT = 8;
/** The weight of characters that may be left out. */
const WITH_TEXT = 40;
/** Bytes that mean something somewhere in a line. */
const SPECIAL = "\"\\()[]{}<>,=|.:-+ 0x?/*'#_;@~\t";
const LATIN1 = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).filter(
  (byte) => byte !== "\n",
);

export const plain = (text: string): Derivation => ({ text, used: [] });

export function join(parts: readonly Derivation[]): Derivation {
  return { text: parts.map(({ text }) => text).join(""), used: parts.flatMap(({ used }) => used) };
}

/**
 * Makes random texts of a grammar. Predicates are passed over: what a text is, the grammar itself must say.
 */
export function derive(source: string, options: DerivationOptions): Derivations {
  return new Deriver(source, options).derive();
}

class Deriver {
  readonly #source: string;
  readonly #rules: readonly peggy.ast.Rule[];
  readonly #options: DerivationOptions;
  readonly #heights = new Map<string, number>();
  readonly #alternatives: string[] = [];
  /** `depthSize`: down to the greatest depth all alternatives are as likely as their weights say. */
  readonly #bound = {
    maxDepth: MAX_DEPTH,
    depthSize: "max",
    depthIdentifier: fc.createDepthIdentifier(),
  } as const;

  constructor(source: string, options: DerivationOptions) {
    this.#source = source;
    this.#options = options;
    this.#rules = peggy.parser.parse(source, { grammarSource: "", reservedWords: [] }).rules;
  }

  derive(): Derivations {
    // heights fall until no rule gets lower
    for (let changed = true; changed; ) {
      changed = false;
      for (const { name, expression } of this.#rules) {
        const height = this.#height(expression);
        if (height === this.#heights.get(name)) continue;
        this.#heights.set(name, height);
        changed = true;
      }
    }
    const rules = fc.letrec<Record<string, Derivation>>((tie) =>
      Object.fromEntries(
        this.#rules.map(({ name, expression }) => {
          const derived = this.#arbitrary(expression, name, tie);
          const substitute = this.#options.substitutes[name];
          return [name, substitute === undefined ? derived : substitute(derived, tie)];
        }),
      ),
    );
    return { rule: (name) => rules[name] as fc.Arbitrary<Derivation>, alternatives: this.#alternatives };
  }

  #arbitrary(node: Expression, rule: string, tie: Rule): fc.Arbitrary<Derivation> {
    switch (node.type) {
      case "literal":
        return fc.constant(plain(node.value));
      case "any":
        return characters(LATIN1);
      case "class":
        return characters(membersOf(node));
      case "rule_ref":
        return tie(node.name);
      case "action":
      case "group":
      case "labeled":
      case "named":
      case "text":
        return this.#arbitrary(node.expression, rule, tie);
      case "sequence":
        return fc.tuple(...node.elements.map((element) => this.#arbitrary(element, rule, tie))).map(join);
      case "choice":
        return this.#choice(node.alternatives, rule, tie);
      case "optional":
        return this.#option(node, this.#arbitrary(node.expression, rule, tie), rule);
      case "zero_or_more":
        return this.#option(node, this.#repeat(node.expression, 1, null, rule, tie), rule);
      case "one_or_more":
        return this.#repeat(node.expression, 1, null, rule, tie);
      case "repeated":
        return this.#repeated(node, rule, tie);
      case "simple_and":
      case "simple_not":
      case "semantic_and":
      case "semantic_not":
        return fc.constant(plain(""));
      case "library_ref":
        throw new Error("a grammar of several files");
      default:
        return node satisfies never;
    }
  }

  #choice(alternatives: readonly Expression[], rule: string, tie: Rule): fc.Arbitrary<Derivation> {
    const choices = alternatives.map((node) => ({
      height: this.#height(node),
      weight: this.#options.weights[ruleOf(node) || this.#text(node)] ?? 1,
      arbitrary: this.#mark(this.#arbitrary(node, rule, tie), `${rule}: ${this.#text(node)}`),
    }));
    // the first is what is taken at the greatest depth
    const [first, ...others] = choices.sort((one, other) => one.height - other.height);
    if (first === undefined) throw new Error(`nothing to choose from in ${rule}`);
    return fc.oneof(this.#bound, first, ...others);
  }

  #option(node: Expression, present: fc.Arbitrary<Derivation>, rule: string): fc.Arbitrary<Derivation> {
    const name = `${rule}: ${this.#text(node)}`;
    const isText = node.type === "zero_or_more" && this.#height(node.expression) === 0;
    const weight = this.#options.weights[`${ruleOf(node)}?`] ?? (isText ? WITH_TEXT : WITHOUT);
    return fc.oneof(
      this.#bound,
      { weight: WITHOUT, arbitrary: this.#mark(fc.constant(plain("")), `${name} without`) },
      { weight, arbitrary: this.#mark(present, `${name} with`) },
    );
  }

  #repeat(
    node: Expression,
    least: number,
    most: number | null,
    rule: string,
    tie: Rule,
    delimiter: Expression | null = null,
  ): fc.Arbitrary<Derivation> {
    const limit = most ?? least + (this.#height(node) === 0 ? MAX_CHARACTERS : MAX_PARTS);
    const item = this.#arbitrary(node, rule, tie);
    const items = fc.array(item, { minLength: least, maxLength: limit });
    if (delimiter === null) return items.map(join);
    const between = this.#arbitrary(delimiter, rule, tie);
    return fc
      .tuple(items, between)
      .map(([parts, comma]) => join(parts.flatMap((part, index) => (index === 0 ? [part] : [comma, part]))));
  }

  #repeated(
    { expression, min, max, delimiter }: peggy.ast.Repeated,
    rule: string,
    tie: Rule,
  ): fc.Arbitrary<Derivation> {
    const least = (min ?? max).value ?? 0;
    const most = max.value;
    if (typeof least === "string" || typeof most === "string")
      throw new Error(`${rule} is repeated as its text says`);
    return this.#repeat(expression, least, most, rule, tie, delimiter);
  }

  #mark(arbitrary: fc.Arbitrary<Derivation>, name: string): fc.Arbitrary<Derivation> {
    const same = this.#alternatives.filter((other) => other === name || other.startsWith(`${name} #`)).length;
    const alternative = same === 0 ? name : `${name} #${same + 1}`;
    this.#alternatives.push(alternative);
    return arbitrary.map(({ text, used }) => ({ text, used: [...used, alternative] }));
  }

  /** How deep rules must at least be nested to end. */
  #height(node: Expression): number {
    switch (node.type) {
      case "rule_ref":
        return 1 + (this.#heights.get(node.name) ?? Number.POSITIVE_INFINITY);
      case "choice":
        return Math.min(...node.alternatives.map((alternative) => this.#height(alternative)));
      case "sequence":
        return Math.max(...node.elements.map((element) => this.#height(element)));
      case "action":
      case "group":
      case "labeled":
      case "named":
      case "text":
      case "one_or_more":
      case "repeated":
        return this.#height(node.expression);
      default:
        return 0;
    }
  }

  #text(node: Expression): string {
    const { location } = node.type === "action" ? node.expression : node;
    return this.#source.slice(location.start.offset, location.end.offset).replace(/\s+/g, " ");
  }
}

/** The rule that an expression is, but for labels and code; "" for any other expression. */
function ruleOf(node: Expression): string {
  switch (node.type) {
    case "rule_ref":
      return node.name;
    case "action":
    case "group":
    case "labeled":
    case "text":
    case "optional":
    case "zero_or_more":
      return ruleOf(node.expression);
    default:
      return "";
  }
}

/** Mostly what means something or can be read, now and then any byte. */
function characters(members: readonly string[]): fc.Arbitrary<Derivation> {
  const printable = members.filter((byte) => byte >= " " && byte <= "~");
  const special = members.filter((byte) => SPECIAL.includes(byte));
  const from = (bytes: readonly string[], weight: number) =>
    bytes.length === 0 ? [] : [{ weight, arbitrary: fc.constantFrom(...bytes) }];
  return fc.oneof(...from(printable, 12), ...from(special, 4), ...from(members, 1)).map(plain);
}

function membersOf({ parts, inverted }: peggy.ast.CharacterClass): string[] {
  const isMember = (byte: string): boolean =>
    parts.some((part) => {
      if (typeof part === "string") return part === byte;
      if (!Array.isArray(part)) throw new Error("a class of Unicode");
      const [first = "", last = ""] = part;
      return first <= byte && byte <= last;
    });
  return LATIN1.filter((byte) => isMember(byte) !== inverted);
}
