import { test as base, expect } from '@playwright/test';
import { BuiltServer } from './built-server.ts';
import { Complaints } from './complaints.ts';

interface JourneyFixtures {
  /** Flags of the server besides its folder, database and port. */
  serverFlags: readonly string[];
  /** A server of this journey alone; addresses of the page are relative to it. */
  server: BuiltServer;
  /** What the browser complains of; a journey fails over any complaint that it did not expect. */
  complaints: Complaints;
}

export const test = base.extend<JourneyFixtures>({
  serverFlags: [[], { option: true }],
  server: async ({ serverFlags }, use) => {
    const server = await BuiltServer.start(serverFlags);
    // Journeys read sizes and dates; those about views choose another one themselves.
    await server.prefer({ viewMode: 'list' });
    await use(server);
    await server.remove();
  },
  baseURL: async ({ server }, use) => {
    await use(server.url);
  },
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

export { expect } from '@playwright/test';
