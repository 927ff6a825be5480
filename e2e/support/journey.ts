import { test as base, expect } from '@playwright/test';
import { BuiltServer } from './built-server.ts';
import { BrowserErrors } from './browser-errors.ts';
import { databaseTemplate } from './database-template.ts';
import { SharedServer } from './shared-server.ts';
import type { TestServer } from './test-server.ts';

interface TestFixtures {
  /** Errors and warnings of the browser. Unexpected ones fail the test. */
  browserErrors: BrowserErrors;
}

interface WorkerFixtures {
  sharedServer: SharedServer;
}

const withBrowserErrors = base.extend<TestFixtures, WorkerFixtures>({
  sharedServer: [
    // Playwright reads the names of the fixtures that it uses from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await BuiltServer.start({ template: databaseTemplate() });
      await use(await SharedServer.on(server));
      await server.remove();
    },
    { scope: 'worker' },
  ],
  browserErrors: [
    async ({ context }, use) => {
      const browserErrors = new BrowserErrors();
      await browserErrors.watch(context);
      await use(browserErrors);
      expect(browserErrors.unexpected(), 'unexpected errors and warnings of the browser').toEqual(
        [],
      );
    },
    { auto: true },
  ],
});

/** A browser test with its own folder and administrator, on a server that the tests of a worker share. */
export const test = withBrowserErrors.extend<{ server: TestServer }>({
  server: async ({ sharedServer }, use) => {
    const home = await sharedServer.openHome();
    await use(home);
    home.removeFiles();
  },
  baseURL: async ({ server }, use) => {
    await use(server.url);
  },
});

interface OwnServerFixtures {
  /** Flags of the server besides its folder, database and port. */
  serverFlags: readonly string[];
  server: BuiltServer;
}

/** A browser test with its own server, for tests that change global settings, kill it, or need other flags. */
export const ownServerTest = withBrowserErrors.extend<OwnServerFixtures>({
  serverFlags: [[], { option: true }],
  server: async ({ serverFlags: flags }, use) => {
    const server = await BuiltServer.start({ flags, template: databaseTemplate() });
    await use(server);
    await server.remove();
  },
  baseURL: async ({ server }, use) => {
    await use(server.url);
  },
});

export { expect } from '@playwright/test';
