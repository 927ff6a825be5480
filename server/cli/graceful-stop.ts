import type { Server } from 'node:http';
import type { Server as TcpServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Time for running requests to finish. The other 3 of the 10 seconds before a typical SIGKILL are for closing the database. */
const DRAIN_MS = 7_000;
const SWEEP_MS = 100;

/**
 * Stops accepting connections, gives running requests some time, then cuts the remaining connections. An interrupted
 * upload can be resumed, because received bytes are stored.
 */
export async function closeServer(
  server: Server,
  moreServers: readonly TcpServer[],
  drainMs = DRAIN_MS,
): Promise<void> {
  const closed = Promise.all([server, ...moreServers].map(closedOf));
  // A connection that was busy becomes idle when its reply is out, and would be kept alive.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const drained = new AbortController();
  await Promise.race([closed, delay(drainMs, undefined, { signal: drained.signal })]);
  drained.abort();
  clearInterval(sweep);
  server.closeAllConnections();
  await closed;
}

/** Stops accepting connections. Resolves when the last accepted connection has ended. */
function closedOf(server: TcpServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
