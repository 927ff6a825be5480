import { LruMap } from '../lib/lru-map.ts';
import { shortened } from '../lib/shortened.ts';
import { RateLimiter } from '../lib/rate-limiter.ts';
import {
  addToCommandRun,
  insertCommandRun,
  type NewCommandRun,
  trimCommandRuns,
  removeCommandRuns,
} from '../metadata/command-runs.ts';
import type { Database } from '../metadata/database.ts';
import { deleteInBatches } from '../metadata/batches.ts';

/** Maximum number of entries. The oldest are removed. */
export const MAX_RUNS = 10_000;

/**
 * Limits the entries of one user for one event, separately for failed and successful runs, so that one user would need weeks
 * to displace the whole log.
 */
const RUNS_OF_USER = { burst: 200, refillMs: 5 * 60_000, maxKeys: 10_000 };
/** Runs beyond the limit are counted in one entry for this long. Milliseconds. */
const SURPLUS_WITHIN_MS = 60 * 60_000;

/** Lengths in UTF-16 units. */
const MAX_OF_NAME = 255;
const MAX_OF_PATH = 512;
const MAX_OF_LINE = 4_096;

/** The log of commands that were run. Failing to store a run is logged and does not fail the run. */
export interface CommandRunLog {
  note(run: NewCommandRun): Promise<void>;
}

export interface CommandRunLogOptions {
  readonly db: Database;
  readonly log: { error(facts: object, message: string): void };
}

interface Surplus {
  readonly id: number;
  readonly since: number;
}

/** Runs beyond the limit that are counted together, when those before them are stored. */
interface Batch {
  /** A stop ends thousands of waiting hooks at once. */
  count: number;
  readonly stored: Promise<void>;
}

/**
 * Creates the log. Beyond a limit, further runs of one user are counted in one entry, so that one user cannot displace the
 * entries of others.
 */
export function createCommandRunLog({ db, log }: CommandRunLogOptions): CommandRunLog {
  const limits = new RateLimiter(RUNS_OF_USER);
  const surplus = new LruMap<string, Surplus>(RUNS_OF_USER.maxKeys);
  const storing = new Map<string, Promise<void>>();
  const waiting = new Map<string, Batch>();

  async function store(run: NewCommandRun, more = 0): Promise<number> {
    return db.write(async (tx) => {
      const id = await insertCommandRun(tx, run);
      if (more > 0) await addToCommandRun(tx, id, more);
      await trimCommandRuns(tx, MAX_RUNS, 100);
      return id;
    });
  }

  function count(key: string, run: NewCommandRun, now: number): Promise<void> {
    const open = waiting.get(key);
    if (open !== undefined) {
      open.count += 1;
      return open.stored;
    }
    const before = storing.get(key) ?? Promise.resolve();
    const stored = before
      .catch(() => undefined)
      .then(() => {
        waiting.delete(key);
        return storeCount(key, run, batch.count, now);
      })
      .finally(() => {
        if (storing.get(key) === stored) storing.delete(key);
      });
    const batch: Batch = { count: 1, stored };
    waiting.set(key, batch);
    storing.set(key, stored);
    return stored;
  }

  async function storeCount(
    key: string,
    run: NewCommandRun,
    runs: number,
    now: number,
  ): Promise<void> {
    const open = surplus.get(key);
    if (open !== undefined && now - open.since < SURPLUS_WITHIN_MS) {
      if (await db.write((tx) => addToCommandRun(tx, open.id, runs))) return;
    }
    surplus.set(key, { id: await store(run, runs - 1), since: now });
  }

  return {
    async note(given) {
      const run = withinLengths(given);
      const now = performance.now();
      const key = groupOf(run);
      try {
        if (limits.waitMs(key, now) > 0) return await count(key, run, now);
        limits.consume(key, now);
        await store(run);
      } catch (err) {
        log.error({ err, line: run.line, username: run.username }, 'command run not recorded');
      }
    },
  };
}

function groupOf({ username, kind, trigger, outcome, exitCode }: NewCommandRun): string {
  const hasFailed = outcome !== 'exit' || exitCode !== 0;
  return `${kind} ${trigger ?? ''} ${hasFailed} ${username}`;
}

function withinLengths(run: NewCommandRun): NewCommandRun {
  return {
    ...run,
    username: run.username.slice(0, MAX_OF_NAME),
    line: shortened(run.line, MAX_OF_LINE),
    path: shortened(run.path, MAX_OF_PATH),
  };
}

/** Removes runs older than `recordExpiryMs`, and the oldest of too many. */
export async function removeOldRuns(
  db: Database,
  recordExpiryMs: number,
  nowMs: number,
): Promise<void> {
  const beforeMs = nowMs - recordExpiryMs;
  await deleteInBatches(db, (tx, most) => removeCommandRuns(tx, beforeMs, most));
  await deleteInBatches(db, (tx, most) => trimCommandRuns(tx, MAX_RUNS, most));
}
