import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, linkSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { folderOfFiles } from '../lib/fixtures.mjs';
import { atMost, OURS } from '../lib/goals.mjs';
import { startOurs } from '../lib/servers.mjs';

const ZIP = 'zip -0 -r';
const COUNT = 10_000;
const BYTES = 4_096;
const SMALL = 'files-for-archives';
const LARGE = 'one-large-file';

export const archives = {
  name: 'archives',
  about: `a stored zip of ${COUNT} files of 4 KiB and of one file of 1 GiB, compared with the program zip`,
  metrics: [
    { name: '10,000 files', unit: 's', goal: atMost(0.75, ZIP) },
    { name: '1 GiB', unit: 's', goal: atMost(0.2, ZIP) },
    { name: '10,000 files, CPU', unit: 's' },
    { name: '1 GiB, CPU', unit: 's' },
    { name: 'RSS over idle', unit: 'MB', goal: atMost(120) },
    { name: "listing's p99 meanwhile", unit: 'ms', goal: atMost(15) },
  ],

  async prepare(bench) {
    const { root, bigFile } = bench.fixtures;
    folderOfFiles(root, SMALL, { count: COUNT, bytes: BYTES });
    folderOfFiles(root, 'entries-100', { count: 100, bytes: 3 });
    mkdirSync(join(root, LARGE), { recursive: true });
    if (!existsSync(join(root, LARGE, 'big.bin'))) linkSync(bigFile, join(root, LARGE, 'big.bin'));
    const { entry, scratch } = bench;
    const server = await bench.started(startOurs({ entry, root, scratch }));
    await checkZip(server, scratch);
    return [
      { name: OURS, measure: () => measureOurs(bench.load, server) },
      { name: ZIP, measure: () => measureZip(root) },
    ];
  },
};

async function measureOurs(load, server) {
  const target = (folder) => ({
    target: `/api/raw/${folder}?algo=zip`,
    headers: server.headers,
    status: 200,
  });
  const listing = {
    target: server.folderTarget('/entries-100'),
    headers: server.headers,
    status: 200,
  };
  server.program.forgetPeak();
  const idleMb = server.program.residentMb();
  const figures = {};
  for (const [name, folder] of [
    ['10,000 files', SMALL],
    ['1 GiB', LARGE],
  ]) {
    const cpuBefore = server.program.cpuSeconds();
    const batch = load.batch([[target(folder)]]);
    const seen = await load.run(server.port, { connections: 1, batch });
    figures[name] = seen.seconds;
    figures[`${name}, CPU`] = server.program.cpuSeconds() - cpuBefore;
  }
  figures['RSS over idle'] = server.program.peakMb() - idleMb;
  const paced = { connections: 1, batch: load.batch([[listing]]), everyMs: 5, seconds: 3 };
  const listings = load.start(server.port, paced);
  await load.run(server.port, { connections: 1, batch: load.batch([[target(SMALL)]]), seconds: 3 });
  figures["listing's p99 meanwhile"] = (await listings.result).p99;
  return figures;
}

async function measureZip(root) {
  return {
    '10,000 files': await secondsOfZip(join(root, SMALL)),
    '1 GiB': await secondsOfZip(join(root, LARGE)),
  };
}

async function secondsOfZip(cwd) {
  const startedAt = performance.now();
  const child = spawn('sh', ['-c', 'zip -q -0 -r - . | cat > /dev/null'], {
    cwd,
    stdio: 'inherit',
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`zip ended with ${code}`);
  return (performance.now() - startedAt) / 1_000;
}

/** Throws unless unzip finds no error in the archive, and the archive contains all files. */
async function checkZip(server, scratch) {
  const file = join(scratch, 'archive.zip');
  const url = `http://127.0.0.1:${server.port}/api/raw/${SMALL}?algo=zip`;
  const reply = await fetch(url, { headers: server.headers });
  await pipeline(Readable.fromWeb(reply.body), createWriteStream(file));
  execFileSync('unzip', ['-tqq', file]);
  const names = execFileSync('unzip', ['-Z', '-1', file], { encoding: 'utf8' });
  if (names.trim().split('\n').length !== COUNT) throw new Error('the archive lacks files');
  rmSync(file);
}
