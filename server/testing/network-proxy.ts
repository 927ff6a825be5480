import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A proxy for TCP connections to a server on this machine, with the faults that networks have. */
export interface NetworkProxy extends AsyncDisposable {
  readonly url: string;
  /** Closes all connections, and each new one as soon as it is open. */
  cut(): void;
  /** Keeps all connections and accepts new ones, but passes nothing on, as a network does that loses packets. */
  hang(): void;
  /** Accepts connections again after `cut`, and passes on what has waited since `hang`. */
  goOn(): void;
  /** Delays all bytes of both directions from now on. Milliseconds. */
  delayBy(milliseconds: number): void;
}

/** Address of a server: a host and a port, or the path of a Unix socket. */
export type ServerAddress =
  | { readonly host: string; readonly port: number }
  | { readonly path: string };

/** One connection through the proxy. */
export interface ProxiedConnection {
  close(): void;
}

/** Returns whether bytes are passed on. */
export type Inspect = (
  bytes: Buffer,
  from: 'client' | 'server',
  connection: ProxiedConnection,
) => boolean;

export async function startNetworkProxy(
  address: ServerAddress,
  inspect: Inspect = () => true,
): Promise<NetworkProxy> {
  const open = new Set<Socket>();
  let isCut = false;
  let isHanging = false;
  let delayMs = 0;
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const behind = connect(address);
    const connection = { close: () => void client.destroy() };
    for (const [name, from, to] of [
      ['client', client, behind],
      ['server', behind, client],
    ] as const) {
      open.add(from);
      from.on('close', () => open.delete(from));
      passOn(from, to, {
        passes: (bytes) => inspect(bytes, name, connection),
        delayMs: () => delayMs,
        isHanging: () => isHanging,
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // The server listens on TCP.
  const closeAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    // The host name is a part of the signature: the store hears the one that its client uses.
    url: `http://127.0.0.1:${port}`,
    cut() {
      isCut = true;
      closeAll();
    },
    hang() {
      isHanging = true;
      for (const socket of open) socket.pause();
    },
    goOn() {
      isCut = false;
      isHanging = false;
      for (const socket of open) socket.resume();
    },
    delayBy: (milliseconds) => void (delayMs = milliseconds),
    async [Symbol.asyncDispose]() {
      closeAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the address of the server of a URL. */
export function addressIn(url: string): ServerAddress {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

interface Passing {
  passes(bytes: Buffer): boolean;
  delayMs(): number;
  isHanging(): boolean;
}

/** Passes everything on in its order, and reads no further while the receiver does not. */
function passOn(from: Socket, to: Socket, { passes, delayMs, isHanging }: Passing): void {
  let earlier = Promise.resolve();
  const afterDelay = (step: () => void) => {
    const delayed = delayMs() === 0 ? undefined : delay(delayMs());
    earlier = earlier.then(() => delayed).then(step);
  };
  from.on('data', (bytes: Buffer) => {
    if (!passes(bytes)) return;
    afterDelay(() => {
      if (to.write(bytes) || from.isPaused()) return;
      from.pause();
      to.once('drain', () => {
        if (!isHanging()) from.resume();
      });
    });
  });
  from.on('error', () => to.destroy());
  from.on('close', () => afterDelay(() => to.destroySoon()));
  if (isHanging()) from.pause();
}
