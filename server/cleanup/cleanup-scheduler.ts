import type { Logger } from '../logger.ts';

export interface CleanupJob {
  /** Name of what the job removes, for the log. */
  readonly what: string;
  readonly everyMs: number;
  readonly remove: () => Promise<void>;
  /** True for what each server of a cluster has for itself. The others are for the server that leads it. */
  readonly isLocal?: boolean;
}

interface SchedulerDependencies {
  readonly log: Pick<Logger, 'error'>;
  /** Returns true on the server that leads a cluster. Default: always. */
  readonly isLeader?: () => boolean;
}

/** Runs cleanup jobs at the start and at their intervals. */
export class CleanupScheduler {
  readonly #jobs: readonly CleanupJob[];
  readonly #dependencies: SchedulerDependencies;
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(jobs: readonly CleanupJob[], dependencies: SchedulerDependencies) {
    this.#jobs = jobs;
    this.#dependencies = dependencies;
  }

  /** Runs each job once, then starts their intervals. Rejects with the first failure. */
  async begin(): Promise<void> {
    for (const job of this.#jobs) if (this.#isMine(job)) await job.remove();
    for (const job of this.#jobs) {
      this.#timers.push(setInterval(() => void this.#run(job), job.everyMs).unref());
    }
  }

  stop(): void {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
  }

  /** Logs a failure. The job runs again at its next interval. */
  async #run(job: CleanupJob): Promise<void> {
    if (!this.#isMine(job)) return;
    const { what } = job;
    await job
      .remove()
      .catch((err: unknown) => this.#dependencies.log.error({ err, what }, 'cleanup job failed'));
  }

  #isMine({ isLocal = false }: CleanupJob): boolean {
    return isLocal || (this.#dependencies.isLeader?.() ?? true);
  }
}
