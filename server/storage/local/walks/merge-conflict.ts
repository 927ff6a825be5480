import type { BigIntStats } from 'node:fs';
import type { TreePath } from '#contract/paths.ts';
import { AppError } from '../../../errors.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { type Name, nameText } from '../../raw-name.ts';
import { readSymlinkBytesAt } from '../descriptors.ts';
import { isSymlinkMode } from '../entry-stat.ts';
import { targetOfText } from '../resolve.ts';
import { inTheWay } from '../../driver-errors.ts';

/** Two entries with the same name: one in the folder that is merged, one in the folder it is merged into. */
export interface NameConflict {
  readonly name: Name;
  readonly isFolder: boolean;
  /** The `lstat` result of the entry that is there already. */
  readonly taken: BigIntStats;
  /** Descriptors of the folders that hold the two entries. */
  readonly source: number;
  readonly target: number;
}

/**
 * Throws an error when an entry may not take the name of the existing one: `already-exists` when one of them is a folder and the
 * other is not. With `--followExternalSymlinks`, users write through symlinks that lead out of the root, and must not replace
 * them: `forbidden` for every symlink except the same one.
 */
export function requireMergeable(root: RootDescriptor, conflict: NameConflict): void {
  const { name, isFolder, taken } = conflict;
  if (root.followExternalSymlinks && isSymlinkMode(Number(taken.mode))) {
    if (sameSymlinkTarget(conflict) === undefined) throw symlinkInTheWay(name);
    return;
  }
  if (taken.isDirectory() === isFolder) return;
  throw inTheWay({ isFolder: taken.isDirectory(), name: nameText(name) });
}

/**
 * Checks the same as `requireMergeable` before the folder is copied. A copy has a file in the place of a symlink that leads out of
 * the root, so that it cannot meet the same symlink.
 * @param folder Path of the folder that holds the existing entry
 */
export function requireCopyMergeable(
  root: RootDescriptor,
  conflict: NameConflict,
  folder: TreePath | undefined,
): void {
  requireMergeable(root, conflict);
  if (!root.followExternalSymlinks) return;
  const text = sameSymlinkTarget(conflict);
  if (text === undefined) return;
  const target = folder && targetOfText(root, folder, text.toString('utf8'));
  if (target === undefined || target === 'outside' || target === 'nowhere') {
    throw symlinkInTheWay(conflict.name);
  }
}

/** Returns the text of the two entries when they are symlinks with the same text. */
export function sameSymlinkTarget({ name, source, target }: NameConflict): Buffer | undefined {
  const text = readSymlinkBytesAt(source, name);
  return text && readSymlinkBytesAt(target, name)?.equals(text) ? text : undefined;
}

function symlinkInTheWay(name: Name): AppError {
  return new AppError('forbidden', `a symlink with the name ${nameText(name)} is in the way`);
}
