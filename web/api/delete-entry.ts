import { resourceUrl } from '#contract/files.ts';
import { PERMANENT_QUERY, TRASHED_HEADER } from '#contract/trash.ts';
import { callNamed, type NamedCall } from './named-call.ts';
import { traceOfDeletion } from './trace-of-operation.ts';

/**
 * Moves an entry into the trash, or deletes it for good where the trash cannot take it, surviving long durations and lost
 * connections. Returns the id of the item in the trash; undefined if it was deleted for good, or if the reply was lost.
 */
export async function deleteEntry(
  path: string,
  named: NamedCall,
  { isPermanent } = { isPermanent: false },
): Promise<number | undefined> {
  const url = resourceUrl(path) + (isPermanent ? `?${PERMANENT_QUERY}=true` : '');
  const { headers } = await callNamed('DELETE', url, named, () => traceOfDeletion(path));
  const id = headers.get(TRASHED_HEADER);
  return id === null ? undefined : Number(id);
}
