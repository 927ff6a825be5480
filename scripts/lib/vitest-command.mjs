import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tool } from './steps.mjs';

const COUNTS = join(
  dirname(fileURLToPath(import.meta.url)),
  '..',
  'reporters',
  'vitest-counts.mjs',
);

/** Selects the projects of vitest.config.ts that hold unit tests. */
export const UNIT_PROJECTS = '--project=!integration';

/** Returns the command that runs tests with Vitest and adds what it counts to the counts of the run. */
export function vitest(...options) {
  return tool('vitest/vitest.mjs', 'run', '--reporter=default', `--reporter=${COUNTS}`, ...options);
}
