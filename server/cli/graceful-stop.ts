import type { Server } from 'node:http';
import type { Server as TcpServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Running transfers may finish within this; what remains of the ten seconds is for tidying up. */
const DRAIN_MS = 7_000;
const SWEEP_MS = 100;

/**
 * Stops accepting connections, gives running requests some time, then cuts the remaining connections. An interrupted
 * upload can be resumed, because received bytes are stored.
 */
export async function closeServer(
  server: Server,
  doors: readonly TcpServer[],
  drainMs = DRAIN_MS,
): Promise<void> {
  const closed = Promise.all([server, ...doors].map(closedOf));
  // A connection that was busy becomes idle when its reply is out, and would be kept alive.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const drained = new AbortController();
  await Promise.race([closed, delay(drainMs, undefined, { signal: drained.signal })]);
  drained.abort();
  clearInterval(sweep);
  server.closeAllConnections();
  await closed;
}

/** Resolves when the last connection that it has accepted is gone. */
function closedOf(server: TcpServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
