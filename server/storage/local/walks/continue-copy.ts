import {
  type BigIntStats,
  chmodSync,
  closeSync,
  constants,
  openSync,
  readSync,
  unlinkSync,
} from 'node:fs';
import type { Task } from '../../../lib/serve-tasks.ts';
import { lstatAt, openReadableAt, pathAt, statOf } from '../descriptors.ts';
import type { EntryAt } from './copy-file.ts';
import { isCompared, type Copying } from './copying.ts';
import { isTimeOfCopy } from './keep-facts.ts';
import { readingSource } from './unreadable.ts';

const PIECE_BYTES = 64 * 1_024;

/** Mode of the copy of a folder until it is complete. The mode of the original may not allow new entries. */
const OPEN_FOLDER = 0o700;

/**
 * Returns true if an interrupted copy has copied this file completely: size and time are those of the source, and the time was set last.
 * After a restart of the machine, the contents are compared too, because a power cut may have lost them. Otherwise removes what has the name,
 * so that the file can be copied again.
 */
export function* isFileCopied(copying: Copying, source: EntryAt, target: EntryAt): Task<boolean> {
  const there = lstatAt(target.folder, target.name);
  if (there === undefined) return false;
  if (there.isFile() && (yield* isSameFile(copying, source, target, there))) return true;
  // Fails for a folder, and so does the copy: the source was a folder when the interrupted copy came to it.
  unlinkSync(pathAt(target.folder, target.name));
  return false;
}

/** Removes the incomplete copy of an entry that is not a folder. */
export function removeRemainder({ folder, name }: EntryAt): void {
  const there = lstatAt(folder, name);
  if (there !== undefined && !there.isDirectory()) unlinkSync(pathAt(folder, name));
}

/** Returns true if the copy of the folder exists already, after making sure that entries can be created in it. */
export function reuseFolder(target: EntryAt): boolean {
  const there = lstatAt(target.folder, target.name);
  if (there?.isDirectory() !== true) return false;
  chmodSync(pathAt(target.folder, target.name), OPEN_FOLDER);
  return true;
}

/**
 * Returns true if an earlier copy has published this file already: a file with its name has its size, its time and, where copies are
 * compared, its bytes.
 */
export function* isFilePublished(
  copying: Copying,
  source: EntryAt,
  published: EntryAt,
): Task<boolean> {
  const there = lstatAt(published.folder, published.name);
  return there?.isFile() === true && (yield* isSameFile(copying, source, published, there));
}

function* isSameFile(
  copying: Copying,
  source: EntryAt,
  target: EntryAt,
  there: BigIntStats,
): Task<boolean> {
  const original = readingSource(() => openReadableAt(source.folder, source.name));
  try {
    const stats = statOf(original);
    const { size, mtimeNs } = there;
    if (!stats.isFile() || stats.size !== size || !isTimeOfCopy(mtimeNs, stats.mtimeNs))
      return false;
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW;
    const copy = openSync(pathAt(target.folder, target.name), flags);
    try {
      const comparesContents =
        copying.continues === 'comparing-contents' || isCompared(copying, size);
      if (comparesContents && !(yield* haveSameContents(original, copy, Number(size))))
        return false;
      // The interrupted copy may not have flushed it.
      copying.flush.file(copy);
      copying.progress.bytes += Number(size);
      return true;
    } finally {
      closeSync(copy);
    }
  } finally {
    closeSync(original);
  }
}

function* haveSameContents(one: number, other: number, size: number): Task<boolean> {
  const pieces = [Buffer.allocUnsafe(PIECE_BYTES), Buffer.allocUnsafe(PIECE_BYTES)] as const;
  for (let position = 0; position < size; position += PIECE_BYTES) {
    const length = Math.min(PIECE_BYTES, size - position);
    const counts = [
      readSync(one, pieces[0], 0, length, position),
      readSync(other, pieces[1], 0, length, position),
    ];
    if (counts.some((count) => count !== length)) return false;
    if (pieces[0].compare(pieces[1], 0, length, 0, length) !== 0) return false;
    yield;
  }
  return true;
}
