import { typeOfFile } from '../../file-types/entry-type.ts';
import { extensionOf } from '../../file-types/extensions.ts';
import { SNIFFED_BYTES } from '../../file-types/sniff.ts';
import type { StoredEntry } from '../../metadata/stored-entries.ts';
import type { ReadEntry } from '../local/listing/read-entry.ts';
import type { BlobStore } from './blob-store.ts';
import { statOf } from './stored-tree.ts';

/** Returns the data of a row. Reads the first bytes of a file if `sniff` is set and its name does not determine its type. */
export function readStored(
  blobs: BlobStore,
  entry: StoredEntry,
  sniff: boolean,
): ReadEntry | Promise<ReadEntry> {
  const { name, size } = entry;
  const stat = statOf(entry);
  const extension = extensionOf(name);
  const row = { name, stat, isSymlink: false, extension };
  if (entry.isFolder) return { ...row, type: '' };
  let isHeadNeeded = false;
  const type = typeOfFile({
    extension,
    size,
    readHead: () => {
      isHeadNeeded = true;
      return undefined;
    },
  });
  if (!isHeadNeeded || !sniff || entry.blob === null) return { ...row, type };
  return readHead(blobs, entry.blob).then((head) => ({
    ...row,
    type: typeOfFile({ extension, size, readHead: () => head }),
  }));
}

/** Returns the first bytes of a blob; undefined if it cannot be read. */
async function readHead(blobs: BlobStore, id: string): Promise<Uint8Array | undefined> {
  try {
    const contents = await blobs.read(id, { wholeUpTo: SNIFFED_BYTES });
    if (contents.kind === 'whole') return contents.bytes;
    const target = new Uint8Array(SNIFFED_BYTES);
    try {
      return target.subarray(0, await contents.blob.readInto(target, 0));
    } finally {
      await contents.blob.close();
    }
  } catch {
    // The entry is shown with the type of its name; who opens it gets the error.
    return undefined;
  }
}
