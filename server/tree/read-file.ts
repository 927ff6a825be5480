import { nameOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import type { FileContents, ReadOptions } from '../storage/driver.ts';
import { authorizeAndOpen } from './authorize.ts';
import type { Tree } from './tree.ts';
import type { EntryStat } from '../storage/entry.ts';

export interface ReadableFile {
  readonly name: string;
  readonly contents: FileContents;
  /** Time of the last change of the contents at this path, including a change of the symlink that leads to them. */
  readonly modifiedNs: bigint;
}

/** Opens a file that the actor may download; undefined for a folder. The caller closes the contents (`closeContents`). */
export async function readFile(
  tree: Tree,
  actor: Actor,
  path: TreePath,
  options: ReadOptions,
): Promise<ReadableFile | undefined> {
  const { entry, opened } = await authorizeAndOpen(actor, 'download', path, {
    resolve: () => tree.driver.resolveFile(path, actor, options),
    close: closeContents,
  });
  if (entry.stat.kind === 'folder') return undefined;
  const contents = opened ?? nothingOf(entry.stat);
  return { name: nameOf(path), contents, modifiedNs: latest(contents.stat, entry.symlink) };
}

function latest(file: EntryStat, symlink: EntryStat | undefined): bigint {
  return symlink !== undefined && symlink.modifiedNs > file.modifiedNs
    ? symlink.modifiedNs
    : file.modifiedNs;
}

/** Closes an open file, or releases the memory of a small one. */
export async function closeContents(contents: FileContents): Promise<void> {
  if (contents.kind === 'open') await contents.file.close();
  else contents.release?.();
}

/** FIFOs, sockets and devices are never opened. They are sent as empty files. */
function nothingOf(stat: EntryStat): FileContents {
  return { kind: 'whole', stat: { ...stat, size: 0 }, bytes: new Uint8Array() };
}
