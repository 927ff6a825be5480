import { nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { requireAccess } from '../access/decide.ts';
import { AppError } from '../errors.ts';
import type { EntryStat } from '../storage/driver.ts';
import { announced, type Done } from './announced.ts';
import { absence } from './find-entry.ts';
import { receiveFile, type SentFile } from './receive-file.ts';
import type { Tree } from './tree.ts';
import { requireCondition, type WriteCondition } from './write-condition.ts';
import { requireNoTrustedSymlink } from './write-target.ts';

export interface SaveRequest {
  readonly path: TreePath;
  /** It was asked for as a folder, whatever is there. */
  readonly isFolder: boolean;
  readonly condition: WriteCondition | undefined;
  readonly file: SentFile;
  /** Aborts when its sender has left. */
  readonly cancelled?: (() => AbortSignal) | undefined;
}

/**
 * Gives a file that is there new contents; its mode and owner stay, and so does a link that leads to it. `stale` when the
 * condition does not hold, before the body is read or when it is whole; then nothing has changed.
 */
export function saveFile(tree: Tree, actor: Actor, request: SaveRequest): Promise<Done<EntryStat>> {
  return announced(tree.events, {
    event: 'save',
    actor,
    plan: () => planSave(tree, actor, request),
    carryOut: () => save(tree, actor, request),
    cancelled: request.cancelled,
  });
}

async function save(tree: Tree, actor: Actor, request: SaveRequest): Promise<EntryStat> {
  const { condition = isThere, file } = request;
  const { place } = await planSave(tree, actor, request);
  const destination = { place, folder: parentOf(place), name: nameOf(place) };
  return receiveFile(tree, { ...destination, replaces: true, condition }, file);
}

async function planSave(
  tree: Tree,
  actor: Actor,
  { path, isFolder, condition = isThere }: SaveRequest,
): Promise<{ readonly place: TreePath }> {
  requireAccess(actor, 'modify', path);
  if (isFolder) throw noFile();
  const { place, stat } = await findSaved(tree, actor, path);
  requireCondition(condition, stat);
  // Whoever has to wait for a long act learns it before sending everything.
  await tree.locks.hold([place], () => Promise.resolve());
  return { place };
}

async function findSaved(tree: Tree, actor: Actor, path: TreePath) {
  const resolution = await tree.driver.resolve(path, actor.root);
  if (resolution.kind !== 'found') throw absence(resolution);
  if (resolution.place !== path) requireAccess(actor, 'modify', resolution.place);
  requireFile(resolution.stat);
  requireNoTrustedSymlink(resolution);
  return resolution;
}

function requireFile({ kind }: EntryStat): void {
  if (kind === 'folder') throw noFile();
  if (kind === 'other')
    throw new AppError('invalid-request', 'this is not a regular file', {
      refusal: { code: 'not-a-file' },
    });
}

function noFile(): AppError {
  return new AppError('method-not-allowed', 'a folder has no contents to save');
}

function isThere(current: unknown): boolean {
  return current !== undefined;
}
