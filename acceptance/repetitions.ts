export const isSoak = process.env['FB_TEST_SOAK'] !== undefined;

/** Returns the number of repetitions of a test: `usually`, or `soaking` in `npm run test:soak`, which sets FB_TEST_SOAK. */
export function repetitions(counts: {
  readonly usually: number;
  readonly soaking: number;
}): number {
  return isSoak ? counts.soaking : counts.usually;
}
