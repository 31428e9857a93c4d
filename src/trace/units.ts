declare const unit: unique symbol;
/** Whole nanoseconds. strace prints seconds with up to nine decimals; none are lost here. */
export type Nanoseconds = number & { readonly [unit]: "nanoseconds" };

export const nanoseconds = (value: number): Nanoseconds => value as Nanoseconds;
