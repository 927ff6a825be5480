import {
  type Operation,
  OPERATIONS_URL,
  type OperationState,
  operationUrl,
} from '#contract/operations.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callJson } from './http.ts';

/** The user's own copies, moves and deletions that are under way on the server. */
export const operationsQuery = queryOptions({
  queryKey: ['operations'],
  queryFn: ({ signal }) => callJson<Operation[]>('GET', OPERATIONS_URL, { signal }),
});

/** How one stands, or how it has ended. Throws ApiError 404 when the server does not know of it. */
export function stateOfOperation(key: string, signal: AbortSignal): Promise<OperationState> {
  return callJson<OperationState>('GET', operationUrl(key), { signal });
}

/** Throws ApiError 404 when it has ended. */
export async function cancelOperation(key: string): Promise<void> {
  await call('DELETE', operationUrl(key));
}
