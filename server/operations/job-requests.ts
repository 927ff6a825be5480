import type { Cluster } from '../cluster/cluster.ts';
import type { Logger } from '../logger.ts';
import type { Database } from '../metadata/database.ts';
import { answerAsked, type AskedOfJob } from '../metadata/asked-of-job.ts';
import { listAskedJobs, type StoredJob } from '../metadata/jobs.ts';

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
  /** Ids of the jobs for which something is being performed. */
  readonly #busy = new Set<number>();

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

  /**
   * Performs the requests that are stored, one at a time for each job: to remove what a cancelled job has copied may take long. A job that has
   * ended meanwhile stays as it is.
   */
  handle(): void {
    const { server } = this.#dependencies.cluster;
    if (server !== undefined) void this.#handleAll(server);
  }

  async #handleAll(server: string): Promise<void> {
    const { db, log } = this.#dependencies;
    try {
      const jobs = await listAskedJobs(db.read, server);
      await Promise.all(jobs.map((job) => this.#handleOne(job)));
    } catch (err) {
      log.warn({ err }, 'requests for jobs not handled');
    }
  }

  async #handleOne(job: StoredJob): Promise<void> {
    const { db, log } = this.#dependencies;
    const { id, asked } = job;
    if (asked === undefined || this.#busy.has(id)) return;
    this.#busy.add(id);
    try {
      const answer = await this.#perform(job, asked).then(
        () => 'done' as const,
        (err: unknown) => {
          log.info({ err, job: id }, 'request for a job failed');
          return 'refused' as const;
        },
      );
      // A newer request stays. Its user's server sends its message until it is performed.
      await db.write((tx) => answerAsked(tx, id, asked, answer));
    } finally {
      this.#busy.delete(id);
    }
  }
}
