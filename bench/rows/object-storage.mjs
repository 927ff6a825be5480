import { randomBytes } from 'node:crypto';
import { linkSync } from 'node:fs';
import { join } from 'node:path';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { BUCKET, startEngines } from '../lib/engines.mjs';
import { fileName } from '../lib/fixtures.mjs';
import { atLeast, atMost, OURS } from '../lib/goals.mjs';
import { startOurs, startPipe, startRclone } from '../lib/servers.mjs';
import { timedRequest } from '../lib/timed-request.mjs';

const FILES = 1_000;
const SMALL_BYTES = 4 * 1024;
const GIB = 1024 ** 3;
const CLIENTS = 8;
const CONNECTIONS = 64;
const SECONDS = 5;
/** Requests at once that fill a server. */
const FILLED_AT_ONCE = 8;
const ADDRESS_SECONDS = 3_600;
const RCLONE = 'rclone';
const DIRECT = 'direct';
const PIPE = 'node:http pipe';

export const objectStorage = {
  name: 'object-storage',
  about: `256 MiB downloaded and uploaded, ${FILES} files of 4 KiB downloaded over ${CONNECTIONS} connections, listed and copied, in a bucket: beside rclone serve webdav, a server of ten lines in Node, and requests to the store itself`,
  metrics: [
    { name: '1 client', unit: 'GiB/s', goal: atLeast(0.8, DIRECT) },
    { name: `${CLIENTS} clients`, unit: 'GiB/s', goal: atLeast(0.8, DIRECT) },
    { name: '4 KiB', unit: '/s', goal: atLeast(1, RCLONE) },
    { name: 'upload', unit: 'GiB/s', goal: atLeast(1, RCLONE) },
    { name: `listing of ${FILES}`, unit: 'ms', goal: atMost(30) },
    { name: `copy of ${FILES} files`, unit: 'ms', goal: atMost(1, RCLONE) },
    { name: 'peak memory', unit: 'MB', goal: atMost(400) },
  ],

  async prepare(bench) {
    const { store, flags, env } = await startEngines(bench);
    const scratch = bench.folder('object-storage');
    const ours = await bench.started(
      startOurs({ entry: bench.entry, root: scratch, scratch, flags, env }),
    );
    const own = { ...ours, work: OUR_WORK };
    await fill(bench, own);
    const contenders = [{ name: OURS, measure: () => measure(bench, own) }];

    const rclone = await bench.startOther(RCLONE, (command) =>
      startRclone({ command, scratch, store, bucket: BUCKET }),
    );
    if (rclone !== undefined) {
      const other = { ...rclone, work: WEBDAV };
      await fill(bench, other);
      contenders.push({ name: RCLONE, measure: () => measure(bench, other) });
    }

    const direct = await signedTarget(store, bench);
    const pipe = await bench.started(startPipe(direct.port));
    contenders.push(
      { name: PIPE, measure: () => downloads(bench, { ...direct, port: pipe.port }) },
      { name: DIRECT, measure: () => downloads(bench, direct) },
    );
    return contenders;
  },
};

/** Requests of our interface, without their bodies. */
const OUR_WORK = {
  upload: (path) => ({
    method: 'POST',
    target: `/api/resources${path}?override=true`,
    status: 200,
  }),
  createFolder: (path) => ({ method: 'POST', target: `/api/resources${path}/`, status: 200 }),
  list: (path) => ({ method: 'GET', target: `/api/resources${path}/`, status: 200 }),
  copy: (path, destination) => ({
    method: 'PATCH',
    target: `/api/resources${path}?action=copy&destination=${destination}`,
    status: 200,
  }),
  remove: (path) => ({
    method: 'DELETE',
    target: `/api/resources${path}?permanent=true`,
    status: 204,
  }),
};

