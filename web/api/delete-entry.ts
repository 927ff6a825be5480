import { resourceUrl } from '#contract/files.ts';
import { PERMANENT_QUERY, TRASHED_HEADER } from '#contract/trash.ts';
import { callTracked, type TrackedCall } from './tracked-call.ts';
import { traceOfDeletion } from './trace-of-operation.ts';

/**
 * Deletes an entry for good if `isPermanent`, and otherwise moves it into the trash. Waits for long deletions, and goes on after a lost
 * connection. Returns the id of the item in the trash; undefined if it was deleted for good, or if only the files showed that the deletion
 * was done, because its reply was lost. Throws ApiError with the refusal `not-into-trash` where the trash cannot take the entry.
 */
export async function deleteEntry(
  path: string,
  tracked: TrackedCall,
  { isPermanent }: { readonly isPermanent: boolean },
): Promise<number | undefined> {
  const url = `${resourceUrl(path)}?${PERMANENT_QUERY}=${isPermanent}`;
  const { headers } = await callTracked('DELETE', url, tracked, () => traceOfDeletion(path));
  const id = headers.get(TRASHED_HEADER);
  return id === null ? undefined : Number(id);
}
