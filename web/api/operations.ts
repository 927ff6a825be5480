import {
  type Operation,
  OPERATIONS_URL,
  type OperationState,
  operationUrl,
} from '#contract/operations.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callJson } from './http.ts';

/** The user's running copies, moves and deletions on the server. */
export const operationsQuery = queryOptions({
  queryKey: ['operations'],
  queryFn: ({ signal }) => callJson<Operation[]>('GET', OPERATIONS_URL, { signal }),
});

/** Returns the state or outcome of an operation by its key. Throws ApiError 404 if the server does not know it. */
export function stateOfOperation(key: string, signal: AbortSignal): Promise<OperationState> {
  return callJson<OperationState>('GET', operationUrl(key), { signal });
}

/** Cancels a running operation. Throws ApiError 404 if it has ended. */
export async function cancelOperation(key: string): Promise<void> {
  await call('DELETE', operationUrl(key));
}
