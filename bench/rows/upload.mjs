import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sha256OfFile } from '../lib/fixtures.mjs';
import { atLeast, atMost, OURS } from '../lib/goals.mjs';
import { startOurs, startReceiver } from '../lib/servers.mjs';
import { appendChunk, createUpload } from '../lib/tus.mjs';

const GIB = 1024 ** 3;
/** Default chunk size of the page. Bytes. */
const CHUNK_BYTES = 10 * 1024 * 1024;
const FLOOR = 'recv+write';

export const upload = {
  name: 'upload',
  about: '1 GiB by tus in chunks of 10 MiB, flushed, in memory and on the disk',
  metrics: [
    { name: 'in memory', unit: 'GiB/s', goal: atLeast(0.65, FLOOR) },
    { name: 'in memory, CPU', unit: 's', goal: atMost(2, FLOOR) },
    { name: 'in memory, RSS over idle', unit: 'MB', goal: atMost(100) },
    { name: 'on disk', unit: 'GiB/s', goal: atLeast(0.65, FLOOR) },
    { name: 'on disk, CPU', unit: 's', goal: atMost(2, FLOOR) },
    { name: 'on disk, RSS over idle', unit: 'MB', goal: atMost(100) },
  ],

  async prepare(bench) {
    const roots = { 'in memory': bench.memoryFolder('upload'), 'on disk': bench.folder('upload') };
    const ours = [];
    const floor = [];
    for (const [medium, root] of Object.entries(roots)) {
      const own = await bench.started(
        startOurs({ entry: bench.entry, root, scratch: bench.scratch }),
      );
      ours.push({ medium, server: own, file: join(root, 'upload.bin'), units: tusUnits });
      const file = join(root, 'floor.bin');
      const receiver = await bench.started(startReceiver({ program: bench.receiver, file }));
      floor.push({ medium, server: receiver, file, units: wholeUnit });
    }
    const expected = sha256OfFile(bench.fixtures.bigFile);
    return [
      { name: OURS, measure: () => measureAll(bench, ours, expected) },
      { name: FLOOR, measure: () => measureAll(bench, floor, expected) },
    ];
  },
};

async function measureAll(bench, targets, expected) {
  const figures = {};
  for (const target of targets) Object.assign(figures, await measure(bench, target, expected));
  return figures;
}

async function measure({ load, fixtures }, { medium, server, file, units }, expected) {
  const { program } = server;
  const batch = load.batch(units(server, fixtures.big));
  program.forgetPeak();
  const idleMb = program.residentMb();
  const cpuBefore = program.cpuSeconds();
  const seen = await load.run(server.port, { connections: 1, batch, body: fixtures.bigFile });
  const cpu = program.cpuSeconds() - cpuBefore;
  const overIdle = program.peakMb() - idleMb;
  if (sha256OfFile(file) !== expected) throw new Error('the file differs from the sent bytes');
  rmSync(file);
  return {
    [medium]: fixtures.big / GIB / seen.seconds,
    [`${medium}, CPU`]: cpu,
    [`${medium}, RSS over idle`]: overIdle,
  };
}

function tusUnits(server, size) {
  const unit = [createUpload(server, '/upload.bin', size)];
  for (let at = 0; at < size; at += CHUNK_BYTES) {
    const bytes = Math.min(CHUNK_BYTES, size - at);
    unit.push(appendChunk(server, '/upload.bin', { offset: at, body: { at, bytes } }));
  }
  return [unit];
}

function wholeUnit(server, size) {
  return [[{ method: 'PUT', target: '/floor.bin', body: { at: 0, bytes: size }, status: 201 }]];
}
