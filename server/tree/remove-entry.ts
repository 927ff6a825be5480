import { nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { requireAccess } from '../access/decide.ts';
import { authorizeTree, visibilityAt } from './authorize-tree.ts';
import { refOf } from './entry-paths.ts';
import type { JournalEntry } from './operation-journal.ts';
import {
  EntriesLeft,
  newTemporaryPathIn,
  removeTemporary,
  temporaryOf,
} from './temporary-entry.ts';
import { untilCancelled, type OperationControl } from './operation-control.ts';
import { notFound, resolveEntry, type ResolvedEntry } from './resolve-entry.ts';
import { runOperation, type Completed } from './run-operation.ts';
import { requireNotRoot } from './transfer.ts';
import type { Tree } from './tree.ts';

/**
 * Removes an entry and everything below it; of a symlink, the symlink. The entry vanishes in one step. What cannot be removed appears
 * again.
 */
export function removeEntry(
  tree: Tree,
  actor: Actor,
  path: TreePath,
  control: OperationControl,
): Promise<Completed<void>> {
  return runOperation<ResolvedEntry, void, 'delete'>(tree, {
    event: 'delete',
    actor,
    control,
    plan: () => planRemoval(tree, actor, path),
    paths: ({ resolvedPath }) => ({ path: resolvedPath }),
    claims: ({ resolvedPath }) => [{ path: resolvedPath, access: 'exclusive' }],
    authorize(entry) {
      const filter = visibilityAt(actor, [path, entry.resolvedPath]);
      return authorizeTree(tree, { filter }, entry, control);
    },
    journal({ resolvedPath: source, stat: { kind, fingerprint: item } }) {
      if (kind !== 'folder') return { kind: 'delete', state: 'committing', source, item };
      const temporary = newTemporaryPathIn(parentOf(source));
      return { kind: 'delete', state: 'removing', source, item, temporary };
    },
    // Shares of what cannot be removed stay.
    items: ({ resolvedPath }) => [{ fate: 'removed', place: resolvedPath }],
    changes: ({ resolvedPath: path }) => [{ kind: 'vanished', path }],
    changesOfFailure({ resolvedPath: path, stat }) {
      const gone = { kind: 'vanished', path } as const;
      return stat.kind === 'folder' ? [gone, { kind: 'changed-below', path }] : [gone];
    },
    prepare: async ({ resolvedPath, stat }, entry) => ({
      async commit() {
        if (stat.kind === 'folder') await removeFolder(tree, entry, control);
        else await tree.driver.remove(parentOf(resolvedPath), nameOf(resolvedPath));
      },
    }),
  });
}

async function planRemoval(tree: Tree, actor: Actor, path: TreePath): Promise<ResolvedEntry> {
  requireNotRoot(actor, path);
  requireAccess(actor, 'delete', path);
  const entry = await resolveEntry(tree, actor, path);
  if (entry.kind === 'missing') throw notFound();
  requireAccess(actor, 'delete', entry.own.resolvedPath);
  return entry.own;
}

async function removeFolder(
  tree: Tree,
  entry: JournalEntry<'delete'>,
  control: OperationControl,
): Promise<void> {
  const folder = refOf(entry.record.source);
  const hidden = refOf(temporaryOf(entry.record));
  let isHidden = false;
  try {
    const { kind } = await tree.driver.move(folder, hidden, { replace: false });
    isHidden = kind === 'moved';
  } finally {
    if (!isHidden) await entry.end();
  }
  const options = untilCancelled(control);
  // A folder of a lower layer of an overlay file system cannot be renamed, so it is removed where it is.
  const left = isHidden
    ? await removeTemporary(tree, entry, options)
    : await tree.walks.remove({ entry: folder }, options);
  if (left.count > 0) throw new EntriesLeft(left);
}
