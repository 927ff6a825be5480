import { AppError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import type { Database } from '../metadata/database.ts';
import { readServedRoot, writeServedRoot } from '../metadata/settings.ts';
import type { RootKeeper, SeenRoot } from '../storage/root-keeper.ts';
import { absentRoot, isSameRoot, OTHER_ROOT, recordedRoot } from './root-identity.ts';

/** Interval at which the path of the root is checked while requests arrive. Milliseconds. */
const CHECK_EVERY_MS = 1_000;

interface PresenceDependencies {
  readonly db: Database;
  /** Undefined for storage that cannot be unmounted. */
  readonly keeper: RootKeeper | undefined;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Why the served folder is not available, for clients and for the operator. */
interface Problem {
  /** `root-missing` unless it says otherwise. */
  readonly code?: 'not-answering';
  readonly message: string;
  readonly logged: string;
}

const NOT_CHECKED: Problem = {
  message: 'the served folder has not been checked yet',
  logged: 'served folder cannot be checked',
};

/**
 * Checks whether the folder that the database belongs to is at the root's path. A disk that is not mounted leaves an
 * empty folder there, which must not be mistaken for one whose files were removed: nothing is read, written,
 * recovered or cleaned up then. When the folder comes back, its descriptor is replaced and `onPresent` is called.
 */
export class RootPresence {
  readonly #db: Database;
  readonly #keeper: RootKeeper | undefined;
  readonly #log: PresenceDependencies['log'];
  #problem: Problem | undefined = NOT_CHECKED;
  #checkedAt = -Infinity;
  #checking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #waiting: (() => void)[] = [];
  readonly #listeners: (() => Promise<() => void>)[] = [];

  constructor({ db, keeper, log }: PresenceDependencies) {
    this.#db = db;
    this.#keeper = keeper;
    this.#log = log;
  }

  get isPresent(): boolean {
    return this.#problem === undefined;
  }

  /**
   * Calls `prepare` each time the folder has become available, also the first time, before requests may use it. The function that it resolves
   * with is called when they may.
   */
  onPresent(prepare: () => Promise<() => void>): void {
    this.#listeners.push(prepare);
  }

  /** Calls `begin` once, now or when the folder has become available. */
  whenPresent(begin: () => void): void {
    if (this.isPresent) begin();
    else this.#waiting.push(begin);
  }

  /** Rejects while the folder is not available: with `not-answering` while its file system hangs, else with `root-missing`. */
  readonly require = async (): Promise<void> => {
    // While the folder is missing, the timer checks it.
    const isDue = performance.now() - this.#checkedAt >= CHECK_EVERY_MS;
    if (this.#problem === undefined && this.#keeper !== undefined && isDue) await this.check();
    if (this.#problem === undefined) return;
    const { code = 'root-missing', message } = this.#problem;
    throw new AppError(code, message, { refusal: { code: 'disk-unavailable' } });
  };

  /** Checks the root's path at once, or waits for the running check. Never rejects. */
  check(): Promise<void> {
    this.#checking ??= this.#check().finally(() => {
      this.#checkedAt = performance.now();
      this.#checking = undefined;
      if (this.#problem !== undefined) this.#checkLater();
    });
    return this.#checking;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #checkLater(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.check(), CHECK_EVERY_MS).unref();
  }

  async #check(): Promise<void> {
    const keeper = this.#keeper;
    try {
      // Storage that cannot be unmounted is there from the first check on.
      if (keeper === undefined) return await this.#setPresent();
      if (this.isPresent && (await keeper.isInPlace())) return;
      const there = await keeper.look();
      if (there.kind === 'absent') this.#setMissing(absentRoot(there.reason));
      else await this.#compareWithStored(keeper.path, there);
    } catch (error) {
      if (error instanceof AppError && error.code === 'shutting-down') return;
      // A root that hangs is not available; a database that does not answer says nothing about the root.
      if (error instanceof AppError && error.code === 'not-answering') {
        const { code, message } = error;
        this.#setMissing({ code, message, logged: 'served folder does not answer' });
      } else {
        this.#log.warn({ err: error }, NOT_CHECKED.logged);
      }
    }
  }

  async #compareWithStored(path: string, root: SeenRoot): Promise<void> {
    let isTaken = false;
    try {
      const stored = await readServedRoot(this.#db.read);
      const isSame = stored === undefined || isSameRoot(stored, root);
      if (!isSame && stored.path === path) return this.#setMissing(OTHER_ROOT);
      if (!isSame) this.#log.warn({ was: stored.path, path }, 'served folder changed by --root');
      const recorded = await recordedRoot(path, root, isSame ? stored : undefined);
      if (stored?.mark !== recorded.mark || stored.id !== recorded.id || stored.path !== path) {
        await this.#db.write((tx) => writeServedRoot(tx, recorded), { isIdempotent: true });
      }
      root.serve();
      isTaken = true;
    } finally {
      if (!isTaken) root.release();
    }
    await this.#setPresent();
  }

  #setMissing(problem: Problem): void {
    const isNews = this.#problem?.logged !== problem.logged;
    this.#problem = problem;
    if (isNews) this.#log.error({ root: this.#keeper?.path }, problem.logged);
  }

  async #setPresent(): Promise<void> {
    const was = this.#problem;
    if (was === undefined) return;
    const prepared = await Promise.all(this.#listeners.map((prepare) => prepare()));
    this.#problem = undefined;
    if (was !== NOT_CHECKED)
      this.#log.warn({ root: this.#keeper?.path }, 'served folder available again');
    for (const begin of [...prepared, ...this.#waiting.splice(0)]) begin();
  }
}
