import { resourceUrl } from '#contract/files.ts';
import { OPERATION_HEADER } from '#contract/operations.ts';
import {
  LEFT_OUT_HEADER,
  LEFT_OUT_NAMES_HEADER,
  RESULT_HEADER,
  type TransferQuery,
  transferUrl,
} from '#contract/transfers.ts';
import { call, callAddress } from './http.ts';

export interface Transferred {
  /** Where the entry is now, from the user's home. */
  readonly path: string;
  /** How much below it could not be taken along, and the names of the first of it. */
  readonly leftOut: { readonly count: number; readonly names: readonly string[] };
}

/** Copies or moves an entry, however long it takes. Throws ApiError 409 when the name is taken. */
export async function transferEntry(
  path: string,
  query: TransferQuery,
  { signal, key }: { signal: AbortSignal; key: string },
): Promise<Transferred> {
  const headers = { [OPERATION_HEADER]: key };
  const { headers: told } = await call('PATCH', transferUrl(path, query), { signal, headers });
  return {
    path: pathOfResult(told.get(RESULT_HEADER)) ?? query.destination,
    leftOut: {
      count: Number(told.get(LEFT_OUT_HEADER) ?? 0),
      names: (told.get(LEFT_OUT_NAMES_HEADER) ?? '')
        .split(',')
        .filter((name) => name !== '')
        .map(decodeURIComponent),
    },
  };
}

/** The path in the address of a resource. */
function pathOfResult(address: string | null): string | undefined {
  const before = callAddress(resourceUrl(''));
  if (address === null || !address.startsWith(before)) return undefined;
  return address.slice(before.length).split('/').map(decodeURIComponent).join('/');
}
