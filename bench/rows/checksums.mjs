import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOfFiles, sha256OfFile } from '../lib/fixtures.mjs';
import { atMost, OURS } from '../lib/goals.mjs';
import { startOurs } from '../lib/servers.mjs';

const OPENSSL = 'openssl';

export const checksums = {
  name: 'checksums',
  about: 'checksums of 1 GiB, and listings of 100 entries meanwhile',
  metrics: [
    { name: 'sha256', unit: 's', goal: atMost(1, OPENSSL) },
    { name: 'all four in one reading', unit: 's' },
    { name: 'memory over idle', unit: 'MB', goal: atMost(120) },
    { name: "listing's p99 meanwhile", unit: 'ms', goal: atMost(15) },
    { name: "listing's worst meanwhile", unit: 'ms' },
  ],

  async prepare(bench) {
    const { root } = bench.fixtures;
    folderOfFiles(root, 'entries-100', { count: 100, bytes: 3 });
    const server = await bench.started(
      startOurs({ entry: bench.entry, root, scratch: bench.scratch }),
    );
    await checkChecksums(server, root);
    return [
      { name: OURS, measure: () => measure(bench.load, server) },
      { name: OPENSSL, measure: () => ({ sha256: secondsOfOpenssl(join(root, 'big.bin')) }) },
    ];
  },
};

async function measure(load, server) {
  const idle = server.program.residentMb();
  server.program.forgetPeak();
  const sha256 = await secondsOf(() => ask(server, '/big.bin', 'sha256'));
  const listings = load.start(server.port, {
    connections: 1,
    batch: load.batch([
      [{ target: server.folderTarget('/entries-100'), headers: server.headers, status: 200 }],
    ]),
    everyMs: 5,
    seconds: 4,
  });
  const all = await secondsOf(() =>
    Promise.all([
      ask(server, '/big.bin', 'md5,sha1,sha256,sha512'),
      ask(server, '/quarter.bin', 'sha512'),
    ]),
  );
  const meanwhile = await listings.result;
  return {
    sha256,
    'all four in one reading': all,
    'memory over idle': server.program.peakMb() - idle,
    "listing's p99 meanwhile": meanwhile.p99,
    "listing's worst meanwhile": meanwhile.worst,
  };
}

async function checkChecksums(server, root) {
  const { sha256, md5 } = await ask(server, '/quarter.bin', 'sha256,md5');
  const quarter = join(root, 'quarter.bin');
  if (sha256 !== sha256OfFile(quarter)) throw new Error('wrong SHA-256');
  const expected = createHash('md5').update(readFileSync(quarter)).digest('hex');
  if (md5 !== expected) throw new Error('wrong MD5');
}

async function ask(server, path, algorithms) {
  const target = `/api/resources${path}?checksum=${algorithms}`;
  const reply = await fetch(`http://127.0.0.1:${server.port}${target}`, {
    headers: server.headers,
  });
  if (!reply.ok) throw new Error(`${reply.status} to ${target}`);
  return (await reply.json()).checksums;
}

function secondsOfOpenssl(file) {
  const begun = performance.now();
  execFileSync(OPENSSL, ['dgst', '-sha256', file]);
  return (performance.now() - begun) / 1_000;
}

async function secondsOf(work) {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1_000;
}
