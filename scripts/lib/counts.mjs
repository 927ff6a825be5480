import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** Environment variable with the file to which the steps of a run append their counts of tests, one JSON line each. */
const COUNTS_FILE = 'FB_TEST_COUNTS';

/**
 * Adds counts to those of the run, or does nothing outside a run. `complaints` holds the reason of each failure; the run prints
 * them again at its end.
 */
export function addCounts(counts) {
  const file = process.env[COUNTS_FILE];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(counts)}\n`);
}

/** Returns the number of failed tests so far in the run that this process is part of; 0 outside a run. */
export function countedFailures() {
  const file = process.env[COUNTS_FILE];
  return file === undefined ? 0 : sumOfCounts(file).failed;
}

/** Makes this process and its children append their counts to `file`. */
export function countInto(file) {
  process.env[COUNTS_FILE] = file;
}

export function sumOfCounts(file) {
  return countsIn(file).reduce(
    (sum, { passed, failed, skipped = 0 }) => {
      return {
        passed: sum.passed + passed,
        failed: sum.failed + failed,
        skipped: sum.skipped + skipped,
      };
    },
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** Returns the complaints of all steps, in order. */
export function complaintsIn(file) {
  return countsIn(file).flatMap(({ complaints = [] }) => complaints);
}

/** Formats a failure as a complaint: the name of the test and the first lines of each reason. */
export function complaintOf(name, reasons) {
  return [name, ...reasons.map(beginningOf)].join('\n');
}
const MAX_LINES = 12;

function beginningOf(reason) {
  const lines = stripVTControlCharacters(reason).split('\n').slice(0, MAX_LINES);
  return lines.map((line) => `    ${line}`).join('\n');
}

function countsIn(file) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line));
}
