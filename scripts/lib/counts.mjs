import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** Names the file in which a run's steps leave how many tests passed and failed, one JSON line each. */
const COUNTS_FILE = 'FB_TEST_COUNTS';

/** Does nothing when nobody is counting, as in a run of one test by hand. */
export function leaveCounts(counts) {
  const file = process.env[COUNTS_FILE];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(counts)}\n`);
}

/** How many failed so far, in the run that this process is part of; 0 when nobody is counting. */
export function countedFailures() {
  const file = process.env[COUNTS_FILE];
  return file === undefined ? 0 : sumOfCounts(file).failed;
}

/** Makes this process and its children leave their counts in `file`. */
export function countInto(file) {
  process.env[COUNTS_FILE] = file;
}

export function sumOfCounts(file) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return lines
    .map((line) => JSON.parse(line))
    .reduce(
      (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
      { passed: 0, failed: 0 },
    );
}
