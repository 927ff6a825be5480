import { AppError, serverStopping } from '../../../errors.ts';
import { TaskPool } from '../../../lib/task-pool.ts';
import { workerUrl } from '../../../lib/worker-url.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { READ_MS } from '../deadlines.ts';
import { mountWatch } from '../mount-watch.ts';
import { candidatesIn } from './candidate-chunks.ts';
import type { Candidates, NameQuestion } from './name-question.ts';
import type { IndexFacts, NameIndexTasks, RefreshInput } from './name-index-worker.ts';
import type { StoreMark } from './name-store.ts';

/** Maximum number of attempts to read the tree: each may find another mount that hangs. */
const MAX_ATTEMPTS = 3;

/** A thread that holds the name index of a tree in its memory. When it ends, the index is lost. */
export class IndexThread {
  readonly #pool: TaskPool<NameIndexTasks>;
  readonly #closing = new AbortController();
  readonly #finds = new Set<AbortController>();

  constructor(root: RootDescriptor) {
    const url = workerUrl(import.meta.url, 'name-index-worker');
    this.#pool = new TaskPool({
      url,
      size: 1,
      data: root,
      onStall: mountWatch.suspect,
      // An idle thread would otherwise end, and the index with it.
      endsAfter: { surplusMs: Infinity, lastMs: Infinity },
    });
  }

  /** Reads the tree. Must be called first. Skips mounts that do not answer. */
  async build(): Promise<IndexFacts> {
    const options = { signal: this.#closing.signal, deadlineMs: READ_MS };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#pool.run('build', undefined, options);
      } catch (error) {
        // The hanging mount is known by now, so the next thread avoids it.
        if (!isNotAnswering(error) || attempt >= MAX_ATTEMPTS) throw error;
      }
    }
  }

  refresh(input: RefreshInput): Promise<IndexFacts> {
    return this.#pool.run('refresh', input, { signal: this.#closing.signal, deadlineMs: READ_MS });
  }

  /**
   * Yields names added after `since`, and returns the position up to which it has searched. `onBatch` is called
   * before each batch.
   */
  async *find(
    question: NameQuestion,
    since: StoreMark,
    { signal, onBatch }: { readonly signal: AbortSignal; onBatch?(): void },
  ): AsyncGenerator<readonly Candidates[], StoreMark> {
    signal.throwIfAborted();
    // One controller for each search: a signal that lives as long as this thread would keep all signals that depend
    // on it.
    const stopping = new AbortController();
    const stop = (): void => stopping.abort(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    this.#finds.add(stopping);
    const chunks = this.#pool.stream('find', { question, since }, { signal: stopping.signal });
    try {
      for (;;) {
        const { done, value } = await chunks.next();
        // Chunks that are already on their way are not passed to a caller that has left.
        stopping.signal.throwIfAborted();
        if (done === true) return value;
        onBatch?.();
        const batch = candidatesIn(value);
        this.#pool.recycle(value);
        yield batch;
      }
    } finally {
      signal.removeEventListener('abort', stop);
      this.#finds.delete(stopping);
      await chunks.return(since);
    }
  }

  async close(): Promise<void> {
    for (const each of [this.#closing, ...this.#finds]) each.abort(serverStopping());
    await this.#pool.close();
  }
}

function isNotAnswering(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not-answering';
}
