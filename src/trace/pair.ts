/** The two sides of a comparison; `after` is measured against `before`. */
export type Pair<T> = { readonly before: T; readonly after: T };

export type Side = keyof Pair<unknown>;

export function mapPair<A, B>(pair: Pair<A>, side: (value: A, name: Side) => B): Pair<B> {
  return { before: side(pair.before, "before"), after: side(pair.after, "after") };
}
