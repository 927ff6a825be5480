import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: dirname(fileURLToPath(import.meta.url)),
    environment: 'node',
    include: ['*.test.ts'],
    globalSetup: ['./global-setup.ts'],
    pool: 'forks',
    // One more than the cores of a small machine, because tests wait for files and processes a quarter of the time.
    maxWorkers: 3,
    testTimeout: 90_000,
    hookTimeout: 60_000,
    allowOnly: false,
  },
});
