import type { ChecksumAlgorithm } from '#contract/files.ts';
import { findBlob } from '../../metadata/blobs.ts';
import type { StoredEntry } from '../../metadata/stored-entries.ts';
import type { Checksums, FileContents, OpenFile } from '../driver.ts';
import { notAFile } from '../driver-errors.ts';
import type { EntryStat } from '../entry.ts';
import type { OpenBlob } from './blob-store.ts';
import { statOf, type StoredTree } from './stored-tree.ts';

/** Reads a file of up to `wholeUpTo` bytes whole, and opens a larger one. Throws `invalid-request` for a folder. */
export async function readStored(
  { blobs }: StoredTree,
  entry: StoredEntry,
  options: { readonly wholeUpTo: number },
): Promise<FileContents> {
  const contents = await blobs.read(requireFile(entry), { ...options, size: entry.size });
  const stat = statOf(entry);
  if (contents.kind === 'whole') return { kind: 'whole', stat, bytes: contents.bytes };
  return { kind: 'open', stat, file: openFile(contents.blob, stat) };
}

/** Returns checksums of a file. The SHA-256 may be stored already. Throws `invalid-request` for a folder. */
export async function checksumsOfStored(
  { db, blobs }: StoredTree,
  entry: StoredEntry,
  algorithms: readonly ChecksumAlgorithm[],
  signal: AbortSignal,
): Promise<Checksums> {
  const blob = requireFile(entry);
  const known = (await findBlob(db.read, blob))?.sha256 ?? undefined;
  if (known === undefined || !algorithms.includes('sha256')) {
    return blobs.checksums(blob, algorithms, signal);
  }
  const others = algorithms.filter((algorithm) => algorithm !== 'sha256');
  if (others.length === 0) return { sha256: known };
  return { ...(await blobs.checksums(blob, others, signal)), sha256: known };
}

/** Returns the ID of the blob of a file. Throws `invalid-request` for a folder. */
function requireFile({ blob }: StoredEntry): string {
  if (blob !== null) return blob;
  throw notAFile();
}

function openFile(blob: OpenBlob, stat: EntryStat): OpenFile {
  const { withProgramInput, copyTo, directAddress } = blob;
  return {
    stat,
    readInto: (target, position) => blob.readInto(target, position),
    close: () => blob.close(),
    ...(withProgramInput !== undefined && { withProgramInput: withProgramInput.bind(blob) }),
    ...(copyTo !== undefined && { copyTo: copyTo.bind(blob) }),
    ...(directAddress !== undefined && { directAddress: directAddress.bind(blob) }),
  };
}
