import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { BuiltServer, type DatabaseTemplate } from './built-server.ts';
import { Complaints } from './complaints.ts';
import { SharedServer } from './shared-server.ts';
import type { TestServer } from './test-server.ts';

interface TestFixtures {
  /** What the browser reports as errors and warnings; a test fails on any that it did not expect. */
  complaints: Complaints;
}

interface WorkerFixtures {
  databaseTemplate: DatabaseTemplate;
  sharedServer: SharedServer;
}

const withTemplate = base.extend<TestFixtures, WorkerFixtures>({
  databaseTemplate: [
    async ({ browserName: _ }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'filebrowser-template-'));
      await use(await makeTemplate(join(folder, 'filebrowser.db')));
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  sharedServer: [
    async ({ databaseTemplate }, use) => {
      const server = await BuiltServer.start({ template: databaseTemplate });
      await use(await SharedServer.on(server));
      await server.remove();
    },
    { scope: 'worker' },
  ],
  complaints: [
    async ({ context }, use) => {
      const complaints = new Complaints();
      await complaints.watch(context);
      await use(complaints);
      expect(complaints.unexpected(), 'what the browser complained of').toEqual([]);
    },
    { auto: true },
  ],
});

/** A browser test with a folder and an administrator of its own, on a server that the tests of a worker share. */
export const test = withTemplate.extend<{ server: TestServer }>({
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

/** A browser test that changes settings of the whole server, kills it, or starts it with other flags. */
export const ownServerTest = withTemplate.extend<OwnServerFixtures>({
  serverFlags: [[], { option: true }],
  server: async ({ serverFlags: flags, databaseTemplate: template }, use) => {
    const server = await BuiltServer.start({ flags, template });
    await use(server);
    await server.remove();
  },
  baseURL: async ({ server }, use) => {
    await use(server.url);
  },
});

/** Copies the database of a new server whose administrator has logged in and prefers the list view, which shows sizes and dates. */
async function makeTemplate(file: string): Promise<DatabaseTemplate> {
  const server = await BuiltServer.start();
  const { admin } = server;
  await server.prefer({ viewMode: 'list' });
  await server.stop();
  copyFileSync(server.database, file);
  await server.remove();
  return { file, admin };
}

export { expect } from '@playwright/test';
