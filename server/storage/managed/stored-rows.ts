import type { EntryType } from '#contract/files.ts';
import { typeOfFile } from '../../file-types/entry-type.ts';
import { extensionOf, mediaClassOf } from '../../file-types/extensions.ts';
import { SNIFFED_BYTES } from '../../file-types/sniff.ts';
import type { StoredEntry } from '../../metadata/stored-entries.ts';
import type { ListingRow } from '../replies/listing-row.ts';
import type { BlobStore } from './blob-store.ts';
import { statOf } from './stored-tree.ts';

/**
 * Returns the row of an entry in a listing. Reads the first bytes of a file if `readsHead` is set and its name does not determine its type.
 * Only then returns a promise, because most of the many rows of a listing need none.
 */
export function readRow(
  blobs: BlobStore,
  entry: StoredEntry,
  readsHead: boolean,
): ListingRow | Promise<ListingRow> {
  const extension = extensionOf(entry.name);
  if (entry.isFolder) return rowOf(entry, extension, '');
  // Nearly all types follow from the name, without anything to wait for.
  const type = typeOfFile({ extension, size: entry.size, readHead: nothing });
  const { blob } = entry;
  if (!readsHead || blob === null || entry.size === 0 || isTypeKnown(extension)) {
    return rowOf(entry, extension, type);
  }
  return readHead(blobs, blob, entry.size).then((head) => {
    const sniffed = typeOfFile({ extension, size: entry.size, readHead: () => head });
    return rowOf(entry, extension, sniffed);
  });
}

/** Returns true if listings read the first bytes of files; see `isRemote`. */
export function listingsReadHeads(blobs: BlobStore, sniff: boolean): boolean {
  return sniff && blobs.isRemote !== true;
}

function isTypeKnown(extension: string): boolean {
  const mediaClass = mediaClassOf(extension);
  return mediaClass !== undefined && mediaClass !== 'other';
}

function nothing(): undefined {
  return undefined;
}

function rowOf(entry: StoredEntry, extension: string, type: EntryType): ListingRow {
  return { name: entry.name, stat: statOf(entry), isSymlink: false, extension, type };
}

/** Returns the first bytes of a blob; undefined if it cannot be read. */
async function readHead(
  blobs: BlobStore,
  id: string,
  size: number,
): Promise<Uint8Array | undefined> {
  try {
    const contents = await blobs.read(id, { wholeUpTo: SNIFFED_BYTES, size });
    if (contents.kind === 'whole') return contents.bytes;
    const target = new Uint8Array(SNIFFED_BYTES);
    try {
      return target.subarray(0, await contents.blob.readInto(target, 0));
    } finally {
      await contents.blob.close();
    }
  } catch {
    // The entry is shown with the type of its name. Opening it reports the error.
    return undefined;
  }
}
