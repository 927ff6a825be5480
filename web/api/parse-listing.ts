import type { Folder, Resource } from '#contract/files.ts';
import { type ListingPart, parse } from './listing-parts.ts';

/** Size in bytes up to which a response is parsed on the main thread: about 4,000 entries, in 50 ms on a slow phone. */
const PARSED_AT_ONCE = 1_048_576;

/** Parses the response to a listing, in a worker if it is large. Throws the reason of `signal` when it aborts. */
export async function parseListing(bytes: ArrayBuffer, signal: AbortSignal): Promise<Resource> {
  if (bytes.byteLength <= PARSED_AT_ONCE) return parse(bytes);
  // Without the script of the worker, parsing blocks the page for a moment.
  return parseElsewhere(bytes, signal).catch((failure: unknown) => {
    signal.throwIfAborted();
    if (failure instanceof WorkerFailed) return parse(bytes);
    throw failure;
  });
}

class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed';
}

function startWorker(): Worker {
  try {
    return new Worker(new URL('./listing-worker.ts', import.meta.url), { type: 'module' });
  } catch (cause) {
    throw new WorkerFailed('the worker cannot be started', { cause });
  }
}

async function parseElsewhere(bytes: ArrayBuffer, signal: AbortSignal): Promise<Resource> {
  signal.throwIfAborted();
  const worker = startWorker();
  const items: Folder['items'] = [];
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      worker.addEventListener('error', ({ message }) => reject(new WorkerFailed(message)));
      worker.addEventListener('message', ({ data }: MessageEvent<ListingPart>) => {
        if ('items' in data) for (const item of data.items) items.push(item);
        else resolve('folder' in data ? { ...data.folder, items } : data.file);
      });
      // Copied, so that the bytes can still be parsed here.
      worker.postMessage(bytes);
    });
  } finally {
    worker.terminate();
  }
}
