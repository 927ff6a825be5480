import type { TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { requireAccess } from '../access/decide.ts';
import { AppError } from '../errors.ts';
import { replacing, requireNoTrustedSymlink, type Destination } from './destination.ts';
import { absence } from './authorize.ts';
import { requireSpace } from './free-space.ts';
import { rememberedFile } from './history-recorder.ts';
import { receiveFile, type SentFile } from './receive-file.ts';
import { requireNotReserved } from './reserved-name.ts';
import { runOperation, type Completed } from './run-operation.ts';
import type { Tree } from './tree.ts';
import { journalOfWrite } from './write-file.ts';
import { requireCondition, type WriteCondition } from './write-condition.ts';
import type { EntryStat } from '../storage/entry.ts';
import { notAFile } from '../storage/driver-errors.ts';

export interface SaveRequest {
  readonly path: TreePath;
  /** The request names a folder, whatever exists there. */
  readonly isFolder: boolean;
  readonly condition: WriteCondition | undefined;
  readonly file: SentFile;
  /** Returns a signal that aborts when the sender leaves. */
  readonly cancelled?: (() => AbortSignal) | undefined;
}

/**
 * Replaces the contents of an existing file. Its mode and owner stay, and so does a symlink that leads to it. Throws `stale` when the
 * condition does not hold, before the body is read or afterwards; nothing has changed then.
 */
export function saveFile(
  tree: Tree,
  actor: Actor,
  request: SaveRequest,
): Promise<Completed<EntryStat>> {
  const { condition = isThere } = request;
  return runOperation<Destination, EntryStat, 'write'>(tree, {
    event: 'save',
    actor,
    cancelled: request.cancelled,
    plan: () => planSave(tree, actor, request, condition),
    authorize: ({ ancestor }) => requireSpace(tree, ancestor, request.file.announcedBytes),
    paths: ({ resolvedPath }) => ({ path: resolvedPath }),
    writes: ({ resolvedPath }) => resolvedPath,
    journal: journalOfWrite,
    items: ({ resolvedPath }) => [{ fate: 'carried', path: resolvedPath }],
    changes: ({ resolvedPath }) => [{ kind: 'appeared', path: resolvedPath }],
    remembers: ({ resolvedPath }, stat, version) =>
      rememberedFile(resolvedPath, stat, { replaces: true, version }),
    prepare: (destination, record) =>
      receiveFile(tree, record, { destination, condition, isSave: true }, request.file),
  });
}

async function planSave(
  tree: Tree,
  actor: Actor,
  { path, isFolder }: SaveRequest,
  condition: WriteCondition,
): Promise<Destination> {
  requireNotReserved(path);
  requireAccess(actor, 'modify', path);
  if (isFolder) throw noFile();
  const resolution = await tree.driver.resolve(path, actor.root);
  if (resolution.kind !== 'found') throw absence(resolution);
  const { path: resolvedPath, stat } = resolution;
  if (resolvedPath !== path) requireAccess(actor, 'modify', resolvedPath);
  requireFile(stat);
  requireNoTrustedSymlink(resolution);
  requireCondition(condition, stat);
  return replacing(path, { resolvedPath, stat });
}

function requireFile({ kind }: EntryStat): void {
  if (kind === 'folder') throw noFile();
  if (kind === 'other') throw notAFile();
}

function noFile(): AppError {
  return new AppError('method-not-allowed', 'a folder has no contents to save');
}

function isThere(current: unknown): boolean {
  return current !== undefined;
}
