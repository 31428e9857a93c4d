/** The few symbols of a report that ASCII does not have. */
export type Symbols = {
  readonly same: string;
  readonly different: string;
  readonly inconclusive: string;
  readonly warning: string;
  readonly arrow: string;
  readonly range: string;
  /** A percentile that the sample is too small for. */
  readonly none: string;
  readonly ellipsis: string;
  readonly dot: string;
  readonly micro: string;
  readonly times: string;
};

export const UNICODE_SYMBOLS: Symbols = {
  same: "✔",
  different: "✖",
  inconclusive: "?",
  warning: "!",
  arrow: "→",
  range: "–",
  none: "–",
  ellipsis: "…",
  dot: "·",
  micro: "µ",
  times: "×",
};

export const ASCII_SYMBOLS: Symbols = {
  same: "=",
  different: "x",
  inconclusive: "?",
  warning: "!",
  arrow: "->",
  range: "-",
  none: "-",
  ellipsis: "...",
  dot: "|",
  micro: "u",
  times: "x",
};
