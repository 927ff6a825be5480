import { createServer, request, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { CanonicalResponse } from './canonical-response.ts';

let close: () => unknown;
afterEach(() => close());

/** Returns the names of the response's headers as they were sent. */
async function namesSentBy(listener: RequestListener): Promise<string[]> {
  const server = createServer({ ServerResponse: CanonicalResponse }, listener);
  close = () => server.close();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo; // It listens on TCP.
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', agent: false }, (response) => {
      resolve(response.rawHeaders.filter((_, index) => index % 2 === 0));
      response.resume();
    })
      .on('error', reject)
      .end();
  });
}

test('names are sent in canonical case, however they were set', async () => {
  const names = await namesSentBy((_, response) => {
    response.setHeader('upload-offset', 5);
    response.setHeader('TUS-resumable', '1.0.0');
    response.writeHead(200, { 'content-type': 'text/plain', etag: '"1"' });
    response.end('hello');
  });
  expect(names).toEqual(
    expect.arrayContaining(['Upload-Offset', 'Tus-Resumable', 'Content-Type', 'Etag']),
  );
});

test('names that are given with the status alone are, too', async () => {
  const names = await namesSentBy((_, response) => {
    response.writeHead(201, 'Created', { location: '/a', 'x-failed-command': 'b' });
    response.end();
  });
  expect(names).toEqual(expect.arrayContaining(['Location', 'X-Failed-Command']));
});
