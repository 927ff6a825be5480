import { workerUrl } from '../../lib/worker-url.ts';
import { WorkerPool } from '../../lib/worker-pool.ts';
import type { Conversion, SubtitleCalls } from './subtitle-worker.ts';

export interface SubtitlePool {
  convert(conversion: Conversion): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Creates a pool of one thread, which starts on demand, because guessing an encoding would block the event loop too long. */
export function createSubtitlePool(): SubtitlePool {
  const pool = new WorkerPool<SubtitleCalls>({
    url: workerUrl(import.meta.url, 'subtitle-worker'),
    size: 1,
    data: undefined,
  });
  return {
    convert: (conversion) => pool.run('convert', conversion),
    close: () => pool.close(),
  };
}
