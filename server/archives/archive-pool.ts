import type { ArchiveFormat } from '#contract/archives.ts';
import { TaskPool } from '../lib/task-pool.ts';
import { workerUrl } from '../lib/worker-url.ts';
import { READ_MS } from '../storage/local/deadlines.ts';
import { mountWatch } from '../storage/local/mount-watch.ts';
import { readAnnouncement } from './announcement.ts';
import type { ArchiveTask } from './archive-task.ts';
import type { ArchiveTasks } from './archive-worker.ts';
import { beginCompressing } from './compress/compressors.ts';
import type { ReadSelection } from './read-selection.ts';

/** Two threads that walk, read and write archives. */
const WORKERS = 2;

/** An archive that has begun: everything that can be refused has been looked at. */
export interface OpenArchive {
  /** Of the whole; undefined when it is not known. */
  readonly bytes: number | undefined;
  /** Breaks off with an error when the archive cannot be what it should. Leaving it early stops all work. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Where present, to be called with each chunk that nobody reads any more. */
  readonly recycle?: (chunk: Uint8Array) => void;
}

export interface ArchivePool {
  /** Throws `forbidden` or `not-found` for what was chosen by name and may not be had. */
  open(
    task: Omit<ArchiveTask, 'format' | 'isMeasured'>,
    format: ArchiveFormat,
    signal: AbortSignal,
  ): Promise<OpenArchive>;
  readSelection(body: Uint8Array, signal: AbortSignal): Promise<ReadSelection>;
  /** Waits for archives under way, which those who began them stop. */
  close(): Promise<void>;
}

export function createArchivePool(): ArchivePool {
  const pool = new TaskPool<ArchiveTasks>({
    url: workerUrl(import.meta.url, 'archive-worker'),
    size: WORKERS,
    data: undefined,
    onStall: mountWatch.suspect,
  });
  return {
    async open(task, format, signal) {
      const inner = format === 'zip' ? 'zip' : 'tar';
      const isMeasured = format === inner;
      const source = pool.stream(
        'archive',
        { ...task, format: inner, isMeasured },
        { signal, deadlineMs: READ_MS },
      );
      const first = await source.next();
      if (first.done === true) throw new Error('an archive ended before it began');
      const bytes = readAnnouncement(first.value);
      if (format !== 'zip' && format !== 'tar') {
        return { bytes, chunks: await beginCompressing(format, source, signal) };
      }
      return { bytes, chunks: source, recycle: (chunk) => pool.recycle(chunk) };
    },
    readSelection: (body, signal) => pool.run('readSelection', body, { signal }),
    close: () => pool.close(),
  };
}
