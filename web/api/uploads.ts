import type { Descendant } from '#contract/files.ts';
import { encodePath } from '#contract/paths.ts';
import { callJson } from './http.ts';

/** Everything below a folder, as a flat list. Throws ApiError 404 when it is not there. */
export function listBelow(folder: string): Promise<Descendant[]> {
  return callJson<Descendant[]>('GET', `/api/resources/recursive${encodePath(folder)}`);
}
