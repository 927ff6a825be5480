import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createServer } from 'node:tls';
import { onTestFinished } from 'vitest';
import type { Certificate } from './certificates.ts';

/** Starts a server that takes TLS connections and passes their bytes on to an address. Ends it after the test. Returns its `https:` address. */
export async function startTlsProxy(target: string, certificate: Certificate): Promise<string> {
  const { hostname: host, port } = new URL(target);
  const server = createServer(certificate, (client) => {
    const behind = connect({ host, port: Number(port) });
    client.on('error', () => behind.destroy()).pipe(behind);
    behind.on('error', () => client.destroy()).pipe(client);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const own = server.address() as AddressInfo; // The server listens on TCP.
  return `https://127.0.0.1:${own.port}`;
}
