import { resourceUrl } from '#contract/files.ts';
import {
  LEFT_OUT_HEADER,
  LEFT_OUT_NAMES_HEADER,
  RESULT_HEADER,
  type TransferQuery,
  transferUrl,
} from '#contract/transfers.ts';
import { callAddress } from './http.ts';
import { callTracked, type TrackedCall } from './tracked-call.ts';
import { traceOfTransfer } from './trace-of-operation.ts';

export interface Transferred {
  /** New path of the entry in the user's home. */
  readonly path: string;
  /** Number of nested entries that were skipped, and the names of the first ones. */
  readonly leftOut: { readonly count: number; readonly names: readonly string[] };
}

/**
 * Copies or moves an entry, surviving long durations and lost connections. Throws ApiError 409 if the name is taken.
 */
export async function transferEntry(
  path: string,
  query: TransferQuery,
  tracked: TrackedCall,
): Promise<Transferred> {
  const { headers } = await callTracked('PATCH', transferUrl(path, query), tracked, () =>
    traceOfTransfer(path, query),
  );
  return {
    path: pathOfResult(headers.get(RESULT_HEADER)) ?? query.destination,
    leftOut: {
      count: Number(headers.get(LEFT_OUT_HEADER) ?? 0),
      names: (headers.get(LEFT_OUT_NAMES_HEADER) ?? '')
        .split(',')
        .filter((name) => name !== '')
        .map(decodeURIComponent),
    },
  };
}

/** Returns the path in the address of a resource. */
function pathOfResult(address: string | null): string | undefined {
  const before = callAddress(resourceUrl(''));
  if (address === null || !address.startsWith(before)) return undefined;
  return address.slice(before.length).split('/').map(decodeURIComponent).join('/');
}