/** The same requests by WebDAV. */
const WEBDAV = {
  upload: (path) => ({ method: 'PUT', target: path, status: 201 }),
  createFolder: (path) => ({ method: 'MKCOL', target: path, status: 201 }),
  list: (path) => ({
    method: 'PROPFIND',
    target: `${path}/`,
    status: 207,
    headers: { Depth: '1' },
  }),
  copy: (path, destination, port) => ({
    method: 'COPY',
    target: path,
    status: 201,
    headers: { Destination: `http://127.0.0.1:${port}${destination}` },
  }),
  remove: (path) => ({ method: 'DELETE', target: path, status: 204 }),
};

/** Uploads the large file and the small ones. */
async function fill(bench, server) {
  await uploadLarge(bench, server);
  await timedRequest(server, server.work.createFolder('/small'));
  const indexes = Array.from({ length: FILES }, (_, index) => index);
  const fillOne = async () => {
    for (;;) {
      const index = indexes.pop();
      if (index === undefined) return;
      const body = randomBytes(SMALL_BYTES);
      await timedRequest(server, { ...server.work.upload(`/small/${fileName(index)}`), body });
    }
  };
  await Promise.all(Array.from({ length: FILLED_AT_ONCE }, fillOne));
}

async function uploadLarge({ load, fixtures: { quarter, quarterFile } }, server) {
  const request = { ...server.work.upload('/quarter.bin'), headers: server.headers };
  const batch = load.batch([[{ ...request, body: { at: 0, bytes: quarter } }]]);
  return load.run(server.port, { connections: 1, batch, body: quarterFile });
}

async function measure(bench, server) {
  const { load, fixtures } = bench;
  server.program.forgetPeak();
  const figures = await downloads(bench, {
    port: server.port,
    headers: server.headers,
    target: server.fileTarget('/quarter.bin'),
  });
  const small = Array.from({ length: FILES }, (_, index) => [
    {
      target: server.fileTarget(`/small/${fileName(index)}`),
      headers: server.headers,
      status: 200,
      replyBytes: SMALL_BYTES,
    },
  ]);
  const seen = await load.run(server.port, {
    connections: CONNECTIONS,
    batch: load.batch(small),
    seconds: SECONDS,
  });
  figures['4 KiB'] = seen.requests / seen.seconds;
  const { work } = server;
  await timedRequest(server, work.remove('/quarter.bin'));
  figures.upload = fixtures.quarter / GIB / (await uploadLarge(bench, server)).seconds;
  figures[`listing of ${FILES}`] = await timedRequest(server, work.list('/small'));
  figures[`copy of ${FILES} files`] = await timedRequest(
    server,
    work.copy('/small', '/copy', server.port),
  );
  await timedRequest(server, work.remove('/copy'));
  return { ...figures, 'peak memory': server.program.peakMb() };
}

/** Measures downloads of the large file by one client and by several. */
async function downloads({ load, fixtures: { quarter } }, { port, headers, target }) {
  const figures = {};
  for (const connections of [1, CLIENTS]) {
    const unit = [{ target, headers, status: 200, replyBytes: quarter }];
    const batch = load.batch(Array.from({ length: connections }, () => unit));
    const seen = await load.run(port, { connections, batch });
    const name = connections === 1 ? '1 client' : `${connections} clients`;
    figures[name] = (connections * quarter) / GIB / seen.seconds;
  }
  return figures;
}

/** Puts the large file into the bucket, which is a folder. Returns a signed request for it. */
async function signedTarget({ endpoint, folder, credentials }, { fixtures }) {
  const key = { Bucket: BUCKET, Key: 'direct.bin' };
  linkSync(fixtures.quarterFile, join(folder, BUCKET, key.Key));
  const settings = { region: 'us-east-1', forcePathStyle: true, credentials };
  // The load generator sends a host without a port, and the host is a part of what is signed.
  const signer = new S3Client({ ...settings, endpoint: 'http://127.0.0.1' });
  const url = await getSignedUrl(signer, new GetObjectCommand(key), { expiresIn: ADDRESS_SECONDS });
  const { pathname, search } = new URL(url);
  return { port: Number(new URL(endpoint).port), headers: {}, target: `${pathname}${search}` };
}
