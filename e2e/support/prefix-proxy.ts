import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a proxy that serves the program below `prefix`. With `strips`, it removes the prefix from forwarded paths. */
export async function startPrefixProxy({
  prefix,
  targetPort,
  strips,
}: {
  prefix: string;
  targetPort: number;
  strips: boolean;
}): Promise<{ url: string; close(): Promise<void> }> {
  const proxy = createServer((incoming, response) => {
    const path = incoming.url ?? '/';
    if (!path.startsWith(`${prefix}/`)) {
      response.writeHead(404).end('nothing is served here');
      return;
    }
    forward(incoming, response, {
      port: targetPort,
      path: strips ? path.slice(prefix.length) : path,
    });
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  // Only the address of a pipe is a string.
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    close: () =>
      new Promise((done) => {
        proxy.close(() => done());
        proxy.closeAllConnections();
      }),
  };
}

function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  target: { port: number; path: string },
): void {
  const { method, headers } = incoming;
  const outgoing = request({ host: '127.0.0.1', ...target, method, headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
}
