import type { ChecksumAlgorithm } from '#contract/files.ts';
import type { Checksums, DiskUsage, GrowingDigest, OpenFile } from '../driver.ts';
import type { RootKeeper } from '../root-keeper.ts';
import type { ManifestFiles } from './manifest-files.ts';

/**
 * Stores immutable contents under ids that are never used again, and manifests. Names and folders are only in the database. Failures are
 * AppErrors; a missing blob is `storage-failed`, because an entry refers to it.
 */
export interface BlobStore {
  /** True if every read is a request to another machine. Types of files are then not detected by their contents in listings. */
  readonly isRemote?: boolean;
  /** Present where the store may be unmounted. */
  readonly keeper?: RootKeeper | undefined;
  readonly manifests: ManifestFiles;
  /** Stores a blob whose contents are in memory. It is durable when this resolves. */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** Begins a blob whose contents arrive over time. */
  create(id: string, size?: BlobSize): Promise<BlobDraft>;
  /** Opens an unfinished blob again; undefined when it does not exist. */
  reopen(id: string): Promise<BlobDraft | undefined>;
  /** Opens a complete blob of `size` bytes. One of at most `wholeUpTo` bytes comes with its contents. */
  read(
    id: string,
    options: { readonly wholeUpTo: number; readonly size: number },
  ): Promise<BlobContents>;
  /** Computes checksums of a complete blob. `too-many-requests` when many are being computed. */
  checksums(
    id: string,
    algorithms: readonly ChecksumAlgorithm[],
    signal: AbortSignal,
  ): Promise<Checksums>;
  /** Returns the current length of a blob or draft in bytes; undefined when it does not exist. */
  size(id: string): Promise<number | undefined>;
  /** Removes a blob or draft. Succeeds when it does not exist. */
  remove(id: string): Promise<void>;
  /** Lists complete blobs, in no particular order. */
  list(signal: AbortSignal): AsyncIterable<ListedBlob>;
  /** Fails as writing would, as far as that is known in advance: `no-space` where no inode is free. */
  requireWritable(): Promise<void>;
  /** Returns the size of the storage, and how much of it is used. */
  usage(): Promise<DiskUsage>;
  /** Present where the store is another machine. Rejects with the reason if it cannot be used now. */
  requireReachable?(): Promise<void>;
  /** Present where the store may stop answering. */
  probe?(): Promise<void>;
  close(): Promise<void>;
}

/** An open blob. */
export type OpenBlob = Omit<OpenFile, 'stat'>;

/** Contents of a blob. Small ones are read in the same step. */
export type BlobContents =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  | { readonly kind: 'open'; readonly blob: OpenBlob };

/** The size of a blob as far as it is known before it is written. */
export interface BlobSize {
  /** Announced length in bytes; undefined when it is not known. */
  readonly length?: number | undefined;
}

/** A blob that has become complete. */
export interface SealedBlob {
  /** Bytes. */
  readonly size: number;
  /** Undefined if it was not computed while the blob was written. */
  readonly sha256: string | undefined;
}

/** The unfinished bytes of a blob that is being written. Sealing makes them immutable; until then, no file has them as contents. */
export interface BlobDraft {
  /** Bytes in the draft when it was opened. */
  readonly size: number;
  /** True if `size` counts only bytes that survive a power cut, also of a draft that was closed a moment ago. */
  readonly isDurable?: boolean;
  /**
   * True if the blob was complete already when it was opened, because a crash came before it got an entry, and cannot be changed any more.
   */
  readonly isSealed?: boolean;
  /** Writes all of `chunks`, one after another, from `position` on. */
  write(chunks: readonly Uint8Array[], position: number): Promise<void>;
  truncate(size: number): Promise<void>;
  /** Begins a digest of the draft from its first byte. It may go on after the draft has been closed or sealed. */
  beginDigest(): Promise<GrowingDigest>;
  /** Resolves when everything written before the call survives a power cut. */
  flush(): Promise<void>;
  /** Completes the blob. When it resolves, the bytes and the name survive a power cut, and never change again. Closes the draft. */
  seal(): Promise<SealedBlob>;
  /** Closes the draft and keeps its bytes, for `reopen` later. */
  close(): Promise<void>;
  /** Closes the draft of a blob that will be removed. */
  drop(): Promise<void>;
}

/** A blob as the store lists it. */
export interface ListedBlob {
  readonly id: string;
  readonly size: number;
}
