import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { sha256OfFile } from '../lib/fixtures.mjs';
import { atMost, OURS } from '../lib/goals.mjs';
import { startOurs } from '../lib/servers.mjs';
import { appendChunk, createUpload } from '../lib/tus.mjs';

/** Default chunk size of the page. Bytes. */
const CHUNK_BYTES = 10 * 1024 * 1024;
const UNVERIFIED = 'unverified';
const PATH = '/upload.bin';
/** Maximum time until the server states the digest. */
const KNOWN_WITHIN_S = 120;

/** Uploads the same file to the same server with the checksums that the page sends, and without. */
export const verifiedUpload = {
  name: 'verified-upload',
  about: '1 GiB by tus in chunks of 10 MiB, with a CRC-32 for each chunk, and without',
  metrics: [
    { name: 'in memory', unit: 's', goal: atMost(1.15, UNVERIFIED) },
    { name: 'in memory, CPU', unit: 's' },
    { name: 'in memory, SHA-256 known after', unit: 's' },
    { name: 'on disk', unit: 's', goal: atMost(1.15, UNVERIFIED) },
    { name: 'on disk, CPU', unit: 's' },
    { name: 'on disk, SHA-256 known after', unit: 's' },
  ],

  async prepare(bench) {
    const roots = {
      'in memory': bench.memoryFolder('verified'),
      'on disk': bench.folder('verified'),
    };
    const targets = [];
    for (const [medium, root] of Object.entries(roots)) {
      const server = await bench.started(
        startOurs({ entry: bench.entry, root, scratch: bench.scratch }),
      );
      targets.push({ medium, server, file: join(root, PATH) });
    }
    const { big, bigFile } = bench.fixtures;
    const expected = sha256OfFile(bigFile);
    const checksums = checksumsOf(bigFile, big);
    const measureAll = async (sums) => {
      const figures = {};
      for (const target of targets) {
        Object.assign(figures, await measure(bench, target, { sums, expected }));
      }
      return figures;
    };
    return [
      { name: OURS, measure: () => measureAll(checksums) },
      { name: UNVERIFIED, measure: () => measureAll([]) },
    ];
  },
};

async function measure({ load, fixtures }, { medium, server, file }, { sums, expected }) {
  const { program } = server;
  const batch = load.batch([unitOf(server, fixtures.big, sums)]);
  const cpuBefore = program.cpuSeconds();
  const { seconds } = await load.run(server.port, {
    connections: 1,
    batch,
    body: fixtures.bigFile,
  });
  const figures = { [medium]: seconds };
  if (sums.length > 0) {
    figures[`${medium}, SHA-256 known after`] = await secondsUntilKnown(server, expected);
  }
  figures[`${medium}, CPU`] = program.cpuSeconds() - cpuBefore;
  if (sha256OfFile(file) !== expected) throw new Error('the file differs from the sent bytes');
  rmSync(file);
  return figures;
}

function unitOf(server, size, sums) {
  const unit = [createUpload(server, PATH, size)];
  for (let at = 0; at < size; at += CHUNK_BYTES) {
    const bytes = Math.min(CHUNK_BYTES, size - at);
    const checksum = sums[at / CHUNK_BYTES];
    unit.push(appendChunk(server, PATH, { offset: at, body: { at, bytes }, checksum }));
  }
  return unit;
}

/** Returns the value of the header Upload-Checksum for each chunk. */
function checksumsOf(file, size) {
  const fd = openSync(file, 'r');
  const sums = [];
  for (let at = 0; at < size; at += CHUNK_BYTES) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - at));
    readSync(fd, chunk, 0, chunk.length, at);
    const value = Buffer.alloc(4);
    value.writeUInt32BE(crc32(chunk));
    sums.push(`crc32 ${value.toString('base64')}`);
  }
  closeSync(fd);
  return sums;
}

/** Waits until the server states the digest of the file, which it computes in the background. Returns the time in seconds. */
async function secondsUntilKnown({ port, headers }, expected) {
  const begun = performance.now();
  const wanted = `sha-256=:${Buffer.from(expected, 'hex').toString('base64')}:`;
  for (;;) {
    const reply = await fetch(`http://127.0.0.1:${port}/api/raw${PATH}`, {
      method: 'HEAD',
      headers,
    });
    const digest = reply.headers.get('repr-digest');
    const seconds = (performance.now() - begun) / 1_000;
    if (digest === wanted) return seconds;
    if (digest !== null) throw new Error('wrong digest');
    if (seconds > KNOWN_WITHIN_S)
      throw new Error(`the server has stated no digest within ${KNOWN_WITHIN_S} s`);
    await delay(20);
  }
}
