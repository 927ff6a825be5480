import { isUtf8 } from 'node:buffer';
import type { EntryType, FileInfo } from '#contract/files.ts';
import { isWithin, nameOf, parentOf } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { decide } from '../access/decide.ts';
import { AppError } from '../errors.ts';
import { ConcurrencyLimiter } from '../lib/concurrency-limiter.ts';
import { wireMode } from '../lib/file-mode.ts';
import type { AuthorizedEntry } from './authorize.ts';
import { rfc3339 } from '../lib/rfc3339.ts';
import type { Tree } from './tree.ts';
import { extensionOf } from '../file-types/extensions.ts';
import { MAX_TEXT_BYTES } from '../file-types/entry-type.ts';

/** Text files pass through memory, so a few are read at once, some wait, and further requests are refused. */
const textReads = new ConcurrencyLimiter({ maxConcurrent: 4, maxPerUser: 2, maxQueued: 64 });
/** A request waits for its slot even if its client leaves: reading a text is quick, or fails. */
const NEVER = new AbortController().signal;

export interface DescribeOptions {
  /** The requested path, which the response repeats. */
  readonly echoedPath: string;
  /** True to add the contents of a text file, if the actor may read it. */
  readonly withText: boolean;
}

/**
 * Describes a single file for clients (compatibility.md 3.3). With `withText`, a text that is not UTF-8, or that has become too large, is
 * described as `blob`: a client of File Browser 2 regards a text without `content` as empty, and would save it as such.
 */
export async function describeFile(
  tree: Tree,
  actor: Actor,
  file: AuthorizedEntry,
  { echoedPath, withText }: DescribeOptions,
): Promise<FileInfo> {
  const { type, subtitles } = await typeAndSubtitles(tree, actor, file);
  const mayModify = decide(actor, 'modify', file.path) === 'allowed';
  const content = withText && type === 'text' ? await contentOf(tree, actor, file) : '';
  const wireType = content === undefined ? 'blob' : type;
  const shown = file.symlink ?? file.stat;
  return {
    path: echoedPath,
    name: nameOf(file.path),
    size: file.stat.size,
    extension: extensionOf(nameOf(file.path)),
    modified: rfc3339(shown.modifiedNs),
    mode: wireMode(shown.mode),
    isDir: false,
    isSymlink: file.symlink !== undefined,
    type: wireType === 'text' && !mayModify ? 'textImmutable' : wireType,
    ...(subtitles.length === 0 ? {} : { subtitles: [...subtitles] }),
    ...(content === undefined || content === '' ? {} : { content }),
  };
}

/** Reads the folder of the requested name, because subtitles are beside it. Behind a symlink, that is another folder than the file's own. */
async function typeAndSubtitles(
  tree: Tree,
  actor: Actor,
  { path, stat }: AuthorizedEntry,
): Promise<{ type: EntryType; subtitles: readonly string[] }> {
  if (stat.kind !== 'file') return { type: 'blob', subtitles: [] };
  const folder = parentOf(path);
  // The folder itself may be hidden from the actor, or be outside the share of a visitor. Only the file is described,
  // and only visible subtitles beside it.
  const within = isWithin(actor.root, folder) ? actor : folder;
  const { resolution, opened } = await tree.driver.resolveFolder(folder, within);
  if (resolution.kind !== 'found' || opened === undefined) {
    throw new AppError('not-found', 'the folder has just gone');
  }
  try {
    const query = { path: folder, resolvedPath: resolution.path, view: actor.view, sniff: true };
    return await opened.describe(query, nameOf(path));
  } finally {
    await opened.close();
  }
}

/** Returns undefined for text that is not UTF-8 or has become too large, and '' for a file that the actor may not read. */
async function contentOf(
  tree: Tree,
  actor: Actor,
  { path, resolvedPath }: AuthorizedEntry,
): Promise<string | undefined> {
  if (decide(actor, 'download', path) !== 'allowed') return '';
  const release = await textReads.acquire({ account: actor.account, signal: NEVER });
  if (release === undefined) throw new AppError('too-many-requests', 'too many texts at once');
  try {
    const read = await tree.driver.readFile(resolvedPath, { wholeUpTo: MAX_TEXT_BYTES });
    if (read.kind === 'whole') {
      return isUtf8(read.bytes) ? Buffer.from(read.bytes).toString() : undefined;
    }
    await read.file.close();
    return undefined;
  } finally {
    release();
  }
}
