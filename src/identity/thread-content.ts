/** What a thread did, as far as pairing threads needs to know. */
export type ThreadContent = {
  /** Number of compared calls. */
  readonly calls: number;
  /** Equal for threads that issued equal sequences; cheap, so it may be equal for others too. */
  readonly sketch: number;
  /** Like `sketch`, over every call; asked for only where sketches leave a choice. */
  readonly hash: () => number;
  /** Weighted counts of what occurs in the sequence, by hash; asked for only if hashes leave threads unpaired. */
  readonly features: () => ReadonlyMap<number, number>;
};
