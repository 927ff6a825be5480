import { describe, expect, test, vi } from 'vitest';
import { transferUrl } from '#contract/transfers.ts';
import { type Client, createClient } from '../testing/client.ts';
import { missingPostgres } from '../testing/engines.ts';
import { missingObjectStore } from '../testing/object-store.ts';
import { repetitions } from '../testing/repetitions.ts';
import { logIn, verifyStorage } from '../testing/server-load.ts';
import { sharedFlags, startCluster } from '../testing/restartable-server.ts';

const WRITERS = 32;
/** Number of names that all writers create. */
const NAMES = repetitions({ usually: 5, soaking: 1_000 });
/** Number of pairs of folders that are moved into each other. */
const CROSSINGS = repetitions({ usually: 30, soaking: 10_000 });

vi.setConfig({ testTimeout: repetitions({ usually: 180_000, soaking: 7_200_000 }) });

const missing = missingPostgres() ?? missingObjectStore();

/** Starts three servers. Returns a client of each for one session, and the flags of the servers. */
async function startThree(): Promise<{
  clients: Client[];
  flags: string[];
  stop(): Promise<void>;
}> {
  const flags = await sharedFlags();
  const servers = await startCluster(3, flags);
  const addresses = servers.map(({ port }) => `http://127.0.0.1:${port}`);
  const token = await logIn(addresses[0] ?? '');
  return {
    clients: addresses.map((address) => createClient(address, token)),
    flags,
    async stop() {
      for (const server of servers) server.signal('SIGTERM');
      await Promise.all(servers.map((server) => server.ended()));
    },
  };
}

async function namesIn(client: Client, folder: string): Promise<string[]> {
  const { items } = (await client.get(`/api/resources${folder}`)).json<{
    items: { name: string }[];
  }>();
  return items.map(({ name }) => name).toSorted();
}

/** Returns how many folders are in each other below a folder. */
async function depthOf(client: Client, folder: string): Promise<number> {
  const names = await namesIn(client, folder);
  return names.length === 0 ? 0 : 1 + (await depthOf(client, `${folder}${names[0]}/`));
}

describe.skipIf(missing !== undefined)(
  `three servers${missing === undefined ? '' : ` (not run: ${missing})`}`,
  () => {
    test(`let one of ${WRITERS} writers of a name win, ${NAMES} times`, async () => {
      const { clients, flags, stop } = await startThree();
      for (let name = 0; name < NAMES; name += 1) {
        const replies = await Promise.all(
          Array.from({ length: WRITERS }, async (_, writer) => {
            const client = clients[writer % clients.length];
            const reply = await client?.post(`/api/resources/${name}.txt`, {
              body: `of ${writer}`,
            });
            return { writer, status: reply?.status ?? 0 };
          }),
        );
        const winners = replies.filter(({ status }) => status === 200);
        expect(winners).toHaveLength(1);
        // Refused for the name, or while the path is in use.
        const others = new Set(replies.map(({ status }) => status));
        expect([...others].filter((status) => ![200, 409, 423].includes(status))).toEqual([]);
        const read = await clients[name % clients.length]?.get(`/api/raw/${name}.txt`);
        expect(read?.text).toBe(`of ${winners[0]?.writer}`);
      }
      await stop();
      expect(verifyStorage(flags)).toMatchObject({ status: 0 });
    });

    test(`move folders into each other ${CROSSINGS} times without a loop or a loss`, async () => {
      const { clients, flags, stop } = await startThree();
      const [one, two, three] = clients;
      if (!one || !two || !three) throw new Error('there are three servers');
      const move = (client: Client, from: string, destination: string) =>
        client.patch(
          transferUrl(from, { action: 'rename', destination, override: false, rename: false }),
        );
      let moved = 0;
      for (let pair = 0; pair < CROSSINGS; pair += 1) {
        const [a, b] = [`/${pair}-a`, `/${pair}-b`];
        await one.post(`/api/resources${a}/`);
        await two.post(`/api/resources${b}/`);
        const replies = await Promise.all([move(one, a, `${b}/in`), move(two, b, `${a}/in`)]);
        const done = replies.filter(({ status }) => status === 200).length;
        moved += done;
        const atTop = (await namesIn(three, '/')).filter((name) => name.startsWith(`${pair}-`));
        // After the first move, the second creates the folder anew that it leads to. In a loop, none would be at the top.
        const depth = await depthOf(three, `/${atTop[0]}/`);
        expect({ top: atTop.length, depth }).toEqual(
          [
            { top: 2, depth: 0 },
            { top: 1, depth: 1 },
            { top: 1, depth: 2 },
          ][done],
        );
        await Promise.all(atTop.map((name) => one.delete(`/api/resources/${name}`)));
      }
      expect(moved).toBeGreaterThan(0);
      await stop();
      expect(verifyStorage(flags)).toMatchObject({ status: 0 });
    });
  },
);
