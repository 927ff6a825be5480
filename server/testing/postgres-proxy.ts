import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy between a client and a PostgreSQL server that cuts connections at a statement. */
export interface PostgresProxy extends AsyncDisposable {
  readonly url: string;
  /**
   * Cuts the connection of the next statement that contains `text`: before the server receives it, or after the server has
   * answered it, without the response. With `refuse`, all connections are cut from then on and none is accepted.
   */
  cutAt(text: string, when: 'before' | 'after', options?: { readonly refuse?: boolean }): void;
  /** Cuts all connections, and accepts none. */
  cut(): void;
  /** Accepts connections again. */
  accept(): void;
  /** Keeps all connections and accepts new ones, but passes nothing on, as a network does that loses packets. */
  hang(): void;
  /** Passes on what has waited since `hang`. */
  goOn(): void;
  /** Number of connections that were cut. */
  readonly cuts: number;
}

interface Cut {
  readonly text: string;
  readonly when: 'before' | 'after';
  readonly refuse: boolean;
}

export async function startPostgresProxy(url: string): Promise<PostgresProxy> {
  const target = new URL(url);
  const address = addressOf(target);
  const sockets = new Set<Socket>();
  let cut: Cut | undefined;
  let isRefusing = false;
  let isHanging = false;
  let cuts = 0;

  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    if (isRefusing) return void client.destroy();
    const behind = connect(address);
    let isCut = false;
    for (const [from, to] of [
      [client, behind],
      [behind, client],
    ] as const) {
      sockets.add(from);
      if (isHanging) from.pause();
      from.on('error', () => undefined).on('close', () => (sockets.delete(from), to.destroy()));
    }
    const end = () => {
      if (isRefusing) closeAll();
      else client.destroy();
    };
    client.on('data', (bytes) => {
      if (cut === undefined || !bytes.toString('latin1').includes(cut.text)) {
        behind.write(bytes);
        return;
      }
      const { when, refuse } = cut;
      cut = undefined;
      isCut = true;
      isRefusing = refuse;
      cuts += 1;
      if (when === 'before') end();
      else behind.write(bytes);
    });
    behind.on('data', (bytes) => {
      if (isCut) end();
      else client.write(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // The server listens on TCP.
  const own = new URL(target);
  own.host = `127.0.0.1:${port}`;
  own.search = '';
  return {
    url: own.href,
    cutAt: (text, when, { refuse = false } = {}) => void (cut = { text, when, refuse }),
    cut() {
      isRefusing = true;
      closeAll();
    },
    accept: () => void (isRefusing = false),
    hang() {
      isHanging = true;
      for (const socket of sockets) socket.pause();
    },
    goOn() {
      isHanging = false;
      for (const socket of sockets) socket.resume();
    },
    get cuts() {
      return cuts;
    },
    async [Symbol.asyncDispose]() {
      closeAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the socket that the address names in its query, or its host and port. */
function addressOf(url: URL): { path: string } | { host: string; port: number } {
  const folder = url.searchParams.get('host');
  const port = Number(url.port || '5432');
  return folder === null ? { host: url.hostname, port } : { path: `${folder}/.s.PGSQL.${port}` };
}
