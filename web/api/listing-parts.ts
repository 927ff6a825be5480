import type { FileInfo, Folder, Resource } from '#contract/files.ts';

/** Number of entries in one message. Receiving it takes a few milliseconds on a slow phone. */
const AT_A_TIME = 1_000;

/** Piece of a large response: some entries of a folder, and at the end everything else of it, or a file as a whole. */
export type ListingPart =
  | { readonly items: Folder['items'] }
  | { readonly folder: Omit<Folder, 'items'> }
  | { readonly file: FileInfo };

/** Parses the response to a listing and yields it in parts, in order. */
export function* partsOf(bytes: ArrayBuffer): Generator<ListingPart> {
  const resource = parse(bytes);
  if (!('items' in resource)) return yield { file: resource };
  const { items, ...rest } = resource;
  for (let start = 0; start < items.length; start += AT_A_TIME) {
    yield { items: items.slice(start, start + AT_A_TIME) };
  }
  yield { folder: rest };
}

/** The server validates its responses against the contract. */
export function parse(bytes: ArrayBuffer): Resource {
  return JSON.parse(new TextDecoder().decode(bytes)) as Resource;
}
