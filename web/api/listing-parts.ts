import type { FileInfo, Folder, Resource } from '#contract/files.ts';

/** Number of entries in one message of the worker to the page. Receiving it takes a few milliseconds on a slow phone. */
const ENTRIES_PER_PART = 1_000;

/** Part of a response. A folder yields its entries in several parts, and then its other properties; a file is one part. */
export type ListingPart =
  | { readonly items: Folder['items'] }
  | { readonly folder: Omit<Folder, 'items'> }
  | { readonly file: FileInfo };

/** Parses the response to a listing and yields it in parts, in order. */
export function* partsOf(bytes: ArrayBuffer): Generator<ListingPart> {
  const resource = parseResource(bytes);
  if (!('items' in resource)) return yield { file: resource };
  const { items, ...rest } = resource;
  for (let start = 0; start < items.length; start += ENTRIES_PER_PART) {
    yield { items: items.slice(start, start + ENTRIES_PER_PART) };
  }
  yield { folder: rest };
}

/** Parses the JSON of a response, which the server has validated against the contract. Throws SyntaxError. */
export function parseResource(bytes: ArrayBuffer): Resource {
  return JSON.parse(new TextDecoder().decode(bytes)) as Resource;
}
