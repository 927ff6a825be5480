import type { Folder, Resource } from '#contract/files.ts';
import { type ListingPart, parseResource } from './listing-parts.ts';

/** Size in bytes up to which a response is parsed on the main thread: about 4,000 entries, in 50 ms on a slow phone. */
const MAX_ON_MAIN_THREAD = 1_048_576;

/** Parses the response to a listing, in a worker if it is large. Throws the reason of `signal` when it aborts. */
export async function parseListing(bytes: ArrayBuffer, signal: AbortSignal): Promise<Resource> {
  if (bytes.byteLength <= MAX_ON_MAIN_THREAD) return parseResource(bytes);
  // If the worker cannot be loaded, parsing here blocks the page for a moment.
  return parseInWorker(bytes, signal).catch((failure: unknown) => {
    signal.throwIfAborted();
    if (failure instanceof WorkerFailed) return parseResource(bytes);
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

async function parseInWorker(bytes: ArrayBuffer, signal: AbortSignal): Promise<Resource> {
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
      // The bytes are copied instead of transferred, so that they can still be parsed here if the worker fails.
      worker.postMessage(bytes);
    });
  } finally {
    worker.terminate();
  }
}
