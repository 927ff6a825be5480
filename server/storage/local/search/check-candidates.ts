import { isTemporaryName } from '#contract/temporary-names.ts';
import { withoutPrefix, type TreePath } from '#contract/paths.ts';
import type { Progress, Task } from '../../../lib/serve-tasks.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { statOf } from '../descriptors.ts';
import { errnoOf } from '../node-error.ts';
import { readEntriesSync } from '../walks/read-entries.ts';
import { openPlaceIfThere } from '../walks/start.ts';
import { WayToFolder } from '../walks/way-to-folder.ts';
import { compileWalkFilter } from '../../../policy/walk-filter.ts';
import { HitWriter } from '../../replies/hit-writer.ts';
import { nameMatcher } from '../../replies/query-matcher.ts';
import { belowFolder, type FolderKinds, HitReader } from './read-hit.ts';
import type { SearchTask } from '../../tree-search.ts';
import type { Candidates } from './name-question.ts';

/** Fewer are looked up one by one. */
const FEWEST_WORTH_READING = 8;
/** Of the size that a folder tells of itself: on most file systems some ten of its names fit in. */
const BYTES_WORTH_A_NAME = 256;

type VisibilityTest = (below: string) => boolean;

/**
 * Looks at names that may be hits where they are said to lie: each folder is opened once, step by step and without
 * following a link, and each name is judged and looked up in it. What is not so any more is passed over.
 */
export function* checkCandidates(
  root: RootDescriptor,
  task: SearchTask,
  candidates: readonly Candidates[],
  progress: Progress,
): Task<void> {
  const start = openPlaceIfThere(root, task.place);
  if (start === undefined) return;
  const way = new WayToFolder(start);
  const writer = new HitWriter(task.form);
  try {
    for (const hit of hitsAmong(root, task, way, candidates)) {
      progress.entries += 1;
      if (hit !== undefined) writer.write(hit);
      yield writer.due();
    }
  } finally {
    way.close();
  }
  yield writer.rest();
}

/** Undefined for each name that is no hit, so that whoever reads can take breaks. */
function* hitsAmong(
  root: RootDescriptor,
  task: SearchTask,
  way: WayToFolder,
  candidates: readonly Candidates[],
): Generator<string | undefined> {
  const isVisible = compileWalkFilter(task.filter);
  const mayBeEntered = isVisible && cachedVisibility(isVisible);
  const matches = nameMatcher(task.query);
  const reader = new HitReader(root, task);
  for (const { folder, names } of candidates) {
    const below = wayTo(task.place, folder);
    yield undefined;
    if (below === undefined || mayBeEntered?.(below) === false) continue;
    const fd = way.to(below);
    if (fd === undefined) continue;
    const kinds = task.details ? undefined : kindsIn(fd, names.length);
    for (const name of names) {
      const isHit = !isTemporaryName(name) && matches(name);
      const isShown = isHit && isVisible?.(belowFolder(below, name)) !== false;
      yield isShown ? reader.read({ fd, below, kinds }, name) : undefined;
    }
  }
}

/**
 * What stands in a folder. Reading it costs as much as looking up three or four names; undefined where that is no gain,
 * because there may be many others in it, or it may not be read.
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

function wayTo(place: TreePath, folder: TreePath): string | undefined {
  const way = withoutPrefix(place, folder);
  return way?.slice(1);
}

/** A folder is entered only where that is so for all above it; each is judged once. */
function cachedVisibility(isSeen: VisibilityTest): VisibilityTest {
  const known = new Map<string, boolean>();
  const isVisible: VisibilityTest = (below) => {
    const told = known.get(below);
    if (told !== undefined) return told;
    const cut = below.lastIndexOf('/');
    const isAboveSeen = below === '' || isVisible(cut < 0 ? '' : below.slice(0, cut));
    const answer = isAboveSeen && isSeen(below);
    known.set(below, answer);
    return answer;
  };
  return isVisible;
}
