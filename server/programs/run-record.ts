import type { Database } from '../metadata/database.ts';
import { insertCommandRun, type NewCommandRun } from '../metadata/command-runs.ts';

/** The record of what commands were run. A run that cannot be written down is told in the log, and is no failure of the run. */
export interface RunRecord {
  note(run: NewCommandRun): Promise<void>;
}

export interface RunRecordOptions {
  readonly db: Database;
  readonly log: { error(facts: object, message: string): void };
}

export function createRunRecord({ db, log }: RunRecordOptions): RunRecord {
  return {
    async note(run) {
      try {
        await db.write((tx) => insertCommandRun(tx, run));
      } catch (err) {
        log.error({ err, line: run.line, username: run.username }, 'a run was not written down');
      }
    },
  };
}
