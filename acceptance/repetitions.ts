const isSoak = process.env['FB_TEST_SOAK'] !== undefined;

/** Returns how often a test repeats what it does: `usually`, or `soaking` in `npm run test:soak`, which sets FB_TEST_SOAK. */
export function repetitions(counts: {
  readonly usually: number;
  readonly soaking: number;
}): number {
  return isSoak ? counts.soaking : counts.usually;
}
