import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aPageConfig } from '../../testing/fake-server.ts';
import type { ChecksumRequest } from './checksum-worker.ts';
import { ChecksumWorker } from './chunk-checksums.ts';
import { FileTransfer } from './file-transfer.ts';
import { TinyTusServer } from './tiny-tus-server.test-tools.ts';

// Loads the browser build, because tests resolve packages as Node does.
vi.mock('tus-js-client', () => vi.importActual('tus-js-client/lib.es5/browser/index.js'));

const KIB = 1024;

/** Computes like the worker, which the test environment cannot start. */
class WorkerInThisThread extends EventTarget {
  postMessage({ id, chunk }: ChecksumRequest): void {
    void chunk.arrayBuffer().then((bytes) => {
      const data = { id, crc: crc32(new Uint8Array(bytes)) };
      this.dispatchEvent(new MessageEvent('message', { data }));
    });
  }
}

// happy-dom allows tests to set the address of the window.
const browser = window as unknown as { happyDOM: { setURL(url: string): void } };

let server: TinyTusServer;

beforeEach(async () => {
  server = await TinyTusServer.start();
  browser.happyDOM.setURL(`${server.origin}/`);
  window.FileBrowser = aPageConfig();
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await server[Symbol.asyncDispose]();
});

/** Uploads 2 MiB in chunks of up to 1 MiB, of which the third is cut twice, and returns the offsets of all chunks in KiB. */
async function offsetsOfChunks(): Promise<number[]> {
  // All chunks are quick, however busy the machine is.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const file = new Blob([new Uint8Array(2 * KIB * KIB)]);
  const arrives = { extraHeaders: {} };
  server.next('PATCH', arrives, arrives, { cutAfter: 0 }, { cutAfter: 0 });
  await new Promise<void>((resolve, reject) => {
    const events = {
      onResumed: () => {},
      onProgress: () => {},
      onRetry: () => {},
      onDone: resolve,
      onFailed: () => reject(new Error('the upload failed')),
    };
    const settings = { chunkSize: KIB * KIB, delays: [0, 0, 0], worker: new ChecksumWorker() };
    const job = {
      id: 0,
      path: '/film.bin',
      name: 'film.bin',
      size: file.size,
      isFolder: false,
      overwrite: false,
      state: { status: 'sending' as const, sent: 0 },
    };
    void new FileTransfer(job, { file, key: 'key', isBegun: false }, { events, settings });
  });
  return server.requests
    .filter(({ method }) => method === 'PATCH')
    .map(({ offset }) => Number(offset) / KIB);
}

test('chunks with checksums begin short, become shorter when the connection is cut, and grow again', async () => {
  vi.stubGlobal('Worker', WorkerInThisThread);
  expect(await offsetsOfChunks()).toEqual([0, 64, 320, 320, 320, 576, 1600]);
});

test('chunks without checksums do not become shorter, because the server keeps what arrived', async () => {
  vi.stubGlobal('Worker', undefined);
  expect(await offsetsOfChunks()).toEqual([0, 64, 320, 320, 320, 1344]);
});
