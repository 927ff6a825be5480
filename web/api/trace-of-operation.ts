import { type FileInfo, type Folder, resourceUrl } from '#contract/files.ts';
import type { TransferQuery } from '#contract/transfers.ts';
import { ApiError, callJson } from './http.ts';
import type { Trace } from './named-call.ts';

/** Looks whether a deletion has been done. */
export async function traceOfDeletion(path: string): Promise<Trace> {
  return (await look(path)) ? 'not-done' : 'done';
}

/** Looks whether a copy or move has been done. Doing it again is harmless where this says that it was not. */
export async function traceOfTransfer(
  path: string,
  { action, destination, override, rename }: TransferQuery,
): Promise<Trace> {
  const source = await look(path);
  if (action === 'rename') {
    if (source) return 'not-done';
    return rename || (await look(destination)) ? 'done' : 'unclear';
  }
  // Nobody knows which name it would have taken.
  if (rename) return 'unclear';
  // To be replaced by the same once more.
  if (override) return 'not-done';
  const target = await look(destination);
  // Whatever else has the name is refused by the server, and asked about.
  return source && target && isAlike(source, target) ? 'done' : 'not-done';
}

type Seen = FileInfo | Folder;

async function look(path: string): Promise<Seen | undefined> {
  try {
    return await callJson<Seen>('GET', resourceUrl(path));
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 404) return undefined;
    throw failure;
  }
}

function isAlike(source: Seen, target: Seen): boolean {
  if ('items' in source && 'items' in target) {
    return source.numDirs === target.numDirs && source.numFiles === target.numFiles;
  }
  return !('items' in source) && !('items' in target) && source.size === target.size;
}
