import fc from "fast-check";
import { scaled } from "./support/scaled.ts";

// The same cases in every run, so that a red test stays red until it is mended. To look further: another seed here,
// or more cases by TEST_SCALE. A property may take what time it takes: a limit would pass cases that were not tried.
fc.configureGlobal({ seed: 5431, numRuns: scaled(100) });
