import { get } from 'node:http';
import { join } from 'node:path';
import { atMost, OURS } from '../lib/goals.mjs';
import { pause, Program } from '../lib/processes.mjs';
import { freePort, logIn, startOurs } from '../lib/servers.mjs';

const BARE = 'node:http';
const TIMES = 3;
const SCRIPT = 'require("node:http").createServer((q, s) => s.end("ok")).listen(+process.argv[1])';

export const start = {
  name: 'start',
  about: 'time from exec to the first response, and memory two seconds after a login',
  metrics: [
    { name: 'first answer', unit: 'ms', goal: atMost(2, BARE) },
    { name: 'idle memory', unit: 'MB', goal: atMost(80) },
  ],

  async prepare(bench) {
    const { entry, scratch } = bench;
    // The root is empty, because the row `search` measures the memory of an index.
    const root = bench.folder('start');
    // The first start creates the database; only later starts are measured.
    const first = await startOurs({ entry, root, scratch });
    await first.program.stop();
    const ours = (port) => [entry, '--root', root, '--database', first.database, '--port', port];
    const bare = (port) => ['-e', SCRIPT, port];
    const work = { scratch: join(scratch), credentials: first.credentials };
    return [
      { name: OURS, measure: () => measure(ours, work) },
      { name: BARE, measure: () => measure(bare, { scratch: join(scratch) }) },
    ];
  },
};

async function measure(argsFor, { scratch, credentials }) {
  const times = [];
  const idle = [];
  for (let count = 0; count < TIMES; count += 1) {
    const port = await freePort();
    const begun = performance.now();
    const program = new Program(process.execPath, argsFor(String(port)), { cwd: scratch });
    try {
      while (!(await isAnswered(port))) await pause(1);
      times.push(performance.now() - begun);
      if (credentials !== undefined) await logIn(port, credentials);
      if (count > 0) continue;
      await pause(2_000);
      idle.push(program.residentMb());
    } finally {
      await program.stop();
    }
  }
  return { 'first answer': Math.min(...times), 'idle memory': idle[0] };
}

function isAnswered(port) {
  return new Promise((resolve) => {
    const asked = get({ port, host: '127.0.0.1', path: '/health', agent: false }, (reply) => {
      reply.resume().on('end', () => resolve(reply.statusCode === 200));
    });
    asked.on('error', () => resolve(false));
  });
}
