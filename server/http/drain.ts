import type { IncomingMessage } from 'node:http';

const MAX_DRAINED_BYTES = 32 * 1024 * 1024;
const MAX_DRAIN_MS = 10_000;

/**
 * Reads the rest of a refused body, up to a limit, before the error is sent. Otherwise, a browser that is still sending
 * reports a broken connection instead of the error.
 */
export async function drain(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return;
  if (request.headers['content-length'] === undefined && !isChunked(request)) return;
  await new Promise<void>((resolve) => {
    let drained = 0;
    const timer = setTimeout(finish, MAX_DRAIN_MS);
    function onData(chunk: Buffer): void {
      drained += chunk.length;
      if (drained > MAX_DRAINED_BYTES) finish();
    }
    function finish(): void {
      clearTimeout(timer);
      request.off('data', onData).off('end', finish).off('close', finish).off('error', finish);
      resolve();
    }
    request.on('data', onData).once('end', finish).once('close', finish).once('error', finish);
    request.resume();
  });
}

function isChunked(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined;
}
