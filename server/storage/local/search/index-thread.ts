import { AppError } from '../../../errors.ts';
import { TaskPool } from '../../../lib/task-pool.ts';
import { workerUrl } from '../../../lib/worker-url.ts';
import { poolClosedError } from '../../../lib/thread-pool.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { READ_MS } from '../deadlines.ts';
import { mountWatch } from '../mount-watch.ts';
import { candidatesIn } from './candidate-chunks.ts';
import type { Candidates, NameQuestion } from './name-question.ts';
import type { IndexFacts, NameIndexTasks, RefreshInput } from './name-index-worker.ts';
import type { StoreMark } from './name-store.ts';

/** More than one mount may hang. */
const MOST_ATTEMPTS = 3;

/** A thread that holds the names of a tree, from when it has read them to its end. */
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
    });
  }

  /** Reads the tree; everything else comes after that. A mount that does not answer is left out. */
  async build(): Promise<IndexFacts> {
    const options = { signal: this.#closing.signal, deadlineMs: READ_MS };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#pool.run('build', undefined, options);
      } catch (error) {
        // By now it is known which mount hangs; the next thread stays out of it.
        if (!isNotAnswering(error) || attempt >= MOST_ATTEMPTS) throw error;
      }
    }
  }

  refresh(input: RefreshInput): Promise<IndexFacts> {
    return this.#pool.run('refresh', input, { signal: this.#closing.signal, deadlineMs: READ_MS });
  }

  /** Names behind `since`; gives how far it has looked. `onBatch` is called before each batch. */
  async *find(
    question: NameQuestion,
    since: StoreMark,
    { signal, onBatch }: { readonly signal: AbortSignal; onBatch?(): void },
  ): AsyncGenerator<readonly Candidates[], StoreMark> {
    signal.throwIfAborted();
    // One for each search: a signal that lives as long as this thread would remember all that ever depended on it.
    const stopping = new AbortController();
    const stop = (): void => stopping.abort(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    this.#finds.add(stopping);
    const chunks = this.#pool.stream('find', { question, since }, { signal: stopping.signal });
    try {
      for (;;) {
        const { done, value } = await chunks.next();
        // What is on its way already is not told to somebody who has left.
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
    for (const each of [this.#closing, ...this.#finds]) each.abort(poolClosedError());
    await this.#pool.close();
  }
}

function isNotAnswering(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not-answering';
}
