import type { ChecksumAlgorithm } from '#contract/files.ts';
import type { TreePath } from '#contract/paths.ts';
import type { EntryRef, EntryStat } from './entry.ts';
import type { ArchiveSource } from './archives/archive-source.ts';
import type { OpenFolder } from './folder-listing.ts';
import type { FolderListener, FolderWatcher } from './folder-watcher.ts';
import type { RootKeeper } from './root-keeper.ts';
import type { TreeSearch } from './tree-search.ts';
import type { TreeWalks } from './tree-walks.ts';

/**
 * A storage of files and folders. A driver has no access to users; where visibility matters, it gets a view or a filter as plain data
 * (`server/policy/`). The methods `resolve…` turn a requested path into a resolved one; all others take resolved paths. Failures are AppErrors: a
 * driver never lets an error of its library through. It follows a symlink out of its root only if the operator trusts such symlinks.
 */
export interface StorageDriver {
  readonly features: StorageFeatures;

  /** Notices that the root was unmounted, and opens it again later. Absent where the root cannot be unmounted. */
  readonly keeper?: RootKeeper;

  /** Operations on whole trees. */
  readonly walks: TreeWalks;

  readonly search: TreeSearch;

  readonly archives: ArchiveSource;

  /** Resolves a path. Symlinks that lead out of `within` are not followed, unless the operator trusts them. */
  resolve(path: TreePath, within: TreePath | Confines): Promise<Resolution>;

  /**
   * Resolves a path and opens its entry if that is a regular file. The caller authorizes the resolved path and closes
   * the file.
   */
  resolveFile(
    path: TreePath,
    within: TreePath | Confines,
    options: ReadOptions,
  ): Promise<ResolvedAnd<FileContents>>;

  /**
   * Resolves a path and opens its entry if that is a folder. The caller authorizes the resolved path and closes the
   * folder.
   */
  resolveFolder(path: TreePath, within: TreePath | Confines): Promise<ResolvedAnd<OpenFolder>>;

  /** Returns the children of a folder, in no particular order, without temporary files. */
  list(folder: TreePath, signal: AbortSignal): AsyncIterable<ListedEntry>;

  /** Opens a folder, for its listing or for programs. */
  openFolder(folder: TreePath): Promise<OpenFolder>;

  /** Opens a regular file; a file of at most `wholeUpTo` bytes comes with its contents. Other entries: `invalid-request`. */
  readFile(path: TreePath, options: { readonly wholeUpTo: number }): Promise<FileContents>;

  /** Computes checksums of a file. `too-many-requests` when many are being computed. */
  checksums(
    path: TreePath,
    algorithms: readonly ChecksumAlgorithm[],
    signal: AbortSignal,
  ): Promise<Checksums>;

  /** Fails as creating a file in the folder would, as far as that is known in advance, such as `forbidden` on a read-only file system. */
  requireWritable(folder: TreePath): Promise<void>;

  /** Creates one folder; `already-exists` when the name is taken. */
  makeFolder(parent: TreePath, name: string): Promise<EntryStat>;

  /** Writes a file whose contents are in memory, completely or not at all. */
  writeFile(
    folder: TreePath,
    name: string,
    bytes: Uint8Array,
    options: NewFileOptions,
  ): Promise<EntryStat>;

  /**
   * Creates a temporary file in `folder`, under a random name or under `partName`, which the caller has recorded before.
   * @param size.length Bytes that will be written, if that is known
   */
  createTemporaryFile(
    folder: TreePath,
    partName?: string,
    size?: { readonly length?: number | undefined },
  ): Promise<TemporaryFile>;

  /** Opens a temporary file again, also after a restart; undefined when it does not exist. */
  openTemporaryFile(ref: TemporaryFileRef): Promise<TemporaryFile | undefined>;

  /** Removes a temporary file that is not open. Succeeds when it does not exist. */
  removeTemporaryFile(ref: TemporaryFileRef): Promise<void>;

  /**
   * Gives an entry another name or folder in one step; either name may be that of a temporary file. A taken name is
   * `already-exists`, except that with `replace` a file replaces a file. A name that is the entry's own in another case
   * is not taken.
   */
  move(from: EntryRef, to: EntryRef, options: PublishOptions): Promise<MoveOutcome>;

  /**
   * Removes a file, a symlink (not its target) or an empty folder, such as an empty trash folder. Succeeds when the entry does not exist.
   */
  remove(parent: TreePath, name: string): Promise<void>;

  /**
   * Returns the trash folder of the disk that holds an entry, and creates it with `create`. Entries are moved into it with `move`, and its
   * path is valid in an `EntryRef` and as `within`; no other path leads into it. Returns undefined where the entry cannot be moved there:
   * it is a mount point, holds one, or its disk cannot be written.
   */
  trashFor(entry: EntryRef, options: { readonly create: boolean }): Promise<TreePath | undefined>;

