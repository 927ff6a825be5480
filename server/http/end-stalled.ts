import type { FastifyReply } from 'fastify';

/** Minimum rate at which a client must read a reply. */
export interface DrainRate {
  readonly bytes: number;
  readonly withinMs: number;
}

/** Default minimum rate: one chunk of an archive within five minutes, about 0.9 KiB per second. */
const SLOWEST: DrainRate = { bytes: 256 * 1024, withinMs: 5 * 60_000 };
const CHECKS_PER_WINDOW = 10;

/**
 * Breaks the connection of a client that takes a reply slower than `rate`, so that it cannot hold a concurrency slot forever. Time
 * during which nothing waits to be sent does not count.
 */
export function endWhenStalled(reply: FastifyReply, rate: DrainRate = SLOWEST): void {
  const { raw: response, request } = reply;
  const { socket } = request.raw;
  const taken = (): number => socket.bytesWritten - socket.writableLength;
  let windowStart = performance.now();
  let takenBefore = taken();
  const timer = setInterval(() => {
    const now = performance.now();
    const bytes = taken() - takenBefore;
    if (response.writableLength > 0 && bytes < rate.bytes) {
      if (now - windowStart < rate.withinMs) return;
      request.log.warn(
        { reqId: request.id, tookBytes: bytes, withinMs: Math.round(now - windowStart) },
        'connection closed: the client takes the reply too slowly',
      );
      response.destroy();
      return;
    }
    windowStart = now;
    takenBefore = taken();
  }, rate.withinMs / CHECKS_PER_WINDOW).unref();
  response.once('close', () => clearInterval(timer));
}
