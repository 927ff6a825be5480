import type { Progress, Task } from '../../../lib/serve-tasks.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { errnoOf } from '../node-error.ts';
import { openFolderSync } from '../walk.ts';
import { inOrderOfBytes } from '../walks/list-tree.ts';
import { type FoundEntry, TreeCursor } from '../walks/tree-cursor.ts';
import { compileWalkFilter } from '../../../policy/walk-filter.ts';
import { HitWriter } from '../../replies/hit-writer.ts';
import { nameMatcher } from '../../replies/query-matcher.ts';
import { HitReader } from './read-hit.ts';
import type { SearchTask } from '../../tree-search.ts';

/**
 * Looks at every name below a folder, depth first, each folder's in the order of their bytes. Links are not followed;
 * what may not be seen or read is passed over with all below it, and so is what no address leads to, because its name is
 * no UTF-8.
 */
export function* searchWalk(
  root: RootDescriptor,
  task: SearchTask,
  progress: Progress,
): Task<void> {
  const isVisible = compileWalkFilter(task.filter);
  if (isVisible?.('') === false) return;
  const look = lookingFor(root, task);
  const writer = new HitWriter(task.form);
  const start = openFolderSync(root, task.place);
  const cursor = new TreeCursor(start, { includeTemporary: false, sort: inOrderOfBytes });
  try {
    for (;;) {
      const found = cursor.next();
      if (found === undefined) {
        if (!cursor.leave()) break;
      } else if (isVisible?.(found.below) !== false) {
        progress.entries += 1;
        const hit = look(cursor, found);
        if (hit !== undefined) writer.write(hit);
      }
      yield writer.due();
    }
  } finally {
    cursor.close();
  }
  yield writer.rest();
}

type Look = (cursor: TreeCursor, found: FoundEntry) => string | undefined;

/** Tells the hit that an entry is, if it is one, and goes into it, if it is a folder. */
function lookingFor(root: RootDescriptor, task: SearchTask): Look {
  const matches = nameMatcher(task.query);
  const reader = new HitReader(root, task);
  return (cursor, found) => {
    const { name, below } = found;
    if (typeof name !== 'string') return undefined;
    const folder = {
      fd: cursor.fd,
      below: below.slice(0, Math.max(0, below.length - name.length - 1)),
    };
    const hit = matches(name) ? reader.read(folder, name) : undefined;
    if (found.kind === 'folder') enter(cursor, found);
    return hit;
  };
}

function enter(cursor: TreeCursor, found: FoundEntry): void {
  try {
    cursor.enter(found);
  } catch (error) {
    // It can be seen, but not what is in it; or it has just gone.
    if (errnoOf(error) === undefined) throw error;
  }
}
