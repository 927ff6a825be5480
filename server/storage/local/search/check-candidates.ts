import { isTemporaryName } from '#contract/temporary-names.ts';
import { withoutPrefix, type TreePath } from '#contract/paths.ts';
import type { Progress, Task } from '../../../lib/serve-tasks.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { statOf } from '../descriptors.ts';
import { errnoOf } from '../node-error.ts';
import { readEntriesSync } from '../walks/read-entries.ts';
import { openFolderIfPresent } from '../walks/start.ts';
import { IncompleteWalk } from '../walks/incomplete-walk.ts';
import { FolderNavigator } from '../walks/folder-navigator.ts';
import { compileWalkFilter } from '../../../policy/walk-filter.ts';
import { HitWriter } from '../../replies/hit-writer.ts';
import { nameMatcher } from '../../replies/query-matcher.ts';
import { belowFolder } from '../../replies/hit-text.ts';
import { type FolderKinds, HitReader } from './read-hit.ts';
import type { SearchTask } from '../../tree-search.ts';
import type { Candidates } from './name-question.ts';

/** Number of candidates in a folder from which on reading the whole folder can be faster than looking them up one by one. */
const FEWEST_WORTH_READING = 8;
/**
 * Size of a folder per candidate up to which reading the whole folder is faster. Bytes; on most file systems about ten names fit into
 * them.
 */
const BYTES_WORTH_A_NAME = 256;

type VisibilityTest = (below: string) => boolean;

/**
 * Yields the hits among candidates of the name index, which may be outdated, as text. Opens each folder once, without following symlinks,
 * authorizes each name and looks it up on the disk. Skips names that no longer exist or do not match. Fails at its end as `IncompleteWalk` says.
 */
export function* checkCandidates(
  root: RootDescriptor,
  task: SearchTask,
  candidates: readonly Candidates[],
  progress: Progress,
): Task<void> {
  const start = openFolderIfPresent(root, task.resolvedPath);
  if (start === undefined) return;
  const navigator = new FolderNavigator(start);
  const writer = new HitWriter(task.form);
  const walk = new IncompleteWalk();
  try {
    for (const hit of hitsAmong(root, task, { navigator, walk }, candidates)) {
      progress.entries += 1;
      if (hit !== undefined) writer.write(hit);
      yield writer.due();
    }
  } finally {
    navigator.close();
  }
  yield writer.rest();
  walk.requireComplete();
}

/** Yields the hits, and undefined for each other candidate, so that the consumer can pause. */
function* hitsAmong(
  root: RootDescriptor,
  task: SearchTask,
  { navigator, walk }: { readonly navigator: FolderNavigator; readonly walk: IncompleteWalk },
  candidates: readonly Candidates[],
): Generator<string | undefined> {
  const isVisible = compileWalkFilter(task.filter);
  const mayBeEntered = isVisible && cachedVisibility(isVisible);
  const matches = nameMatcher(task.query);
  const reader = new HitReader(root, task, walk);
  for (const { folder, names } of candidates) {
    const below = pathBelow(task.resolvedPath, folder);
    yield undefined;
    if (below === undefined || mayBeEntered?.(below) === false) continue;
    const fd = folderAt(navigator, below, walk);
    if (fd === undefined) continue;
    const kinds = task.details ? undefined : kindsIn(fd, names.length);
    for (const name of names) {
      const isHit = !isTemporaryName(name) && matches(name);
      const isShown = isHit && isVisible?.(belowFolder(below, name)) !== false;
      yield isShown ? reader.read({ fd, below, kinds }, name) : undefined;
    }
  }
}

function folderAt(navigator: FolderNavigator, below: string, walk: IncompleteWalk) {
  try {
    return navigator.to(below);
  } catch (error) {
    walk.skip(error);
    return undefined;
  }
}

/**
 * Returns the names and kinds of all entries of a folder, which costs as much as looking up three or four names.
 * Returns undefined if that is not worthwhile because the folder may be large, or if it cannot be read.
 */
function kindsIn(fd: number, wanted: number): FolderKinds | undefined {
  if (wanted < FEWEST_WORTH_READING) return undefined;
  if (statOf(fd).size > wanted * BYTES_WORTH_A_NAME) return undefined;
  try {
    return new Map(
      readEntriesSync(fd, { includeTemporary: false }).map(({ name, kind }) => [name, kind]),
    );
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}

/** Returns the path of `folder` below `path`; undefined if it is elsewhere. */
function pathBelow(path: TreePath, folder: TreePath): string | undefined {
  const rest = withoutPrefix(path, folder);
  return rest?.slice(1);
}

/** Returns a cached test that allows a folder only if all its parent folders are visible. */
function cachedVisibility(isSeen: VisibilityTest): VisibilityTest {
  const known = new Map<string, boolean>();
  const isVisible: VisibilityTest = (below) => {
    const knownState = known.get(below);
    if (knownState !== undefined) return knownState;
    const cut = below.lastIndexOf('/');
    const isAboveSeen = below === '' || isVisible(cut < 0 ? '' : below.slice(0, cut));
    const answer = isAboveSeen && isSeen(below);
    known.set(below, answer);
    return answer;
  };
  return isVisible;
}
