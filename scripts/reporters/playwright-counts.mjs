import { leaveCounts } from '../lib/counts.mjs';

/** A Playwright reporter: leaves the run's counts. An error outside of any journey counts as a failed one. */
export default class PlaywrightCounts {
  #suite;
  #errors = 0;

  onBegin(_config, suite) {
    this.#suite = suite;
  }

  onError() {
    this.#errors += 1;
  }

  onEnd() {
    const outcomes = (this.#suite?.allTests() ?? []).map((test) => test.outcome());
    const failed = outcomes.filter((outcome) => outcome === 'unexpected').length;
    leaveCounts({
      passed: outcomes.filter((outcome) => outcome === 'expected' || outcome === 'flaky').length,
      failed: failed + this.#errors,
    });
  }

  printsToStdio() {
    return false;
  }
}
