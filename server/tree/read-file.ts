import { nameOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import type { FileContents } from '../storage/driver.ts';
import { authorizeAndOpen } from './authorize.ts';
import type { Tree } from './tree.ts';
import type { EntryStat } from '../storage/entry.ts';

export interface ReadableFile {
  readonly name: string;
  readonly contents: FileContents;
  /** When the bytes behind the name last changed: a link may have been made to lead elsewhere since they were written. */
  readonly modifiedNs: bigint;
}

/** Opens a file whose contents the actor may have, or undefined for a folder. `close` of an open file is the caller's. */
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

function latest(file: EntryStat, link: EntryStat | undefined): bigint {
  return link !== undefined && link.modifiedNs > file.modifiedNs
    ? link.modifiedNs
    : file.modifiedNs;
}

interface ReadOptions {
  /** A file of at most so many bytes comes whole. */
  readonly wholeUpTo: number;
}

async function closeContents(contents: FileContents): Promise<void> {
  if (contents.kind === 'open') await contents.file.close();
}

/** Pipes, sockets and devices are never opened: whoever asks for one gets an empty file. */
function nothingOf(stat: EntryStat): FileContents {
  return { kind: 'whole', stat: { ...stat, size: 0 }, bytes: new Uint8Array() };
}
