import { type FileInfo, type Folder, resourceUrl } from '#contract/files.ts';
import type { TransferQuery } from '#contract/transfers.ts';
import { ApiError, callJson } from './http.ts';
import type { Trace } from './named-call.ts';

/** Infers from the files whether a deletion was executed. */
export async function traceOfDeletion(path: string): Promise<Trace> {
  return (await look(path)) ? 'not-done' : 'done';
}

/** Infers from the files whether a copy or move was executed. Repeating it is harmless after `not-done`. */
export async function traceOfTransfer(
  path: string,
  { action, destination, override, rename }: TransferQuery,
): Promise<Trace> {
  const source = await look(path);
  if (action === 'rename') {
    if (source) return 'not-done';
    return rename || (await look(destination)) ? 'done' : 'unclear';
  }
  // The chosen name of the copy is unknown.
  if (rename) return 'unclear';
  // Replacing the destination twice has the same result.
  if (override) return 'not-done';
  const target = await look(destination);
  // The server rejects another entry with this name, and the user is asked.
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
