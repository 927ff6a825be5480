import { type Operation, OPERATIONS_URL, operationUrl } from '#contract/operations.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callJson } from './http.ts';

/** The user's own copies, moves and deletions that are under way on the server. */
export const operationsQuery = queryOptions({
  queryKey: ['operations'],
  queryFn: ({ signal }) => callJson<Operation[]>('GET', OPERATIONS_URL, { signal }),
});

/** Throws ApiError 404 when it has ended. */
export async function cancelOperation(key: string): Promise<void> {
  await call('DELETE', operationUrl(key));
}
