import { resourceUrl } from '#contract/files.ts';
import { callNamed, type NamedCall } from './named-call.ts';
import { traceOfDeletion } from './trace-of-operation.ts';

/** Deletes an entry recursively, surviving long durations and lost connections. */
export async function deleteEntry(path: string, named: NamedCall): Promise<void> {
  await callNamed('DELETE', resourceUrl(path), named, () => traceOfDeletion(path));
}
