import type { TreePath } from '#contract/paths.ts';
import type { SearchQuery } from '#contract/search-query.ts';
import type { Actor } from '../../access/actor.ts';
import { toActorPath } from '../../access/actor-paths.ts';
import { AppError } from '../../errors.ts';
import { findEntry, type FoundEntry } from '../../tree/find-entry.ts';
import { foldedTerms, mediaClassNamed } from '../../storage/replies/query-matcher.ts';
import type { SearchTask } from '../../storage/local/search/search-task.ts';
import type { Tree } from '../../tree/tree.ts';
import { isInIndex } from './is-in-index.ts';
import type { NameIndex, NameQuestion, NameType } from '../../storage/local/search/name-question.ts';

export interface Searched {
  readonly tree: Tree;
  /** Where it cannot answer, a walk does. */
  readonly index: Pick<NameIndex, 'state' | 'find'>;
}

export interface Search {
  readonly folder: TreePath;
  readonly query: SearchQuery;
  readonly details: boolean;
  readonly form: SearchTask['form'];
}

export type Hits = AsyncIterable<Uint8Array<ArrayBuffer>>;

/**
 * What the actor may see of what a query asks for, below a folder. Undefined where there is no such folder; `forbidden`
 * where the actor may not see it.
 */
export async function findHits(
  { tree, index }: Searched,
  actor: Actor,
  { folder, query, details, form }: Search,
  signal: AbortSignal,
): Promise<Hits | undefined> {
  const found = await findFolder(tree, actor, folder);
  if (found === undefined) return undefined;
  const { path, place } = found;
  const task: SearchTask = {
    query,
    place,
    path,
    shownAs: toActorPath(actor, path),
    filter: { view: actor.view, paths: [...new Set([path, place])] },
    details,
    sniff: tree.sniff,
    form,
  };
  const isAsked = index.state() === 'ready' && (await isInIndex(tree.driver, place));
  if (!isAsked) return tree.walks.search(task, { signal });
  return checked(tree, task, index.find(questionOf(task), signal), signal);
}

async function findFolder(
  tree: Tree,
  actor: Actor,
  path: TreePath,
): Promise<FoundEntry | undefined> {
  try {
    const found = await findEntry(tree, actor, 'see', path);
    return found.stat.kind === 'folder' ? found : undefined;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return undefined;
    throw error;
  }
}

/** The index may be older than the disk: each of its names is looked up before it is told. */
async function* checked(
  { walks }: Tree,
  task: SearchTask,
  found: ReturnType<NameIndex['find']>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const candidates of found) {
    yield* walks.check({ task, candidates }, { signal });
  }
}

/** Asks for no less than the query does: case is looked at when the names are. */
function questionOf({ query, place }: SearchTask): NameQuestion {
  return { terms: foldedTerms(query), types: query.types.map(nameTypeOf), within: place };
}

function nameTypeOf(type: string): NameType {
  const mediaClass = mediaClassNamed(type);
  if (mediaClass !== undefined) return { kind: 'class', mediaClass };
  return { kind: 'extension', extension: type };
}
