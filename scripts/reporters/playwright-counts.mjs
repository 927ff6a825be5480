import { complaintOf, addCounts } from '../lib/counts.mjs';

/** A Playwright reporter that adds to the counts of the run. An error outside any test counts as a failed test. */
export default class PlaywrightCounts {
  #suite;
  #errors = [];

  onBegin(_config, suite) {
    this.#suite = suite;
  }

  onError(error) {
    this.#errors.push(error);
  }

  onEnd() {
    const tests = this.#suite?.allTests() ?? [];
    const failed = tests.filter((test) => test.outcome() === 'unexpected');
    addCounts({
      passed: tests.filter((test) => ['expected', 'flaky'].includes(test.outcome())).length,
      skipped: tests.filter((test) => test.outcome() === 'skipped').length,
      failed: failed.length + this.#errors.length,
      complaints: [
        ...failed.map((test) => complaint(nameOf(test), errorsOf(test))),
        ...this.#errors.map((error) => complaint('outside any test', [error])),
      ],
    });
  }

  printsToStdio() {
    return false;
  }
}

/** Returns the project, the file and the titles. */
function nameOf(test) {
  return test.titlePath().filter(Boolean).join(' › ');
}

function errorsOf(test) {
  return test.results.at(-1)?.errors ?? [];
}

function complaint(name, errors) {
  return complaintOf(
    name,
    errors.map(({ message = '' }) => message),
  );
}
