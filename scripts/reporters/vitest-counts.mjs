import { complaintOf, addCounts } from '../lib/counts.mjs';

/** A vitest reporter that adds to the counts of the run. An error outside any test counts as a failed test. */
export default class VitestCounts {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failed = tests.filter((test) => test.result().state === 'failed');
    const broken = modules.filter((module) => module.errors().length > 0);
    addCounts({
      passed: tests.filter((test) => test.result().state === 'passed').length,
      skipped: tests.filter((test) => test.result().state === 'skipped').length,
      failed: failed.length + broken.length + unhandledErrors.length,
      complaints: [
        ...failed.map((test) => complaint(nameOf(test), test.result().errors ?? [])),
        ...broken.map((module) => complaint(module.relativeModuleId, module.errors())),
        ...unhandledErrors.map((error) => complaint('outside of any test', [error])),
      ],
    });
  }
}

function nameOf(test) {
  return `${test.module.relativeModuleId} › ${test.fullName}`;
}

function complaint(name, errors) {
  return complaintOf(
    name,
    errors.map((error) => [error.message, error.diff].filter(Boolean).join('\n')),
  );
}
