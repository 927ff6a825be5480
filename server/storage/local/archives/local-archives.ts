import { TaskPool } from '../../../lib/task-pool.ts';
import { workerUrl } from '../../../lib/worker-url.ts';
import type { ArchiveRequest, ArchiveSource, OpenArchive } from '../../archives/archive-source.ts';
import { READ_MS } from '../deadlines.ts';
import { mountWatch } from '../mount-watch.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { readAnnouncement } from './announcement.ts';
import type { ArchiveTasks } from './archive-worker.ts';

/** Number of threads that walk, read and write archives. */
const WORKERS = 2;

/** Writes archives of local files in worker threads. */
export class LocalArchives implements ArchiveSource {
  readonly #pool: TaskPool<ArchiveTasks>;

  constructor(root: RootDescriptor) {
    this.#pool = new TaskPool<ArchiveTasks>({
      url: workerUrl(import.meta.url, 'archive-worker'),
      size: WORKERS,
      data: root,
      onStall: mountWatch.suspect,
    });
  }

  async open(request: ArchiveRequest, signal: AbortSignal): Promise<OpenArchive> {
    const chunks = this.#pool.stream('archive', request, { signal, deadlineMs: READ_MS });
    const first = await chunks.next();
    if (first.done === true) throw new Error('an archive ended before it began');
    const bytes = readAnnouncement(first.value);
    return { bytes, chunks, recycle: (chunk) => this.#pool.recycle(chunk) };
  }

  /** Waits for archives that are being written; their readers stop them. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
