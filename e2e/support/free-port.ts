import { createServer, type AddressInfo } from 'node:net';

/** Returns a free port. Another program could take it before it is used. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      // Only the address of a pipe is a string.
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
