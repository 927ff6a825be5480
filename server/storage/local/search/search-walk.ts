import type { Progress, Task } from '../../../lib/serve-tasks.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { openFolderSync } from '../walk.ts';
import { IncompleteWalk } from '../walks/incomplete-walk.ts';
import { inOrderOfBytes } from '../walks/list-tree.ts';
import { type FoundEntry, TreeCursor } from '../walks/tree-cursor.ts';
import { compileWalkFilter } from '../../../policy/walk-filter.ts';
import { HitWriter } from '../../replies/hit-writer.ts';
import { nameMatcher } from '../../replies/query-matcher.ts';
import { HitReader } from './read-hit.ts';
import type { SearchTask } from '../../tree-search.ts';

/**
 * Yields the hits below a folder as text. Examines every name, depth first, in the order of bytes. Does not follow symlinks. Skips invisible
 * and unreadable entries with everything below, and names that are not UTF-8, which no address can contain. Fails at its end as `IncompleteWalk`
 * says.
 */
export function* searchWalk(
  root: RootDescriptor,
  task: SearchTask,
  progress: Progress,
): Task<void> {
  const isVisible = compileWalkFilter(task.filter);
  if (isVisible?.('') === false) return;
  const walk = new IncompleteWalk();
  const findHit = hitFinder(root, task, walk);
  const writer = new HitWriter(task.form);
  const start = openFolderSync(root, task.resolvedPath);
  const cursor = new TreeCursor(start, { includeTemporary: false, sort: inOrderOfBytes });
  try {
    for (;;) {
      const found = cursor.next();
      if (found === undefined) {
        if (!cursor.leave()) break;
      } else if (isVisible?.(found.below) !== false) {
        progress.entries += 1;
        const hit = findHit(cursor, found);
        if (hit !== undefined) writer.write(hit);
      }
      yield writer.due();
    }
  } finally {
    cursor.close();
  }
  yield writer.rest();
  walk.requireComplete();
}

/** Returns the hit for an entry; undefined if it does not match. Enters the entry if it is a folder. */
type FindHit = (cursor: TreeCursor, found: FoundEntry) => string | undefined;

function hitFinder(root: RootDescriptor, task: SearchTask, walk: IncompleteWalk): FindHit {
  const matches = nameMatcher(task.query);
  const reader = new HitReader(root, task, walk);
  return (cursor, found) => {
    const { name, below } = found;
    if (typeof name !== 'string') return undefined;
    const folder = {
      fd: cursor.fd,
      below: below.slice(0, Math.max(0, below.length - name.length - 1)),
    };
    const hit = matches(name) ? reader.read(folder, name) : undefined;
    if (found.kind === 'folder') enter(cursor, found, walk);
    return hit;
  };
}

function enter(cursor: TreeCursor, found: FoundEntry, walk: IncompleteWalk): void {
  try {
    cursor.enter(found);
  } catch (error) {
    walk.skip(error);
  }
}