  /**
   * Gives a file a second name in the trash folder of its disk, so that its contents stay when another file replaces it. Returns the facts
   * of the kept file, or undefined where only a copy can keep it. `already-exists` when the second name is taken.
   */
  keepFile(from: EntryRef, to: EntryRef): Promise<EntryStat | undefined>;

  /**
   * Watches the entries of a folder, not those below it, for changes that any program makes. Resolves with undefined where that is not
   * possible, such as on a network file system. Present where it may be possible.
   */
  watch?(folder: TreePath, onChange: FolderListener): Promise<FolderWatcher | undefined>;

  /** Returns the size in bytes of the file system that holds `folder`, and how much of it is used. Infinite where there is no limit, or none is known. */
  usage(folder: TreePath): Promise<DiskUsage>;

  /**
   * Present where the contents of removed and replaced files are kept for a time. Removes those for which it is over.
   * @param nowMs Unix time in milliseconds, which never runs ahead.
   */
  collectGarbage?(nowMs: number): Promise<void>;

  /**
   * Present where the tree is in the database. Stores a copy of the tree beside the contents, from which it can be recovered without the
   * database, unless nothing has changed since the last one.
   * @param nowMs Unix time in milliseconds.
   */
  writeManifest?(nowMs: number): Promise<void>;

  /** Present where contents of files are on other machines. Rejects with the reason if they cannot be reached now. */
  requireReachable?(): Promise<void>;

  /** Present where parts of the tree may stop answering. Resolves when it is known which ones do not answer. */
  probe?(): Promise<void>;

  /** Waits for running work and stops the workers. */
  close(): Promise<void>;
}

export interface StorageFeatures {
  /** True if names that differ only in case are different names. */
  readonly caseSensitive: boolean;
}

/** Checksums in lower-case hexadecimal. */
export type Checksums = Readonly<Partial<Record<ChecksumAlgorithm, string>>>;

/**
 * Result of resolving a path. The driver resolves symlinks itself, step by step, inside `within`. The resolved `path`
 * contains no symlinks; all other methods take only such paths. They refuse with `forbidden` to pass through a
 * symlink that has appeared there since.
 */
export type Resolution =
  | {
      readonly kind: 'found';
      readonly path: TreePath;
      /** Stat of the entry itself, behind all symlinks. */
      readonly stat: EntryStat;
      /** Stat of the symlink, if the last segment of the requested path is one. */
      readonly symlink: EntryStat | undefined;
      /**
       * True if `path` is a symlink that leads out and that the operator trusts. A file written there would replace
       * the symlink.
       */
      readonly isTrustedSymlink?: true;
    }
  | {
      readonly kind: 'missing';
      /** The deepest existing folder of the path, and the names below it that do not exist. */
      readonly ancestor: TreePath;
      readonly missing: readonly string[];
    }
  /** A symlink on the path is broken, or the symlinks form a circle. `symlink` as above. */
  | { readonly kind: 'dangling'; readonly symlink: EntryStat | undefined }
  /** The path, or a symlink on it, leads out of `within`. `symlink` as above. */
  | { readonly kind: 'outside'; readonly symlink: EntryStat | undefined };

/** The folder that `resolve` stays within. An actor has these properties, and is passed as it is. */
export interface Confines {
  readonly root: TreePath;
  /** Required fingerprint of the entry at `root`. A path through any other entry is `not-found`. */
  readonly rootFingerprint?: string | undefined;
}

/** A file as it is passed to programs of this machine. */
export interface ProgramInput {
  /** Number for the `stdio` of a program that is started. */
  readonly stdio: number;
  /** Path by which processes that this one has started can open the file. */
  readonly path: string;
}

/** Space of a file system. Bytes, except for `freeFiles`. */
export interface DiskUsage {
  readonly used: number;
  readonly total: number;
  /** Available to this process, which may be less than the rest: file systems keep space for root. */
  readonly free: number;
  /** Number of files and folders that can still be created. Infinity where only their bytes are limited. */
  readonly freeFiles: number;
}

/** How a browser is to save a file that it downloads from the object storage itself. */
export interface DirectDownload {
  /** Value of `Content-Disposition`. */
  readonly disposition: string;
  /** Media type. */
  readonly type: string;
}

/** A regular file that is open for reading. */
export interface OpenFile {
  readonly stat: EntryStat;
  /** Reads at `position` into `target`; resolves with the number of bytes, 0 at the end of the file. */
  readInto(target: Uint8Array, position: number): Promise<number>;
  /** Runs `work` while programs of this machine can read the file. Absent where they cannot. */
  withProgramInput?<Result>(work: (input: ProgramInput) => Promise<Result>): Promise<Result>;
  /**
   * Copies the bytes over those of a file that this process has opened as `descriptor`. Throws `not-answering` if that takes too long; then
   * bytes may still be written afterwards. Absent where programs of this machine cannot read the file.
   */
  copyTo?(descriptor: number): Promise<void>;
  /**
   * Returns an address at which a browser can download the file from the object storage, without a login, during the next minute. Undefined, or
   * absent, where every download passes through this server.
   */
  directAddress?(download: DirectDownload): Promise<string | undefined>;
  /** Must be called exactly once, after all calls of `readInto` have ended. */
  close(): Promise<void>;
}

