import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server on this machine that can be cut. */
export interface CutProxy extends AsyncDisposable {
  readonly url: string;
  /** True to close all connections at once. */
  isCut: boolean;
}

export async function startCutProxy(target: string): Promise<CutProxy> {
  const { port, hostname } = new URL(target);
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((from) => {
    const to = connect({ port: Number(port), host: hostname });
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    if (isCut) from.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const own = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    // The host name is a part of the signature: the store hears the one that its client uses.
    url: `http://127.0.0.1:${own}`,
    get isCut() {
      return isCut;
    },
    set isCut(cut) {
      isCut = cut;
      if (cut) for (const socket of open) socket.destroy();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
