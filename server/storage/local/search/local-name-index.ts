import type { TreeChange } from '../../../events/tree-changes.ts';
import { AppError, serverStopping } from '../../../errors.ts';
import type { Logger } from '../../../logger.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { ChangedFolders } from './changed-folders.ts';
import { Freshness } from './freshness.ts';
import { IndexThread } from './index-thread.ts';
import type { Candidates, NameQuestion } from './name-question.ts';
import type { NameIndexFacts, NameIndexState } from '../../tree-search.ts';
import type { IndexFacts } from './name-index-worker.ts';
import { FROM_THE_START } from './name-store.ts';

/** A tree with fewer names is read so quickly that its index is dropped while there are no searches. */
const FEW_NAMES = 10_000;
const KEPT_FEW_MS = 30_000;
/**
 * Delay after a change by this server, so that following changes are read together. A search reads them earlier.
 * Milliseconds.
 */
const AFTER_CHANGE_MS = 2_000;
/** Interval at which changes by other programs are searched for. */
const EVERY_MS = 5 * 60_000;

interface Kept {
  readonly thread: IndexThread;
  readonly freshness: Freshness;
}

/** Yields the names that are known, and then those of changes since, when they have been read. */
async function* findFresh(
  { thread, freshness }: Kept,
  question: NameQuestion,
  signal: AbortSignal,
): AsyncGenerator<readonly Candidates[], void> {
  const { finished } = freshness;
  const onBatch = (): void => void freshness.begin();
  const mark = yield* thread.find(question, FROM_THE_START, { signal, onBatch });
  await freshness.settle(signal);
  if (freshness.finished > finished) yield* thread.find(question, mark, { signal });
}

/**
 * An index of the names below a local root, in a thread of its own. It follows the changes of this server, and
 * searches for changed folders. Answers may be outdated and may match more than the question, so the caller checks
 * each of them. The index contains neither temporary files nor names that are not UTF-8, nor anything below such
 * folders. It does not follow symlinks.
 */
export class LocalNameIndex {
  readonly #root: RootDescriptor;
  readonly #logger: Pick<Logger, 'info' | 'warn'>;
  #state: NameIndexState = 'building';
  /** Undefined while no index is kept. */
  #kept: Promise<Kept> | undefined;
  /** The thread that keeps or builds the index. */
  #current: IndexThread | undefined;
  /** All threads that have not ended. */
  readonly #threads = new Set<IndexThread>();
  #changed = new ChangedFolders();
  #names = 0;
  #readAt: number | undefined;
  #searches = 0;
  #isClosed = false;
  #regularly: NodeJS.Timeout | undefined;
  #afterChange: NodeJS.Timeout | undefined;
  #untilSleep: NodeJS.Timeout | undefined;

  constructor(root: RootDescriptor, logger: Pick<Logger, 'info' | 'warn'>) {
    this.#root = root;
    this.#logger = logger;
  }

  state(): NameIndexState {
    return this.#state;
  }

  facts(): NameIndexFacts {
    return { state: this.#state, names: this.#names, readAt: this.#readAt };
  }

  /** Begins to read the tree in a thread of its own. Called once, when the server listens. */
  begin(): void {
    if (this.#isClosed) return;
    this.#regularly = setInterval(() => this.#refresh(), EVERY_MS).unref();
    const begunMs = Date.now();
    void this.#read().then(
      () => {
        const facts = { names: this.#names, ms: Date.now() - begunMs };
        this.#logger.info(facts, 'all names are read, and found without a walk');
        this.#sleepIfSmall();
      },
      () => undefined, // It has been logged, and the index is off.
    );
  }

  /**
   * Yields batches as they are found, at the pace of the consumer: depth first, in the order of bytes, and at the end
   * the names that have appeared since the tree was read. Leaving the loop or aborting `signal` stops it. May be
   * called only when the state is `ready`.
   */
  async *find(
    question: NameQuestion,
    signal: AbortSignal,
  ): AsyncGenerator<readonly Candidates[], void> {
    this.#searches += 1;
    clearTimeout(this.#untilSleep);
    const kept = this.#read();
    try {
      yield* findFresh(await kept, question, signal);
    } catch (error) {
      if (!signal.aborted) await kept.then(({ thread }) => this.#lose(thread, error));
      throw error;
    } finally {
      this.#searches -= 1;
      this.#untilSleep = setTimeout(() => this.#sleepIfSmall(), KEPT_FEW_MS).unref();
    }
  }

  /** Schedules a refresh for a change, a little later, together with those that follow. */
  hear(change: TreeChange): void {
    if (this.#kept === undefined) return;
    this.#changed.note(change);
    this.#afterChange ??= setTimeout(() => {
      this.#afterChange = undefined;
      this.#refresh();
    }, AFTER_CHANGE_MS).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#regularly);
    clearTimeout(this.#afterChange);
    clearTimeout(this.#untilSleep);
    await Promise.all([...this.#threads].map((thread) => this.#end(thread)));
  }

  #refresh(): void {
    void this.#kept?.then(
      ({ freshness }) => freshness.begin(),
      () => undefined,
    );
  }

  #sleepIfSmall(): void {
    if (this.#searches > 0 || this.#names > FEW_NAMES) return;
    if (this.#current) this.#letGo(this.#current);
  }

  #read(): Promise<Kept> {
    this.#kept ??= this.#readAnew();
    return this.#kept;
  }

  async #readAnew(): Promise<Kept> {
    if (this.#isClosed) throw serverStopping();
    const changed = new ChangedFolders();
    this.#changed = changed;
    const thread = new IndexThread(this.#root);
    this.#threads.add(thread);
    this.#current = thread;
    const lookedAtMs = Date.now();
    try {
      this.#learn(thread, await thread.build());
    } catch (error) {
      this.#state = 'off';
      this.#letGo(thread);
      if (!this.#isClosed) this.#logger.warn({ err: error }, 'name index failed');
      throw error;
    }
    this.#state = 'ready';
    const freshness = new Freshness(thread, changed, {
      lookedAtMs,
      isQuiet: () => this.#searches === 0,
      onRefreshed: (facts) => this.#learn(thread, facts),
      onFailed: (error) => this.#lose(thread, error),
    });
    return { thread, freshness };
  }

  #learn(thread: IndexThread, { names, isTooLarge, isWornOut }: IndexFacts): void {
    this.#names = names;
    this.#readAt = Date.now();
    if (isTooLarge) throw new AppError('too-large', `there are more than ${names} names`);
    if (isWornOut) this.#beginAnew(thread);
  }

  #lose(thread: IndexThread, err: unknown): void {
    if (this.#isClosed || thread !== this.#current) return;
    this.#logger.warn({ err }, 'the index of names was lost, and is made anew');
    this.#beginAnew(thread);
  }

  #beginAnew(thread: IndexThread): void {
    this.#letGo(thread);
    this.#state = 'building';
    void this.#read().catch(() => undefined); // It has been logged, and the index is off.
  }

  #letGo(thread: IndexThread): void {
    if (thread !== this.#current) return;
    this.#current = undefined;
    this.#kept = undefined;
    void this.#end(thread);
  }

  async #end(thread: IndexThread): Promise<void> {
    await thread.close();
    this.#threads.delete(thread);
  }
}
