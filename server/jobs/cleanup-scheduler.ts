import type { Logger } from '../logger.ts';

export interface CleanupJob {
  /** What it removes, in the words of the log. */
  readonly what: string;
  readonly everyMs: number;
  readonly remove: () => Promise<void>;
}

/** Removes what has had its time. */
export class CleanupScheduler {
  readonly #chores: readonly CleanupJob[];
  readonly #log: Logger;
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(chores: readonly CleanupJob[], log: Logger) {
    this.#chores = chores;
    this.#log = log;
  }

  /** Does each chore once, and then each at its own pace. Rejects with the first that fails at the start. */
  async begin(): Promise<void> {
    for (const { remove } of this.#chores) await remove();
    for (const chore of this.#chores) {
      this.#timers.push(setInterval(() => void this.#do(chore), chore.everyMs).unref());
    }
  }

  stop(): void {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
  }

  /** What fails is told, and tried again at its next turn. */
  async #do({ what, remove }: CleanupJob): Promise<void> {
    await remove().catch((err: unknown) =>
      this.#log.error({ err }, `${what} could not be removed`),
    );
  }
}
