import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { separateIcons } from './web/testing/separate-icons.ts';
import { languageParts } from './web/vite.config.ts';

/** As the built server starts: libuv's pool in the processes of the tests is as large. */
process.env['UV_THREADPOOL_SIZE'] ??= '32';

/** Makes `#contract/*.ts` mean the sources, in tests as in development. */
const CONDITIONS = ['source', 'module', 'node', 'development|production'];

const ssr = { resolve: { conditions: CONDITIONS, externalConditions: ['source', 'node'] } };

/** Starts or finds PostgreSQL for the store tests; hands its address on to them. */
const DATABASES = './server/testing/databases.ts';

/** Bundles what tests start as threads and processes, and has threads started from there. */
const BUNDLES = './server/testing/bundles.ts';
const BUNDLED_WORKERS = [
  {
    find: /^\.{1,2}\/(?:.*\/)?worker-url\.ts$/,
    replacement: fileURLToPath(new URL('./server/testing/bundled.ts', import.meta.url)),
  },
];

/** The page is resolved and transformed as in its build. */
const page = {
  plugins: [react(), languageParts(), separateIcons()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  ssr,
};

/** Projects do not inherit them. */
const PATIENCE = {
  // Tests of a second take half a minute while other processes use all cores of a slow machine.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
};

/** They start whole servers or several, use object storage, or wait for the time limits of disks and databases that do not answer. */
const INTEGRATION = 'server/**/*.integration.test.ts';

/** Tests of features that change files only through the server. They also run on a managed store. */
const ON_MANAGED_STORE = [
  'server/features/files/{missing-home,subtitles-behind-rules}.test.ts',
  'server/features/shares/{ended-shares,expiry,list-uses,share-after-operations,share-pages,share-password,too-many-shares,visitors,who-may-share}.test.ts',
];

/** Without `module`: under that condition, the library for object storage has files that can only be bundled. */
const SERVER_CONDITIONS = CONDITIONS.filter((name) => name !== 'module');
const server = {
  resolve: { conditions: SERVER_CONDITIONS, alias: BUNDLED_WORKERS },
  ssr: { resolve: { ...ssr.resolve, conditions: SERVER_CONDITIONS } },
};
const serverTests = {
  ...PATIENCE,
  environment: 'node' as const,
  globalSetup: [DATABASES, BUNDLES],
};

export default defineConfig({
  test: {
    // Processes and not threads: tests use native addons, threads of the server and signals.
    pool: 'forks',
    // One more than the cores of a small machine: tests wait for files and processes a quarter of the time.
    maxWorkers: 3,
    allowOnly: false,
    projects: [
      {
        ...server,
        test: {
          ...serverTests,
          name: 'server',
          include: ['contract/**/*.test.ts', 'server/**/*.test.ts'],
          exclude: [INTEGRATION],
          // Modules are loaded once for each worker: tests leave no state in them. A file that needs fresh ones needs a project of its own.
          isolate: false,
        },
      },
      {
        ...server,
        test: {
          ...serverTests,
          name: 'managed',
          env: { FB_TEST_STORAGE: process.env['FB_TEST_STORAGE'] ?? 'managed' },
          include: ON_MANAGED_STORE,
          isolate: false,
        },
      },
      {
        ...server,
        test: { ...serverTests, name: 'integration', include: [INTEGRATION], isolate: false },
      },
      {
        ...page,
        test: {
          name: 'web',
          ...PATIENCE,
          environment: 'happy-dom',
          include: ['web/**/*.test.ts'],
          setupFiles: ['./web/testing/reset-globals.ts'],
          // Most test one function. A process, a document and the modules for each file would take ten times as long.
          isolate: false,
        },
      },
      {
        ...page,
        test: {
          name: 'screens',
          ...PATIENCE,
          environment: 'happy-dom',
          include: ['web/**/*.test.tsx'],
          setupFiles: [
            './web/testing/computed-styles.ts',
            './web/testing/owner-stacks.ts',
            './web/testing/settled.ts',
          ],
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
