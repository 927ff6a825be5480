import { folderOfFiles } from '../lib/fixtures.mjs';
import { atMost, OURS } from '../lib/goals.mjs';
import { pause } from '../lib/processes.mjs';
import { addUser, startOurs } from '../lib/servers.mjs';

const HUGE = 250_000;
const AT_ONCE = 4;
const SMALL = 100;
const SECONDS = 5;

export const hugeFolders = {
  name: 'huge-folders',
  about: `listings of ${SMALL} names by one user while another lists ${HUGE} names ${AT_ONCE} times at once`,
  metrics: [
    { name: 'small listing', unit: 'ms' },
    { name: 'small listing, meanwhile : usually', unit: 'x', goal: atMost(3) },
    { name: 'small listing, meanwhile, p99', unit: 'ms' },
    { name: 'four huge listings', unit: 's' },
    { name: 'peak memory', unit: 'MB', goal: atMost(450) },
  ],

  async prepare(bench) {
    const { root } = bench.fixtures;
    folderOfFiles(root, `entries-${SMALL}`, { count: SMALL, bytes: 3 });
    folderOfFiles(root, `entries-${HUGE}`, { count: HUGE, bytes: 3 });
    const { entry, scratch } = bench;
    const server = await bench.started(startOurs({ entry, root, scratch }));
    const other = await addUser(server, 'other');
    return [{ name: OURS, measure: () => measure(bench.load, server, other) }];
  },
};

async function measure(load, server, other) {
  const small = load.batch([
    [{ target: server.folderTarget(`/entries-${SMALL}`), headers: other.headers, status: 200 }],
  ]);
  const huge = load.batch(
    Array.from({ length: AT_ONCE }, () => [
      { target: server.folderTarget(`/entries-${HUGE}`), headers: server.headers, status: 200 },
    ]),
  );
  const paced = { connections: 1, batch: small, everyMs: 10 };
  const alone = await load.run(server.port, { ...paced, seconds: SECONDS });
  server.program.forgetPeak();
  const pings = load.start(server.port, { ...paced, seconds: 600 });
  // The first requests are answered before the huge listings begin.
  await pause(100);
  const seen = await load.run(server.port, { connections: AT_ONCE, batch: huge });
  pings.stop();
  const meanwhile = await pings.result;
  return {
    'small listing': alone.p50,
    'small listing, meanwhile : usually': meanwhile.p50 / alone.p50,
    'small listing, meanwhile, p99': meanwhile.p99,
    'four huge listings': seen.seconds,
    'peak memory': server.program.peakMb(),
  };
}
