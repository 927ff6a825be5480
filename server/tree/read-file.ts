import { nameOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { AppError } from '../errors.ts';
import type { EntryStat, FileContents } from '../storage/driver.ts';
import { findEntry } from './find-entry.ts';
import type { Tree } from './tree.ts';

export interface ReadableFile {
  readonly name: string;
  readonly contents: FileContents;
  /** The time and mode of a link, where the path asked for is one, with the size of what it leads to. */
  readonly facts: EntryStat;
}

/** Opens a file whose contents the actor may have. `close` of an open file is the caller's. */
export async function readFile(
  tree: Tree,
  actor: Actor,
  path: TreePath,
  options: { readonly wholeUpTo: number },
): Promise<ReadableFile> {
  const { place, stat, link } = await findEntry(tree, actor, 'download', path);
  if (stat.kind === 'folder') throw new AppError('invalid-request', 'this is a folder');
  const contents =
    stat.kind === 'other' ? nothingOf(stat) : await tree.driver.readFile(place, options);
  const facts = link === undefined ? contents.stat : { ...link, size: contents.stat.size };
  return { name: nameOf(path), contents, facts };
}

/** Pipes, sockets and devices are never opened: whoever asks for one gets an empty file. */
function nothingOf(stat: EntryStat): FileContents {
  return { kind: 'whole', stat: { ...stat, size: 0 }, bytes: new Uint8Array() };
}
