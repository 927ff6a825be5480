import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createClient } from '../testing/client.ts';
import { until } from '../testing/open-request.ts';
import type { EntryStat } from '../storage/entry.ts';
import { openTestHttp } from './http.test-tools.ts';
import { sendFile } from './send-file.ts';

const MODIFIED_MS = Date.UTC(2025, 0, 1);
/** More than the buffers of a connection take. */
const BYTES = Buffer.alloc(32_000_000, 'abcdefghij');
const STAT: EntryStat = {
  kind: 'file',
  size: BYTES.length,
  mode: 0o100644,
  modifiedNs: BigInt(MODIFIED_MS) * 1_000_000n,
  identity: '1:1',
  fingerprint: 'f',
};

/** Starts a server that sends a small file, whose memory `release` frees. */
async function openSmallFile() {
  const release = vi.fn<() => void>();
  const app = openTestHttp();
  app.decorateRequest('visitor', undefined);
  app.decorateRequest('auditDownload', () => {});
  const config = { access: 'open', audit: 'nothing' } as const;
  app.get('/file', { config }, (request, reply) =>
    sendFile(request, reply, {
      contents: { kind: 'whole', stat: STAT, bytes: BYTES, release },
      name: 'file',
      modifiedNs: STAT.modifiedNs,
      inlineType: undefined,
      etag: '"e"',
    }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { port, release, client: createClient(`http://127.0.0.1:${port}`, undefined) };
}

test.each([
  { how: 'whole', status: 200, headers: {} },
  { how: 'as a range', status: 206, headers: { range: 'bytes=5-9' } },
  { how: 'as several ranges', status: 206, headers: { range: 'bytes=0-9,20-29' } },
  { how: 'as known', status: 304, headers: { 'if-none-match': '"e"' } },
  { how: 'as changed', status: 412, headers: { 'if-match': '"other"' } },
  { how: 'as shorter', status: 416, headers: { range: 'bytes=32000000-' } },
])('the memory of a file that was answered $how is released once', async ({ status, headers }) => {
  const { client, release } = await openSmallFile();
  expect((await client.get('/file', { headers })).status).toBe(status);
  await until(() => release.mock.calls.length > 0);
  expect((await client.head('/file', { headers })).status).toBe(status);
  await until(() => release.mock.calls.length > 1);
  expect(release).toHaveBeenCalledTimes(2);
});

test('the memory is kept while a client reads slowly, and released when it disconnects', async () => {
  const { port, release, client } = await openSmallFile();
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write('GET /file HTTP/1.1\r\nHost: files\r\n\r\n');
  await once(socket, 'readable');
  await client.head('/file');
  await until(() => release.mock.calls.length > 0);
  expect(release).toHaveBeenCalledTimes(1);

  socket.destroy();
  await until(() => release.mock.calls.length > 1);
});