export interface ReadOptions {
  /** Maximum size of a file that is returned with its contents. Bytes. */
  readonly wholeUpTo: number;
  /** True if the caller releases contents after use, which makes small downloads twice as fast. */
  readonly isReleased?: boolean;
}

/** Result of opening a file for reading. Small files are read in the same step. */
export type FileContents =
  | {
      readonly kind: 'whole';
      readonly stat: EntryStat;
      readonly bytes: Uint8Array;
      /** Gives the memory of `bytes` to other files. Nothing may read the bytes afterwards. Present only with `isReleased`, and not always. */
      release?(): void;
    }
  | { readonly kind: 'open'; readonly stat: EntryStat; readonly file: OpenFile };

/** Result of resolving a path and opening its entry in one step, which is faster than two. */
export interface ResolvedAnd<Opened> {
  readonly resolution: Resolution;
  /** Undefined unless the path leads to an entry of the wanted kind. */
  readonly opened: Opened | undefined;
}

/** Location of a temporary file: a hidden name in the folder of the final file. */
export interface TemporaryFileRef {
  readonly folder: TreePath;
  /** The temporary name, such as `.filebrowser-1f3c.part`. */
  readonly partName: string;
}

/** `other-device`: a file system can rename only its own entries. */
export type MoveOutcome =
  | { readonly kind: 'moved'; readonly stat: EntryStat }
  | { readonly kind: 'other-device' };

export interface PublishOptions {
  /** False: `already-exists` if the name is taken, which the file system decides atomically. */
  readonly replace: boolean;
}

/** A version of a file, which has changed if one of these has. */
export type FileVersion = Pick<EntryStat, 'identity' | 'modifiedNs' | 'size'>;

/** How a new file is published. */
export interface WriteOptions extends PublishOptions {
  /** Required version of the replaced file. Otherwise `stale`, and nothing changes. */
  readonly ifStill?: FileVersion | undefined;
  /** Modification time of the new file in milliseconds since 1970. Default: the time of writing. */
  readonly modifiedMs?: number | undefined;
}

/** How a file is written whose contents are in memory. */
export interface NewFileOptions extends WriteOptions {
  /** Name of the temporary file, for a caller who has recorded it. Default: a random one. */
  readonly partName?: string;
}

/** The SHA-256 of a file that is being written, computed in the background. */
export interface GrowingDigest {
  /** Includes the bytes up to `end`, which have been written. Returns at once. */
  extend(end: number): void;
  /** Resolves with the SHA-256 of all included bytes, in lower-case hexadecimal. */
  value(): Promise<string>;
  /** Ends the computation without a result. */
  stop(): void;
}

/** A temporary file. Its bytes are invisible under the final name until `publish`. */
export interface TemporaryFile {
  readonly ref: TemporaryFileRef;
  /** Bytes in the file when it was opened. A power cut may have left other bytes there than were written. */
  readonly size: number;
  /** True if `size` counts only bytes that have survived a power cut, and bytes survive one as soon as the file is closed. */
  readonly isDurable?: boolean;
  /** True if it was complete already when it was opened, because a crash came before it got its name. It can only be published or discarded. */
  readonly isSealed?: boolean;
  /** Equals the `identity` of an entry that is this file under its final name. */
  readonly identity: string;
  /** Writes all of `chunks`, one after another, from `position` on. */
  write(chunks: readonly Uint8Array[], position: number): Promise<void>;
  /** Truncates or extends the file to `size` bytes. */
  truncate(size: number): Promise<void>;
  /** Begins a digest of the file from its first byte. It may go on after the file has been closed or published. */
  beginDigest(): Promise<GrowingDigest>;
  /** Resolves when everything written before the call, and the temporary name, survive a power cut. */
  flush(): Promise<void>;
  /**
   * Flushes the bytes, gives the file its final name atomically, flushes the folder and closes the file. Never
   * replaces a folder: `already-exists`. When it fails, the file stays open.
   */
  publish(name: string, options: WriteOptions): Promise<EntryStat>;
  /** Closes the descriptor and keeps the bytes, for `openTemporaryFile` later. */
  close(): Promise<void>;
  /**
   * Removes the file too, wherever its folder has been moved to. False if it still exists because the folder is being
   * moved; then a caller who has recorded it keeps the record.
   */
  discard(): Promise<boolean>;
}

/** An entry of a folder, as `list` returns it. */
export interface ListedEntry extends Omit<EntryStat, 'fingerprint'> {
  readonly name: string;
  /** A symlink is listed as itself. Call `resolve` for its target. */
  readonly isSymlink: boolean;
}
