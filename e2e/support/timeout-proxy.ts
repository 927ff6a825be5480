import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Starts a proxy that waits `timeoutMs` for a copy, move or deletion, then answers 504 and disconnects. Other requests have no
 * time limit, because they can be slow on a busy machine.
 */
export async function startTimeoutProxy(
  targetPort: number,
  timeoutMs: number,
): Promise<{ url: string; close(): Promise<void> }> {
  const proxy = createServer((incoming, response) =>
    forward(incoming, response, targetPort, timeoutMs),
  );
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  // Only the address of a pipe is a string.
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
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
  port: number,
  timeoutMs: number,
): void {
  const { method, headers, url: path } = incoming;
  const outgoing = request({ host: '127.0.0.1', port, path, method, headers }, (reply) => {
    clearTimeout(timer);
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
  });
  const isOperation = method === 'PATCH' || method === 'DELETE';
  const giveUp = () => {
    outgoing.destroy();
    response.writeHead(504, { 'Content-Type': 'text/html' }).end('<h1>Gateway Timeout</h1>');
  };
  const timer = isOperation ? setTimeout(giveUp, timeoutMs) : undefined;
  outgoing.on('error', () => {
    clearTimeout(timer);
    if (!response.headersSent) response.writeHead(502).end();
  });
  incoming.pipe(outgoing);
}
