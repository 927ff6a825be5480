import type { TreePath } from '#contract/paths.ts';
import type { ListedEntry } from '../driver.ts';
import { identityOf, isSymlinkMode, kindOf } from './entry-stat.ts';
import type { FileWorkers } from './file-workers.ts';
import type { HeldDescriptor, Keep } from './held-descriptor.ts';
import { type FactColumns, namesIn } from './list-calls.ts';

/** Number of batches whose facts are read ahead of the caller, at the same time. */
const AHEAD = 2;

interface OpenFolder {
  readonly path: TreePath;
  /** Must not be closed before this has ended. */
  readonly held: HeldDescriptor;
}

/** Yields the entries of an open folder: reads all names first, and then the facts of a batch of them at a time. */
export async function* listEntries(
  workers: FileWorkers,
  { path, held }: OpenFolder,
  signal: AbortSignal,
): AsyncGenerator<ListedEntry> {
  const batches = await held.use((fd, keep) =>
    workers.run(path, 'readNames', fd, { onEnded: released(keep) }),
  );
  const lookups: Promise<FactColumns>[] = [];
  const lookUpNext = (): void => {
    const batch = batches.shift();
    if (!batch) return;
    const transferList = [batch.buffer];
    const columns = held.use((fd, keep) =>
      workers.run(path, 'readFacts', { fd, batch }, { transferList, onEnded: released(keep) }),
    );
    // A failure is thrown where the batch is awaited, which may be after it has happened.
    columns.catch(() => undefined);
    lookups.push(columns);
  };
  try {
    for (let ahead = 0; ahead < AHEAD; ahead += 1) lookUpNext();
    for (let next = lookups.shift(); next; next = lookups.shift()) {
      const columns = await next;
      signal.throwIfAborted();
      lookUpNext();
      yield* entriesOf(columns);
    }
  } finally {
    await Promise.allSettled(lookups);
  }
}

function released(keep: Keep): () => void {
  const release = keep();
  return () => release();
}

function* entriesOf(columns: FactColumns): Generator<ListedEntry> {
  for (const [row, name] of namesIn(columns).entries()) {
    const mode = columns.modes[row] ?? 0;
    yield {
      name,
      isSymlink: isSymlinkMode(mode),
      kind: kindOf(mode),
      size: columns.sizes[row] ?? 0,
      modifiedNs: columns.modifiedNs[row] ?? 0n,
      mode,
      identity: identityOf({ dev: columns.devices[row] ?? 0n, ino: columns.inodes[row] ?? 0n }),
    };
  }
}
