import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** Names the file in which a run's steps leave how many tests passed and failed, one JSON line each. */
const COUNTS_FILE = 'FB_TEST_COUNTS';

/**
 * Does nothing when nobody is counting, as in a run of one test by hand. `complaints` says of each failure what it was and
 * why: they are told once more at the end of a run, where its long output is read first.
 */
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
  return countsIn(file).reduce(
    (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
    { passed: 0, failed: 0 },
  );
}

/** What the steps complained about, in their order. */
export function complaintsIn(file) {
  return countsIn(file).flatMap(({ complaints = [] }) => complaints);
}

/** A failure as a complaint: which test it was, and the beginning of why. */
export function complaintOf(name, reasons) {
  return [name, ...reasons.map(beginningOf)].join('\n');
}
const MOST_LINES = 12;

function beginningOf(reason) {
  const lines = stripVTControlCharacters(reason).split('\n').slice(0, MOST_LINES);
  return lines.map((line) => `    ${line}`).join('\n');
}

function countsIn(file) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line));
}
