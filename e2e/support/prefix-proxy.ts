import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a proxy that serves the program below `prefix` and forwards addresses with or without it. */
export async function startPrefixProxy({
  prefix,
  targetPort,
  strips,
}: {
  prefix: string;
  targetPort: number;
  strips: boolean;
}): Promise<{ url: string; close(): Promise<void> }> {
  const proxy = createServer((asked, answer) => {
    const path = asked.url ?? '/';
    if (!path.startsWith(`${prefix}/`)) {
      answer.writeHead(404).end('nothing is served here');
      return;
    }
    forward(asked, answer, { port: targetPort, path: strips ? path.slice(prefix.length) : path });
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  // A TCP server's address is never the text that a pipe has.
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
  asked: IncomingMessage,
  answer: ServerResponse,
  target: { port: number; path: string },
): void {
  const { method, headers } = asked;
  const further = request({ host: '127.0.0.1', ...target, method, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  });
  further.on('error', () => answer.destroy());
  asked.pipe(further);
}
