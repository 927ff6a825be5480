import type { Server } from 'node:http';
import type { Server as TcpServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Running transfers may finish within this; what remains of the ten seconds is for tidying up. */
const DRAIN_MS = 7_000;
const SWEEP_MS = 100;

/**
 * Accepts nothing more, lets running requests finish for a while, then cuts the connections that are
 * left. An upload that is cut stays resumable: what has arrived is stored.
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
