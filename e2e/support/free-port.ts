import { createServer, type AddressInfo } from 'node:net';

/** Returns a port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      // A TCP server's address is never the text that a pipe has.
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
