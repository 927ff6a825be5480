import { type FileInfo, type Folder, resourceUrl } from '#contract/files.ts';
import type { TransferQuery } from '#contract/transfers.ts';
import { ApiError, callJson } from './http.ts';
import type { Trace } from './tracked-call.ts';

/**
 * Infers from the files whether a deletion was executed, when its reply is lost and the server does not know its key. Throws ApiError if they
 * cannot be read.
 */
export async function traceOfDeletion(path: string): Promise<Trace> {
  return (await findItem(path)) ? 'not-done' : 'done';
}

/** Infers from the files whether a copy or move was executed. After `not-done`, it can safely be repeated. */
export async function traceOfTransfer(
  path: string,
  { action, destination, override, rename }: TransferQuery,
): Promise<Trace> {
  const source = await findItem(path);
  if (action === 'rename') {
    if (source) return 'not-done';
    return rename || (await findItem(destination)) ? 'done' : 'unclear';
  }
  // The name that the server chose for the copy is unknown.
  if (rename) return 'unclear';
  // Replacing the destination twice has the same result.
  if (override) return 'not-done';
  const target = await findItem(destination);
  // If the destination is another entry, the repeated request answers that the name exists, and the page asks the user.
  return source && target && isAlike(source, target) ? 'done' : 'not-done';
}

type Found = FileInfo | Folder;

async function findItem(path: string): Promise<Found | undefined> {
  try {
    return await callJson<Found>('GET', resourceUrl(path));
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 404) return undefined;
    throw failure;
  }
}

function isAlike(source: Found, target: Found): boolean {
  if ('items' in source && 'items' in target) {
    return source.numDirs === target.numDirs && source.numFiles === target.numFiles;
  }
  return !('items' in source) && !('items' in target) && source.size === target.size;
}
