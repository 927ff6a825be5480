import { atMost, OURS } from '../lib/goals.mjs';
import { folderOfFiles } from '../lib/fixtures.mjs';
import { startOurs } from '../lib/servers.mjs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LOG_INS = 20;
const AT_ONCE = 8;
const SECONDS = 3;

export const logInRow = {
  name: 'log-in',
  about: 'duration of one login, and listings of 100 entries while eight users log in at once',
  metrics: [
    { name: 'one log-in', unit: 'ms' },
    { name: 'one log-in, CPU', unit: 'ms', goal: atMost(20) },
    { name: 'log-ins, 8 at once', unit: '/s' },
    { name: "listing's p99 alone", unit: 'ms' },
    { name: "listing's p99 meanwhile", unit: 'ms', goal: atMost(15) },
    { name: "listing's worst meanwhile", unit: 'ms' },
  ],

  async prepare(bench) {
    const { root } = bench.fixtures;
    folderOfFiles(root, 'entries-100', { count: 100, bytes: 3 });
    const { entry, scratch } = bench;
    const server = await bench.started(startOurs({ entry, root, scratch }));
    const body = join(scratch, 'credentials.json');
    writeFileSync(body, server.credentials);
    return [{ name: OURS, measure: () => measure(bench.load, server, body) }];
  },
};

async function measure(load, server, body) {
  const bytes = Buffer.byteLength(server.credentials);
  const headers = { 'Content-Type': 'application/json' };
  const logIn = [
    { method: 'POST', target: '/api/login', headers, body: { at: 0, bytes }, status: 200 },
  ];
  const target = server.folderTarget('/entries-100');
  const batch = load.batch([[{ target, headers: server.headers, status: 200 }]]);
  const paced = { connections: 1, batch, everyMs: 5 };

  const cpuBefore = server.program.cpuSeconds();
  const sequence = load.batch(Array.from({ length: LOG_INS }, () => logIn));
  const one = await load.run(server.port, { connections: 1, batch: sequence, body });
  const cpu = server.program.cpuSeconds() - cpuBefore;
  const alone = await load.run(server.port, { ...paced, seconds: 1 });
  const listings = load.start(server.port, { ...paced, seconds: SECONDS });
  const many = await load.run(server.port, {
    connections: AT_ONCE,
    batch: sequence,
    body,
    seconds: SECONDS,
  });
  const meanwhile = await listings.result;
  return {
    'one log-in': one.p50,
    'one log-in, CPU': (cpu / LOG_INS) * 1_000,
    'log-ins, 8 at once': many.requests / many.seconds,
    "listing's p99 alone": alone.p99,
    "listing's p99 meanwhile": meanwhile.p99,
    "listing's worst meanwhile": meanwhile.worst,
  };
}
