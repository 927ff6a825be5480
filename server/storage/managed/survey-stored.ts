import { childOf, type StoredEntry } from '../../metadata/stored-entries.ts';
import { compileWalkFilter } from '../../policy/walk-filter.ts';
import type { Survey } from '../walk-outcomes.ts';
import type { SurveyTask } from '../tree-walks.ts';
import { mayNotBeSeen, inTheWay } from '../driver-errors.ts';
import { entryOf, folderAt, type StoredTree } from './stored-tree.ts';
import type { WalkRun } from './walk-run.ts';
import { walkStored, type WalkedEntry } from './walk-stored.ts';

/** Implements `survey` of the walks. */
export async function surveyStored(
  { db: { read } }: StoredTree,
  { entry: ref, filter, refused, mergesInto, findsChanges, listsReplaced }: SurveyTask,
  run: WalkRun,
): Promise<Survey> {
  const replaced: string[] = [];
  const counts: { -readonly [Key in keyof Survey]: Survey[Key] } = {
    files: 0,
    folders: 0,
    others: 0,
    bytes: 0,
    ...(listsReplaced === true && { replaced }),
  };
  const isVisible = compileWalkFilter(filter);
  const accepts = (below: string): boolean => {
    if (isVisible === undefined || isVisible(below)) return true;
    if (refused === 'fails') throw mayNotBeSeen();
    return false;
  };
  const start = await entryOf(read, ref);
  if (!accepts('')) return counts;
  run.entries += 1;
  if (!start.isFolder) return { ...counts, files: 1, bytes: start.size };
  counts.folders += 1;
  if (findsChanges === true) counts.changedMs = start.modifiedUs / 1_000;
  const into = mergesInto === undefined ? undefined : (await folderAt(read, mergesInto)).id;
  const targets = new Map<string, number>(into === undefined ? [] : [['', into]]);
  for await (const walked of walkStored(read, { start: start.id, accepts }, run)) {
    const taken = targets.size > 0 ? await requireFits(read, targets, walked) : undefined;
    if (taken?.isFolder === false) replaced.push(walked.below);
    run.entries += 1;
    if (findsChanges === true)
      counts.changedMs = Math.max(counts.changedMs ?? 0, walked.entry.modifiedUs / 1_000);
    if (walked.entry.isFolder) counts.folders += 1;
    else {
      counts.files += 1;
      counts.bytes += walked.entry.size;
      run.bytes = counts.bytes;
    }
  }
  return counts;
}

/**
 * Returns the entry of the same name in the folder that is merged into; undefined if there is none. Throws `already-exists` if the two cannot
 * be merged. `targets` has the ids of the folders that exist there, by their paths; this function adds to it.
 */
async function requireFits(
  read: StoredTree['db']['read'],
  targets: Map<string, number>,
  { entry, below }: WalkedEntry,
): Promise<StoredEntry | undefined> {
  const folder = targets.get(below.slice(0, Math.max(0, below.length - entry.name.length - 1)));
  if (folder === undefined) return undefined;
  const taken = await childOf(read, folder, entry.name);
  if (taken === undefined) return undefined;
  if (taken.isFolder !== entry.isFolder) throw inTheWay(taken);
  if (taken.isFolder) targets.set(below, taken.id);
  return taken;
}
