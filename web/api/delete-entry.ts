import { resourceUrl } from '#contract/files.ts';
import { callNamed, type NamedCall } from './named-call.ts';
import { traceOfDeletion } from './trace-of-operation.ts';

/** Removes an entry, a folder with everything in it, however long it takes and whatever becomes of the connection. */
export async function deleteEntry(path: string, named: NamedCall): Promise<void> {
  await callNamed('DELETE', resourceUrl(path), named, () => traceOfDeletion(path));
}
