import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Makes `#contract/*.ts` mean the sources, in tests as in development. */
const CONDITIONS = ['source', 'module', 'node', 'development|production'];

const resolve = { conditions: CONDITIONS };
const ssr = { resolve: { conditions: CONDITIONS, externalConditions: ['source', 'node'] } };

/** Starts or finds PostgreSQL for the store tests; hands its address on to them. */
const DATABASES = './server/testing/databases.ts';

/** Projects do not inherit them. */
const PATIENCE = { testTimeout: 20_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    // Native addons and threads of the product's own: each test file gets a process.
    pool: 'forks',
    maxWorkers: 2,
    allowOnly: false,
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: 'server',
          ...PATIENCE,
          environment: 'node',
          include: ['contract/**/*.test.ts', 'server/**/*.test.ts'],
          // Threads that the product starts from its sources inherit these.
          execArgv: ['--conditions=source', '--import=./scripts/typescript-hooks.mjs'],
          globalSetup: [DATABASES],
        },
      },
      {
        plugins: [react()],
        resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
        ssr,
        test: {
          name: 'web',
          ...PATIENCE,
          environment: 'happy-dom',
          include: ['web/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          name: 'scripts',
          ...PATIENCE,
          environment: 'node',
          include: ['scripts/**/*.test.mjs'],
        },
      },
    ],
  },
});
