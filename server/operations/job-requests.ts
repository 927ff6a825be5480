import type { Cluster } from '../cluster/cluster.ts';
import type { Logger } from '../logger.ts';
import type { Database } from '../metadata/database.ts';
import { type AskedOfJob, clearAsked, listAskedJobs, type StoredJob } from '../metadata/jobs.ts';

interface Dependencies {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly cluster: Cluster;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Performs requests, such as cancelling, that users have made to another server of the cluster for jobs of this one. That server stores them in
 * the rows of the jobs and sends a message; see `RemoteJobs`.
 */
export class JobRequests {
  readonly #dependencies: Dependencies;
  readonly #perform: (job: StoredJob, asked: AskedOfJob) => Promise<void>;
  #handling: Promise<void> = Promise.resolve();

  /** `perform` rejects when the state of a job does not allow what is asked. */
  constructor(
    dependencies: Dependencies,
    perform: (job: StoredJob, asked: AskedOfJob) => Promise<void>,
  ) {
    const { cluster } = dependencies;
    this.#dependencies = dependencies;
    this.#perform = perform;
    cluster.onMessage((message) => {
      if (message.kind === 'job-asked' && message.server === cluster.server) this.handle();
    });
    cluster.onMissed(() => this.handle());
  }

  /** Performs the requests that are stored, after those that are being performed. A job that has ended meanwhile stays as it is. */
  handle(): void {
    const { server } = this.#dependencies.cluster;
    if (server === undefined) return;
    this.#handling = this.#handling
      .then(() => this.#handleAll(server))
      .catch((err: unknown) => this.#dependencies.log.warn({ err }, 'requests for jobs not read'));
  }

  async #handleAll(server: string): Promise<void> {
    const { db, log } = this.#dependencies;
    for (const job of await listAskedJobs(db.read, server)) {
      const { asked } = job;
      if (asked === undefined) continue;
      await this.#perform(job, asked).catch((err: unknown) =>
        log.info({ err, job: job.id }, 'request for a job failed'),
      );
      // A newer request stays. Its user's server sends its message until it is performed.
      await db.write((tx) => clearAsked(tx, job.id, asked));
    }
  }
}
