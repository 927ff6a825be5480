import type { ArchiveFormat } from '#contract/archives.ts';
import { nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { AppError } from '../errors.ts';
import type { FolderDescriptor, RootDescriptor, StorageDriver } from '../storage/driver.ts';
import { authorizeAndOpen } from '../tree/authorize.ts';
import { resolveFolder } from '../tree/list-folder.ts';
import type { ArchivePool, OpenArchive } from './archive-pool.ts';
import type { ArchiveContents } from './archive-task.ts';

/** What somebody wants as an archive. */
export type Wanted =
  /** A file, or all that is in a folder. */
  | { readonly kind: 'one'; readonly path: TreePath }
  /** Entries of a folder or further down in it, by their ways from there, joined by NUL. */
  | { readonly kind: 'several'; readonly folder: TreePath; readonly ways: string };

export interface Archives {
  readonly driver: StorageDriver;
  readonly pool: ArchivePool;
}

/** Begins an archive of what the actor may download: `forbidden` and `not-found` come before its first byte. */
export async function openArchive(
  { driver, pool }: Archives,
  actor: Actor,
  wanted: Wanted,
  { format, signal }: { readonly format: ArchiveFormat; readonly signal: AbortSignal },
): Promise<OpenArchive> {
  if (!actor.permissions.has('download')) throw new AppError('forbidden', 'may not download');
  const { root, contents } =
    wanted.kind === 'one'
      ? await contentsOfOne(driver, actor, wanted.path)
      : { root: await rootOf(driver, actor), contents: { ...wanted, kind: 'chosen' as const } };
  return pool.open({ root, view: actor.view, contents }, format, signal);
}

interface Found {
  readonly root: RootDescriptor;
  readonly contents: ArchiveContents;
}

async function contentsOfOne(driver: StorageDriver, actor: Actor, path: TreePath): Promise<Found> {
  const { entry, opened } = await authorizeAndOpen(actor, 'download', path, {
    resolve: () => resolveFolder(driver, path, actor),
    close: (folder) => folder.close(),
  });
  if (opened !== undefined) {
    const { resolvedPath: place, stat } = entry;
    const contents = { kind: 'folder', path, place, identity: stat.identity } as const;
    return { root: await rootBehind(opened), contents };
  }
  const chosen = { kind: 'chosen', folder: parentOf(path), ways: nameOf(path) } as const;
  return { root: await rootOf(driver, actor), contents: chosen };
}

/** What the workers know the served root by; every descriptor of a folder tells it. */
async function rootOf(driver: StorageDriver, actor: Actor): Promise<RootDescriptor> {
  const { opened } = await resolveFolder(driver, actor.root, actor);
  if (opened === undefined) throw new AppError('not-found', 'there is nothing at this path');
  return rootBehind(opened);
}

async function rootBehind(folder: FolderDescriptor): Promise<RootDescriptor> {
  await folder.close();
  return folder.root;
}
