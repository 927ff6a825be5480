import { leaveCounts } from '../lib/counts.mjs';

/** A vitest reporter: leaves the run's counts. An error outside of any test counts as a failed one. */
export default class VitestCounts {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failed = tests.filter((test) => test.result().state === 'failed').length;
    const broken = modules.filter((module) => module.errors().length > 0).length;
    leaveCounts({
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: failed + broken + unhandledErrors.length,
    });
  }
}
