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

/** Number of names up to which a tree is read so quickly that its index is dropped while there are no searches. */
const FEW_NAMES = 10_000;
/** Time after a search for which the index of such a tree is kept. Milliseconds. */
const KEPT_FEW_MS = 30_000;
/**
 * Delay after a change by this server, so that following changes are read together. A search reads them earlier.
 * Milliseconds.
 */
const AFTER_CHANGE_MS = 2_000;
/** Interval at which all folders are compared with the index, because of changes by other programs. Milliseconds. */
const EVERY_MS = 5 * 60_000;

/** An index that has been read. */
interface Kept {
  readonly thread: IndexThread;
  readonly freshness: Freshness;
}

/**
 * An index of the names below a local root, in the memory of a thread. Answers may be outdated and may match more than the question, so the
 * caller checks each of them. The index contains neither temporary files nor names that are not UTF-8, nor anything below such
 * folders. It does not follow symlinks.
 */
export class LocalNameIndex {
  readonly #root: RootDescriptor;
  readonly #logger: Pick<Logger, 'info' | 'warn'>;
  #state: NameIndexState = 'building';
  /** The index that exists or is being built; undefined while there is none. */
  #kept: Promise<Kept> | undefined;
  /** The thread of that index. */
  #current: IndexThread | undefined;
  /** All threads that have not ended. */
  readonly #threads = new Set<IndexThread>();
  #changed = new ChangedFolders();
  #names = 0;
  #readAt: number | undefined;
  /** Error code of what the server lacked when it last read the tree; undefined if the index is complete. */
  #lacking: string | undefined;
  #searches = 0;
  #isClosed = false;
  #regularly: NodeJS.Timeout | undefined;
  #afterChange: NodeJS.Timeout | undefined;
  #untilDropped: NodeJS.Timeout | undefined;

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
    void this.#ensureBuilt().then(
      () => {
        const facts = { names: this.#names, ms: Date.now() - begunMs };
        if (this.#lacking === undefined) this.#logger.info(facts, 'name index built');
        this.#dropIfSmall();
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
    clearTimeout(this.#untilDropped);
    const kept = this.#ensureBuilt();
    try {
      yield* findFresh(await kept, question, signal);
    } catch (error) {
      if (!signal.aborted) await kept.then(({ thread }) => this.#rebuildAfter(thread, error));
      throw error;
    } finally {
      this.#searches -= 1;
      this.#untilDropped = setTimeout(() => this.#dropIfSmall(), KEPT_FEW_MS).unref();
    }
  }

  /** Throws `too-many-requests` if names are missing because the server lacks descriptors or memory. */
  requireComplete(): void {
    if (this.#lacking === undefined) return;
    throw new AppError('too-many-requests', `the name index is incomplete: ${this.#lacking}`);
  }

  /** Schedules a refresh for a change, a little later, together with those that follow. */
  noteChange(change: TreeChange): void {
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
    clearTimeout(this.#untilDropped);
    await Promise.all([...this.#threads].map((thread) => this.#end(thread)));
  }

  #refresh(): void {
    void this.#kept?.then(
      ({ freshness }) => freshness.begin(),
      () => undefined,
    );
  }

  /** Drops the index of a small tree, unless a search is running or it is incomplete. The next search builds it again. */
  #dropIfSmall(): void {
    if (this.#searches > 0 || this.#names > FEW_NAMES || this.#lacking !== undefined) return;
    if (this.#current) this.#drop(this.#current);
  }

  /** Builds the index, unless there is one or it is being built. */
  #ensureBuilt(): Promise<Kept> {
    this.#kept ??= this.#build();
    return this.#kept;
  }

  async #build(): Promise<Kept> {
    if (this.#isClosed) throw serverStopping();
    const changed = new ChangedFolders();
    this.#changed = changed;
    const thread = new IndexThread(this.#root);
    this.#threads.add(thread);
    this.#current = thread;
    const lookedAtMs = Date.now();
    try {
      this.#takeFacts(thread, await thread.build());
    } catch (error) {
      this.#state = 'off';
      this.#drop(thread);
      if (!this.#isClosed) this.#logger.warn({ err: error }, 'name index failed');
      throw error;
    }
    const freshness = new Freshness(thread, changed, {
      lookedAtMs,
      isIncomplete: this.#lacking !== undefined,
      isQuiet: () => this.#searches === 0,
      onRefreshed: (facts) => this.#takeFacts(thread, facts),
      onFailed: (error) => this.#rebuildAfter(thread, error),
    });
    return { thread, freshness };
  }

  /** Stores facts that the thread has reported. Throws `too-large` for a tree with too many names. */
  #takeFacts(thread: IndexThread, { names, isTooLarge, needsRebuild, lacking }: IndexFacts): void {
    this.#names = names;
    if (lacking === undefined) this.#readAt = Date.now();
    else if (this.#lacking === undefined) {
      this.#logger.warn({ code: lacking }, 'name index incomplete; searches walk');
    }
    this.#lacking = lacking;
    if (isTooLarge) throw new AppError('too-large', `there are more than ${names} names`);
    this.#state = lacking === undefined ? 'ready' : 'building';
    if (needsRebuild) this.#rebuild(thread);
  }

  /** Rebuilds the index after an error of its thread. */
  #rebuildAfter(thread: IndexThread, err: unknown): void {
    if (this.#isClosed || thread !== this.#current) return;
    this.#logger.warn({ err }, 'name index failed, and is built again');
    this.#rebuild(thread);
  }

  #rebuild(thread: IndexThread): void {
    this.#drop(thread);
    this.#state = 'building';
    void this.#ensureBuilt().catch(() => undefined); // It has been logged, and the index is off.
  }

  #drop(thread: IndexThread): void {
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

/** Yields the names in the index, then waits for a refresh, and yields the names that it has added. */
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
