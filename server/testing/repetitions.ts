const isSoak = process.env['FB_TEST_SOAK'] !== undefined;

/** Returns how often a test repeats what it does: `usually`, or `soaking` in `npm run test:soak`, which sets FB_TEST_SOAK. */
export function repetitions(counts: {
  readonly usually: number;
  readonly soaking: number;
}): number {
  return isSoak ? counts.soaking : counts.usually;
}

/** Returns the time limit of a test that repeats: `usually` milliseconds, or 1 hour in `npm run test:soak`. */
export function timeLimit(usually: number): number {
  return isSoak ? 3_600_000 : usually;
}
