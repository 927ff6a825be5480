import type { ArchiveFormat } from '#contract/archives.ts';
import { nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { AppError } from '../errors.ts';
import type { ArchiveContents, OpenArchive } from '../storage/archives/archive-source.ts';
import type { TreeStorage } from '../tree/resolved-path.ts';
import { authorizeAndOpen } from '../tree/authorize.ts';
import { beginCompressing } from './compress/compressors.ts';

/** The selection that is downloaded as an archive. */
export type Wanted =
  /** A file, or everything in a folder. */
  | { readonly kind: 'one'; readonly path: TreePath }
  /** Entries of a folder or below it, by their paths relative to it, joined by NUL. */
  | { readonly kind: 'several'; readonly folder: TreePath; readonly paths: string };

/**
 * Opens an archive of everything in the selection that the actor may download. Throws `forbidden` or `not-found` before
 * the first byte.
 */
export async function openArchive(
  driver: TreeStorage,
  actor: Actor,
  wanted: Wanted,
  { format, signal }: { readonly format: ArchiveFormat; readonly signal: AbortSignal },
): Promise<OpenArchive> {
  if (!actor.permissions.has('download')) throw new AppError('forbidden', 'download: permission');
  const contents =
    wanted.kind === 'one'
      ? await contentsOfOne(driver, actor, wanted.path)
      : ({ kind: 'selection', folder: wanted.folder, paths: wanted.paths } as const);
  const request = { view: actor.view, contents };
  if (format === 'zip' || format === 'tar') {
    return driver.archives.open({ ...request, format, isMeasured: true }, signal);
  }
  const tar = { ...request, format: 'tar', isMeasured: false } as const;
  const { chunks } = await driver.archives.open(tar, signal);
  return { bytes: undefined, chunks: await beginCompressing(format, chunks, signal) };
}

async function contentsOfOne(
  driver: TreeStorage,
  actor: Actor,
  path: TreePath,
): Promise<ArchiveContents> {
  const { entry, opened } = await authorizeAndOpen(actor, 'download', path, {
    resolve: () => driver.resolveFolder(path, actor),
    close: (folder) => folder.close(),
  });
  if (opened === undefined) {
    return { kind: 'selection', folder: parentOf(path), paths: nameOf(path) };
  }
  await opened.close();
  const { resolvedPath, stat } = entry;
  return { kind: 'folder', path, resolvedPath, identity: stat.identity };
}
