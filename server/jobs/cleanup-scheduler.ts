import type { Logger } from '../logger.ts';

export interface CleanupJob {
  /** Name of what the job removes, for the log. */
  readonly what: string;
  readonly everyMs: number;
  readonly remove: () => Promise<void>;
}

/** Runs cleanup jobs at the start and at their intervals. */
export class CleanupScheduler {
  readonly #jobs: readonly CleanupJob[];
  readonly #log: Logger;
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(jobs: readonly CleanupJob[], log: Logger) {
    this.#jobs = jobs;
    this.#log = log;
  }

  /** Runs each job once, then starts their intervals. Rejects with the first failure. */
  async begin(): Promise<void> {
    for (const { remove } of this.#jobs) await remove();
    for (const job of this.#jobs) {
      this.#timers.push(setInterval(() => void this.#run(job), job.everyMs).unref());
    }
  }

  stop(): void {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
  }

  /** Logs a failure. The job runs again at its next interval. */
  async #run({ what, remove }: CleanupJob): Promise<void> {
    await remove().catch((err: unknown) => this.#log.error({ err, what }, 'cleanup job failed'));
  }
}
