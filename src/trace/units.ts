declare const unit: unique symbol;
type Unit<Name extends string> = number & { readonly [unit]: Name };

/** Whole nanoseconds. strace prints seconds with up to nine digits after the point; none are lost here. */
export type Nanoseconds = Unit<"nanoseconds">;

export const nanoseconds = (value: number): Nanoseconds => value as Nanoseconds;
