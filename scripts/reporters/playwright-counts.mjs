import { complaintOf, leaveCounts } from '../lib/counts.mjs';

/** A Playwright reporter: leaves the run's counts. An error outside of any journey counts as a failed one. */
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
    leaveCounts({
      passed: tests.filter((test) => ['expected', 'flaky'].includes(test.outcome())).length,
      failed: failed.length + this.#errors.length,
      complaints: [
        ...failed.map((test) => complaint(nameOf(test), errorsOf(test))),
        ...this.#errors.map((error) => complaint('outside of any journey', [error])),
      ],
    });
  }

  printsToStdio() {
    return false;
  }
}

/** The project, the file and the titles. */
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
