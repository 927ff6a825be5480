import { workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { serveCalls } from '../lib/worker-calls.ts';

/** Maximum time that a checkpoint waits for writers and readers, in milliseconds. */
const BUSY_TIMEOUT_MS = 1_000;
/** Number of pages in the log above which a checkpoint makes the next writer restart the log. */
const RESTART_ABOVE_PAGES = 4_000;

const calls = {
  /** Copies pages from the log into the database file. Pages in use are copied by a later checkpoint. */
  checkpoint: (): void => {
    const database = workerData as string;
    const sqlite = new Sqlite(database, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
    try {
      const [outcome] = sqlite.pragma('wal_checkpoint(passive)') as { readonly log: number }[];
      if ((outcome?.log ?? 0) > RESTART_ABOVE_PAGES) sqlite.pragma('wal_checkpoint(restart)');
    } finally {
      sqlite.close();
    }
  },
};
export type CheckpointCalls = typeof calls;

serveCalls(calls);
