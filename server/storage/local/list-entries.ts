import type { WorkerPool } from '../../lib/worker-pool.ts';
import type { ListedEntry } from '../driver.ts';
import { identityOf, isLinkMode, kindOf } from './entry-stat.ts';
import type { FileJobs } from './file-jobs.ts';
import { type FactColumns, namesIn } from './list-jobs.ts';

/** Batches that are looked up ahead of the caller, on workers of their own. */
const AHEAD = 2;

/** Reads the folder open as `fd`, which must stay open until this has ended. */
export async function* listEntries(
  workers: WorkerPool<FileJobs>,
  fd: number,
  signal: AbortSignal,
): AsyncGenerator<ListedEntry> {
  const batches = await workers.run('readNames', fd);
  const under: Promise<FactColumns>[] = [];
  const lookUpNext = (): void => {
    const batch = batches.shift();
    if (!batch) return;
    const columns = workers.run('readFacts', { fd, batch }, [batch.buffer]);
    // A failure is thrown where the batch is awaited, which may be after it has happened.
    columns.catch(() => undefined);
    under.push(columns);
  };
  try {
    for (let ahead = 0; ahead < AHEAD; ahead += 1) lookUpNext();
    for (let next = under.shift(); next; next = under.shift()) {
      const columns = await next;
      signal.throwIfAborted();
      lookUpNext();
      yield* entriesOf(columns);
    }
  } finally {
    await Promise.allSettled(under);
  }
}

function* entriesOf(columns: FactColumns): Generator<ListedEntry> {
  for (const [row, name] of namesIn(columns).entries()) {
    const mode = columns.modes[row] ?? 0;
    yield {
      name,
      isLink: isLinkMode(mode),
      kind: kindOf(mode),
      size: columns.sizes[row] ?? 0,
      modifiedNs: columns.modifiedNs[row] ?? 0n,
      mode,
      identity: identityOf({ dev: columns.devices[row] ?? 0n, ino: columns.inodes[row] ?? 0n }),
    };
  }
}
