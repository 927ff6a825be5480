import { TaskPool } from '../../lib/task-pool.ts';
import { workerUrl } from '../../lib/worker-url.ts';
import type { ReadSelection } from './read-selection.ts';
import type { SelectionTasks } from './selection-worker.ts';

/** Parses selections in a worker thread, which starts with the first one. */
export class SelectionReader {
  readonly #pool = new TaskPool<SelectionTasks>({
    url: workerUrl(import.meta.url, 'selection-worker'),
    size: 1,
    data: undefined,
  });

  read(body: Uint8Array, signal: AbortSignal): Promise<ReadSelection> {
    return this.#pool.run('readSelection', body, { signal });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
