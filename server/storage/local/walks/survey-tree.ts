import { type BigIntStats, closeSync } from 'node:fs';
import { parentOf, parseTreePath, type TreePath } from '#contract/paths.ts';
import type { Progress, Task } from '../../../lib/serve-tasks.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import type { Survey } from '../../walk-outcomes.ts';
import { lstatAt } from '../descriptors.ts';
import { hasErrno } from '../node-error.ts';
import { openFolderSync, REPLACEMENT } from '../walk.ts';
import { requireCopyMergeable } from './merge-conflict.ts';
import { mayNotBeSeen } from '../../driver-errors.ts';
import { hasChanged, type VisibilityTest, openStart, openStartFolder } from './start.ts';
import { Counterpart, type FoundEntry, TreeCursor } from './tree-cursor.ts';
import type { EntryRef } from '../../entry.ts';

/** A survey as the walk gets it: a `SurveyTask` with the filter as a function. */
export interface SurveyInput {
  readonly entry: EntryRef;
  readonly isVisible: VisibilityTest;
  /** Result of the survey if an entry is invisible or a folder unreadable. */
  readonly refused: 'fails' | 'skips';
  /** Path of a folder that the entry will be merged into. Throws the errors of `requireCopyMergeable`. */
  readonly mergesInto?: TreePath | undefined;
  /** True to count a folder that cannot be read, without its contents. */
  readonly skipsUnreadable?: boolean | undefined;
  /** True to add the latest change. */
  readonly findsChanges?: boolean | undefined;
  /** True to list the files that the merge replaces. */
  readonly listsReplaced?: boolean | undefined;
}

type Counts = { -readonly [Key in keyof Omit<Survey, 'replaced'>]: Survey[Key] } & {
  replaced?: string[];
};

/** Counts an entry and everything below it. `not-found` if it does not exist. */
export function* surveyTree(
  root: RootDescriptor,
  input: SurveyInput,
  progress: Progress,
): Task<Survey> {
  const counts: Counts = { files: 0, folders: 0, others: 0, bytes: 0 };
  if (input.listsReplaced === true) counts.replaced = [];
  const { folder, stats } = openStart(root, input.entry);
  try {
    if (!isSeen(input, '')) return counts;
    progress.entries += 1;
    if (input.findsChanges === true) noteChange(counts, stats);
    if (stats.isDirectory()) yield* surveyFolder(root, folder, input, counts, progress);
    else if (stats.isFile()) countFile(counts, stats.size);
    else counts.others += 1;
    return counts;
  } finally {
    closeSync(folder);
  }
}

function* surveyFolder(
  root: RootDescriptor,
  parent: number,
  input: SurveyInput,
  counts: Counts,
  progress: Progress,
): Task<void> {
  counts.folders += 1;
  const { entry, mergesInto } = input;
  const first = openStartFolder(root, parent, entry.name);
  const cursor = openUnlessRefused(input, () => new TreeCursor(first, { includeTemporary: false }));
  if (!cursor) return;
  let target: Counterpart | undefined;
  try {
    if (mergesInto !== undefined) target = new Counterpart(openFolderSync(root, mergesInto));
    for (;;) {
      const found = cursor.next();
      if (found) {
        countEntry(root, cursor, target, found, input, counts);
        progress.entries = counts.files + counts.folders + counts.others;
        progress.bytes = counts.bytes;
        yield;
      } else if (cursor.leave()) target?.leave();
      else return;
    }
  } finally {
    target?.close();
    cursor.close();
  }
}

/** Counts an entry of the walk, checks whether it can be merged, and enters it if it is a folder. */
function countEntry(
  root: RootDescriptor,
  cursor: TreeCursor,
  target: Counterpart | undefined,
  found: FoundEntry,
  input: SurveyInput,
  counts: Counts,
): void {
  if (!isSeen(input, found.below)) return;
  if (input.findsChanges === true) {
    const stats = lstatAt(cursor.fd, found.name);
    if (stats) noteChange(counts, stats);
  }
  if (target?.fd !== undefined) {
    const taken = requireFits(
      root,
      target.fd,
      { source: cursor.fd, into: input.mergesInto },
      found,
    );
    if (taken?.isFile() === true && !found.below.includes(REPLACEMENT))
      counts.replaced?.push(found.below);
  }
  if (found.kind === 'file') {
    const stats = lstatAt(cursor.fd, found.name);
    if (stats) countFile(counts, stats.size);
  } else if (found.kind === 'folder') {
    counts.folders += 1;
    const isIn = openUnlessRefused(input, () => {
      cursor.enter(found);
      return true;
    });
    if (isIn === true) target?.enter(found.name);
  } else counts.others += 1;
}

function noteChange(counts: Counts, { ctimeMs }: BigIntStats): void {
  counts.changedMs = Math.max(counts.changedMs ?? 0, Number(ctimeMs));
}

function countFile(counts: Counts, size: bigint): void {
  counts.files += 1;
  counts.bytes += Number(size);
}

function isSeen({ isVisible, refused }: SurveyInput, below: string): boolean {
  if (isVisible === undefined || isVisible(below)) return true;
  if (refused === 'fails') throw mayNotBeSeen();
  return false;
}

/** Opens a folder. Returns undefined if it is gone, and, where the task allows that, if it cannot be read. */
function openUnlessRefused<Opened>(
  { refused, skipsUnreadable }: SurveyInput,
  open: () => Opened,
): Opened | undefined {
  try {
    return open();
  } catch (error) {
    if (hasChanged(error)) return undefined;
    const mayPass = refused === 'skips' || skipsUnreadable === true;
    if (mayPass && hasErrno(error, 'EACCES', 'EPERM')) return undefined;
    throw error;
  }
}

/** Returns the entry of the same name in the folder that is merged into; undefined if there is none. Throws if the two cannot be merged. */
function requireFits(
  root: RootDescriptor,
  target: number,
  { source, into }: { readonly source: number; readonly into: TreePath | undefined },
  { name, kind, below }: FoundEntry,
): BigIntStats | undefined {
  const taken = lstatAt(target, name);
  if (!taken) return undefined;
  const conflict = { name, isFolder: kind === 'folder', taken, source, target };
  const path = into === undefined ? undefined : parseTreePath(`${into}/${below}`);
  requireCopyMergeable(root, conflict, path && parentOf(path));
  return taken;
}
