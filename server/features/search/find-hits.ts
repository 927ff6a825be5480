import type { TreePath } from '#contract/paths.ts';
import type { SearchQuery } from '#contract/search-query.ts';
import type { Actor } from '../../access/actor.ts';
import { toActorPath } from '../../access/actor-paths.ts';
import { AppError } from '../../errors.ts';
import type { SearchTask } from '../../storage/tree-search.ts';
import { authorizeEntry, type AuthorizedEntry } from '../../tree/authorize.ts';
import type { Tree } from '../../tree/tree.ts';

export interface Search {
  readonly folder: TreePath;
  readonly query: SearchQuery;
  readonly details: boolean;
  readonly form: SearchTask['form'];
}

export type Hits = AsyncIterable<Uint8Array<ArrayBuffer>>;

/**
 * Finds entries below a folder that match a query and are visible to the actor. Resolves with undefined if the folder does not
 * exist. Throws `forbidden` if the actor may not see it.
 */
export async function findHits(
  tree: Tree,
  actor: Actor,
  { folder, query, details, form }: Search,
  signal: AbortSignal,
): Promise<Hits | undefined> {
  const found = await findFolder(tree, actor, folder);
  if (found === undefined) return undefined;
  const { path, resolvedPath } = found;
  const task: SearchTask = {
    query,
    resolvedPath,
    path,
    shownAs: toActorPath(actor, path),
    filter: { view: actor.view, paths: [...new Set([path, resolvedPath])] },
    details,
    sniff: tree.sniff,
    form,
  };
  return tree.driver.search.find(task, signal);
}

async function findFolder(
  tree: Tree,
  actor: Actor,
  path: TreePath,
): Promise<AuthorizedEntry | undefined> {
  try {
    const found = await authorizeEntry(tree, actor, 'see', path);
    return found.stat.kind === 'folder' ? found : undefined;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return undefined;
    throw error;
  }
}
