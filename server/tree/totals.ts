import type { ErrorCode } from '#contract/errors.ts';
import type { Totals, Usage } from '#contract/files.ts';
import { ROOT, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { AppError } from '../errors.ts';
import { authorizeEntry, absence, authorizePath, authorizeResolvedPath } from './authorize.ts';
import { requireChildPath, refOf } from './entry-paths.ts';
import { recordedPath } from './resolved-path.ts';
import type { Tree } from './tree.ts';
import type { EntryRef } from '../storage/entry.ts';
import type { Survey } from '../storage/walk-outcomes.ts';

/** Failures that end the survey instead of leaving out an entry. */
const FATAL: ReadonlySet<ErrorCode> = new Set(['shutting-down', 'not-answering']);

/** Counts everything below an entry that the actor may see. The entry itself counts only if it is a file. */
export async function totalsOf(
  tree: Tree,
  actor: Actor,
  path: TreePath,
  signal: AbortSignal,
): Promise<Totals> {
  const { resolvedPath, stat } = await authorizeEntry(tree, actor, 'see', path);
  const survey = (entry: EntryRef, paths: readonly TreePath[]): Promise<Survey> => {
    const filter = { view: actor.view, paths: [...new Set(paths)] };
    return tree.walks.survey({ entry, filter, refused: 'skips' }, { signal });
  };
  if (resolvedPath === ROOT) return sumOf(await surveyChildren(tree, path, survey, signal));
  const { folders, ...counted } = await survey(refOf(resolvedPath), [path, resolvedPath]);
  return sumOf([{ ...counted, folders: folders - (stat.kind === 'folder' ? 1 : 0) }]);
}

/** Surveys each entry of the root, because the root itself is not an entry of a folder. */
async function surveyChildren(
  { driver }: Tree,
  path: TreePath,
  survey: (entry: EntryRef, paths: readonly TreePath[]) => Promise<Survey>,
  signal: AbortSignal,
): Promise<Survey[]> {
  const surveys: Survey[] = [];
  for await (const { name } of driver.list(recordedPath(ROOT), signal)) {
    try {
      const paths = [requireChildPath(path, name), requireChildPath(ROOT, name)];
      surveys.push(await survey({ folder: ROOT, name }, paths));
    } catch (error) {
      // Entries that have just vanished, and names that are not UTF-8, are not listed either.
      if (!(error instanceof AppError) || FATAL.has(error.code)) throw error;
      signal.throwIfAborted();
    }
  }
  return surveys;
}

function sumOf(surveys: readonly Survey[]): Totals {
  const sum = (count: (survey: Survey) => number): number =>
    surveys.reduce((total, survey) => total + count(survey), 0);
  return {
    numFiles: sum(({ files, others }) => files + others),
    numDirs: sum(({ folders }) => folders),
    size: sum(({ bytes }) => bytes),
  };
}

const NOTHING: Usage = { used: 0, total: 0 };

/** Returns the space of the file system of a folder; zeros for a file or a broken symlink. */
export async function usageOf(tree: Tree, actor: Actor, path: TreePath): Promise<Usage> {
  authorizePath(actor, 'see', path);
  const resolution = await tree.driver.resolve(path, actor.root);
  if (resolution.kind === 'dangling') return NOTHING;
  if (resolution.kind !== 'found') throw absence(resolution);
  const folder = authorizeResolvedPath(actor, 'see', resolution.path);
  if (resolution.stat.kind !== 'folder') return NOTHING;
  const { used, total } = await tree.driver.usage(folder);
  // The page shows nothing about a storage without a known limit.
  return total === Infinity ? { used, total: 0 } : { used, total };
}
