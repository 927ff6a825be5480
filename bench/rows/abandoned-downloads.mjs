import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { atMost, OURS } from '../lib/goals.mjs';
import { startOurs } from '../lib/servers.mjs';

const MIB = 1024 ** 2;
const CLIENTS = 25;
const ROUNDS = 6;
const SLOW_BYTES = 150 * MIB;

export const abandonedDownloads = {
  name: 'abandoned-downloads',
  about: 'memory after clients have aborted downloads, and memory for a slow client',
  metrics: [
    { name: `left behind by ${CLIENTS * ROUNDS} clients`, unit: 'MB', goal: atMost(64) },
    { name: 'tar.gz for a slow client, over idle', unit: 'MB', goal: atMost(100) },
  ],

  async prepare({ entry, scratch, started, fixtures }) {
    const server = await started(startOurs({ entry, root: fixtures.root, scratch }));
    return [{ name: OURS, measure: () => measure(server) }];
  },
};

async function measure(server) {
  // The first requests also allocate threads and buffers that are kept.
  await abortDownloads(server);
  await pause(1_000);
  const idle = server.program.residentMb();
  for (let round = 0; round < ROUNDS; round += 1) await abortDownloads(server);
  await pause(1_000);
  const left = server.program.residentMb() - idle;

  server.program.forgetPeak();
  await readSlowly(server);
  return {
    [`left behind by ${CLIENTS * ROUNDS} clients`]: left,
    'tar.gz for a slow client, over idle': server.program.peakMb() - idle,
  };
}

/** Starts one download for each client and aborts it after 20 to 65 ms. */
async function abortDownloads(server) {
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, index) => {
      const request = ask(server, server.fileTarget('/quarter.bin'));
      request.on('error', () => undefined);
      request.on('response', (response) => response.resume().on('error', () => undefined));
      await pause(20 + (index % 10) * 5);
      request.destroy();
    }),
  );
}

/** Reads an archive more slowly than the server can compress it, and aborts after SLOW_BYTES. */
async function readSlowly(server) {
  const request = ask(server, `${server.fileTarget('/')}?files=quarter.bin&algo=targz`);
  const [response] = await once(request, 'response');
  if (response.statusCode !== 200) throw new Error(`the archive: ${response.statusCode}`);
  let read = 0;
  let untilPause = MIB;
  for await (const chunk of response) {
    read += chunk.length;
    untilPause -= chunk.length;
    if (read >= SLOW_BYTES) break;
    if (untilPause > 0) continue;
    untilPause = MIB;
    await pause(20);
  }
  request.destroy();
}

function ask({ port, headers }, path) {
  return get({ host: '127.0.0.1', port, path, headers, agent: false });
}
