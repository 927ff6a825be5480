import { type BigIntStats, closeSync, constants, openSync } from 'node:fs';
import type { Task } from '../../../lib/serve-tasks.ts';
import type { Name } from '../../raw-name.ts';
import { openReadableAt, pathAt, statOf } from '../descriptors.ts';
import { closeQuietly } from '../read-file.ts';
import { cloneBytes, copyBytes } from './copy-bytes.ts';
import { CopiedFile } from './copy-verification.ts';
import { isCompared, type Copying } from './copying.ts';
import { keepFacts } from './keep-facts.ts';
import { readingSource } from './unreadable.ts';

/** An entry of the folder open as `folder`. */
export interface EntryAt {
  readonly folder: number;
  readonly name: Name;
}

/**
 * Copies an entry that was a regular file a moment ago. Returns false if it is something else now; then nothing was
 * created.
 */
export function* copyFile(copying: Copying, source: EntryAt, target: EntryAt): Task<boolean> {
  const fd = readingSource(() => openReadableAt(source.folder, source.name));
  try {
    const stats = statOf(fd);
    if (!stats.isFile()) return false;
    yield* copyOpenFile(copying, fd, stats, target);
    return true;
  } finally {
    closeSync(fd);
  }
}

/** Copies the file that is open as `source`, with its facts. Creates the copy, whose name must be free. */
export function* copyOpenFile(
  copying: Copying,
  source: number,
  stats: BigIntStats,
  { folder, name }: EntryAt,
): Task<void> {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
  const flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
  const fd = openSync(pathAt(folder, name), flags, 0o600);
  let isComplete = false;
  let copied: CopiedFile | undefined;
  try {
    if (stats.size > 0n && !cloned(copying, source, fd, stats)) {
      const { verification } = copying;
      if (verification && isCompared(copying, stats.size))
        copied = new CopiedFile(fd, verification.comparison);
      yield* copyBytes(source, fd, stats, copying.progress, copied?.hash);
    }
    keepFacts(fd, stats);
    copying.flush.file(fd);
    isComplete = true;
  } finally {
    if (!isComplete && copied) closeQuietly(copied.fd);
    // Some file systems report missing space only now.
    if (isComplete) closeSync(fd);
    else closeQuietly(fd);
  }
  if (copied && copying.verification) yield* copying.verification.add(copied);
}

/** Shares the contents with the copy, if the file system can. Returns false if they have to be copied. */
function cloned(copying: Copying, source: number, target: number, { size }: BigIntStats): boolean {
  copying.mayClone &&= cloneBytes(source, target);
  if (copying.mayClone) copying.progress.bytes += Number(size);
  return copying.mayClone;
}
