import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Starts a proxy that waits this long for a copy, move or deletion, then answers 504 and disconnects. Other requests have no
 * limit, because a busy machine may take as long.
 */
export async function startTimeoutProxy(
  targetPort: number,
  patienceMs: number,
): Promise<{ url: string; close(): Promise<void> }> {
  const proxy = createServer((asked, answer) => forward(asked, answer, targetPort, patienceMs));
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  // A TCP server's address is never the text that a pipe has.
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
  asked: IncomingMessage,
  answer: ServerResponse,
  port: number,
  patienceMs: number,
): void {
  const { method, headers, url: path } = asked;
  const further = request({ host: '127.0.0.1', port, path, method, headers }, (reply) => {
    clearTimeout(timer);
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  });
  const isAct = method === 'PATCH' || method === 'DELETE';
  const giveUp = () => {
    further.destroy();
    answer.writeHead(504, { 'Content-Type': 'text/html' }).end('<h1>Gateway Timeout</h1>');
  };
  const timer = isAct ? setTimeout(giveUp, patienceMs) : undefined;
  further.on('error', () => {
    clearTimeout(timer);
    if (!answer.headersSent) answer.writeHead(502).end();
  });
  asked.pipe(further);
}
