import type { TreePath } from '#contract/paths.ts';
import type { RootKeeper } from './root-keeper.ts';

export interface StorageFeatures {
  readonly caseSensitive: boolean;
  /** False for object stores, where a folder exists only while something is in it. */
  readonly emptyFolders: boolean;
}

/** `other` is a FIFO, socket, device, or a link itself: listed, never opened. */
export type EntryKind = 'file' | 'folder' | 'other';

export interface EntryStat {
  readonly kind: EntryKind;
  /** Bytes. */
  readonly size: number;
  /** Nanoseconds since 1970. */
  readonly modifiedNs: bigint;
  /** st_mode as the file system tells it, type bits included. */
  readonly mode: number;
  /** Tells two entries apart for as long as both live, whatever their names. */
  readonly identity: string;
  /** Tells it from whatever had its name before, or will have it later, also after a restart: links are bound to it. */
  readonly fingerprint: string;
}

/** What a row of a listing tells. */
export type EntryFacts = Omit<EntryStat, 'identity' | 'fingerprint'>;

/**
 * What a path leads to when links are resolved by the driver itself, step by step, inside `within`.
 * A `place` is a path with no link in it: the only kind the other methods take. They refuse, with
 * `forbidden`, to pass through a link that has appeared there since.
 */
export type Resolution =
  | {
      readonly kind: 'found';
      readonly place: TreePath;
      /** Of the thing itself, behind all links. */
      readonly stat: EntryStat;
      /** The stat of the link, where the last segment of the asked path is one. */
      readonly symlink: EntryStat | undefined;
      /** `place` is a symlink that leads out and that the operator trusts: a file written there would take the symlink's name. */
      readonly isTrustedSymlink?: true;
    }
  | {
      readonly kind: 'missing';
      /** The deepest folder on the way that is there, and the names below it that are not. */
      readonly ancestor: TreePath;
      readonly missing: readonly string[];
    }
  /** A link that leads nowhere, in a circle, or out of `within`; `link` as above. */
  | { readonly kind: 'dangling'; readonly symlink: EntryStat | undefined }
  | { readonly kind: 'outside'; readonly symlink: EntryStat | undefined };

/** What `resolve` stays within. */
export interface Confines {
  readonly root: TreePath;
  /** What is at `root` must have this fingerprint; a path through anything else is `not-found`. */
  readonly rootFingerprint?: string | undefined;
}

export interface OpenFile {
  readonly stat: EntryStat;
  /** Reads at `position` into `target`; resolves with the number of bytes, 0 at the end of the file. */
  readInto(target: Uint8Array, position: number): Promise<number>;
  /**
   * Present when files have descriptors: any thread of this process may use the number until `work` has ended, and longer where it
   * has called `keep`, until it calls what that returns.
   */
  lend?<Result>(work: (fd: number, keep: () => () => void) => Promise<Result>): Promise<Result>;
  /** Has to be called exactly once, when no `readInto` is under way. */
  close(): Promise<void>;
}

/** What opening a file for reading gives: small files come whole, in the same step. */
export type FileContents =
  | { readonly kind: 'whole'; readonly stat: EntryStat; readonly bytes: Uint8Array }
  | { readonly kind: 'open'; readonly stat: EntryStat; readonly file: OpenFile };

export interface ResolvedAnd<Opened> {
  readonly resolution: Resolution;
  readonly opened: Opened | undefined;
}

/** Where an unfinished file waits: a hidden name in the folder that will hold the finished one. */
export interface TemporaryFileRef {
  readonly folder: TreePath;
  readonly partName: string;
}

/** An entry by the folder that holds it. Where it is said so, the name may be that of a hidden part. */
export interface EntryRef {
  readonly folder: TreePath;
  readonly name: string;
}

/** A file system can only give a new name to what lies in it already. */
export type MoveOutcome =
  { readonly kind: 'moved'; readonly stat: EntryStat } | { readonly kind: 'other-device' };

export interface PublishOptions {
  /** False: `already-exists` when the name is taken, decided by the file system in one step. */
  readonly replace: boolean;
}

/** A file as somebody has seen it; it has changed when one of these has. */
export type FileVersion = Pick<EntryStat, 'identity' | 'modifiedNs' | 'size'>;

export interface WriteOptions extends PublishOptions {
  /** What is replaced has to be this still: `stale` when it is not, and nothing has changed. */
  readonly ifStill?: FileVersion | undefined;
  /** The time of its last change that the file appears with; else it is as old as its bytes. Milliseconds since 1970. */
  readonly modifiedMs?: number | undefined;
}

export interface NewFileOptions extends WriteOptions {
  /** The hidden name under which it waits until it is whole, for a caller who has noted it; else a fresh one. */
  readonly partName?: string;
}

/** An unfinished file. Its bytes are invisible under the final name until `publish`. */
export interface TemporaryFile {
  readonly ref: TemporaryFileRef;
  /** Bytes in the file when it was opened. A power cut may have left other bytes there than were written. */
  readonly size: number;
  /** Equals the `identity` of an entry that is this file under its final name. */
  readonly identity: string;
  /** Writes all of `chunks`, one behind the other, from `position`. */
  write(chunks: readonly Uint8Array[], position: number): Promise<void>;
  /** Cuts or grows to `size` bytes. */
  truncate(size: number): Promise<void>;
  /** Resolves when what was written before the call, by whomever, and the hidden name survive a power cut. */
  flush(): Promise<void>;
  /**
   * Flushes the bytes, gives the file its final name in one step, flushes the folder. Closes the part.
   * A folder of that name is never replaced: `already-exists`. When it fails, the part stays open.
   */
  publish(name: string, options: WriteOptions): Promise<EntryStat>;
  /** Gives up the descriptor and keeps the bytes, for `openTemporaryFile` later. */
  close(): Promise<void>;
  /**
   * Gives up the bytes too, wherever its folder lies by now. False when they are still there, because that folder is on its
   * way somewhere else: whoever has noted the part keeps the note.
   */
  discard(): Promise<boolean>;
}

export interface ListedEntry extends Omit<EntryStat, 'fingerprint'> {
  readonly name: string;
  /** A link is listed as itself; what it leads to is asked with `resolve`. */
  readonly isSymlink: boolean;
}

/** The served root as the workers of this process know it: plain data, good until the driver closes. */
export interface RootDescriptor {
  /** Holds the number of the root's descriptor; see `rootFd`. Shared by all threads. */
  readonly current: Int32Array<SharedArrayBuffer>;
  /** The paths of the root on this machine: absolute targets of links are understood below them only. */
  readonly ownPaths: readonly string[];
  /** The operator trusts links that lead out of the root: the kernel follows them. */
  readonly followExternalSymlinks: boolean;
}

/**
 * Returns the number of the root's descriptor. The number changes when the file system of the root is mounted again, so use it
 * within one step and read it anew for the next.
 */
export function rootFd({ current }: RootDescriptor): number {
  return Atomics.load(current, 0);
}

/** A folder held open, so that a worker of this process can read it by the descriptor's number. */
export interface FolderDescriptor {
  readonly fd: number;
  readonly root: RootDescriptor;
  readonly stat: EntryStat;
  /**
   * Called before a thread uses the number; returns what to call when it does not any more. Closing waits for that, but nobody
   * waits for closing: the thread may be stuck.
   */
  keep(): () => void;
  close(): Promise<void>;
}

/**
 * What a place that holds files must be able to do. Drivers know nothing of users or permissions.
 * Failures are AppErrors; a driver never lets an error of its library through, and never follows a
 * link out of its own root.
 */
export interface StorageDriver {
  readonly features: StorageFeatures;

  /** Present when the place is a folder of this machine, in which workers can walk by themselves. */
  readonly root?: RootDescriptor;

  /** Present when the root may be unmounted, and mounted again later. */
  readonly keeper?: RootKeeper;

  /** Resolves links by hand; a link that leaves `within` is never entered. */
  resolve(path: TreePath, within: TreePath | Confines): Promise<Resolution>;

  /** The children of a folder, in no particular order, hidden parts left out. */
  list(folder: TreePath, signal: AbortSignal): AsyncIterable<ListedEntry>;

  /** Opens a regular file; one of at most `wholeUpTo` bytes comes with its contents. Others: `invalid-request`. */
  readFile(place: TreePath, options: { readonly wholeUpTo: number }): Promise<FileContents>;

  /**
   * Fails with what making a file in the folder would fail with, as far as that is known before: `forbidden` on a read-only file system,
   * `no-space` where no inode is free.
   */
  requireWritable(folder: TreePath): Promise<void>;

  /** Creates one folder; `already-exists` when the name is taken. */
  makeFolder(parent: TreePath, name: string): Promise<EntryStat>;

  /** All or nothing, in one step for the caller: for contents that are in memory anyway. */
  writeFile(
    folder: TreePath,
    name: string,
    bytes: Uint8Array,
    options: NewFileOptions,
  ): Promise<EntryStat>;

  /**
   * Begins an unfinished file in `folder` under a hidden name: a fresh one, or `partName`, for a caller who has noted
   * it before anything is there.
   */
  createTemporaryFile(folder: TreePath, partName?: string): Promise<TemporaryFile>;

  /** Opens it again, also after a restart; undefined when it is gone. */
  openTemporaryFile(ref: TemporaryFileRef): Promise<TemporaryFile | undefined>;

  /** Removes an unfinished file that nobody has open. Nothing there is not an error. */
  removeTemporaryFile(ref: TemporaryFileRef): Promise<void>;

  /**
   * Gives an entry another name or folder in one step; either name may be that of a hidden part. A taken name is
   * `already-exists`, save that with `replace` a file replaces a file. A name that is the entry's own in another case
   * is not taken.
   */
  move(from: EntryRef, to: EntryRef, options: PublishOptions): Promise<MoveOutcome>;
  /** Removes a file, a link (not what it leads to) or an empty folder. Nothing there is not an error. */
  remove(parent: TreePath, name: string): Promise<void>;

  /** Bytes of the file system that holds `folder`. */
  usage(folder: TreePath): Promise<{ readonly used: number; readonly total: number }>;

  /** Present when folders have descriptors; the number stays valid until `close`. */
  openFolder?(folder: TreePath): Promise<FolderDescriptor>;

  /**
   * Present where resolving a path and opening what is there costs no more than one of the two. `opened` is
   * there for a regular file or, of `resolveFolder`, for a folder. The caller judges the place and closes.
   */
  resolveFile?(
    path: TreePath,
    within: TreePath | Confines,
    options: { readonly wholeUpTo: number },
  ): Promise<ResolvedAnd<FileContents>>;
  resolveFolder?(
    path: TreePath,
    within: TreePath | Confines,
  ): Promise<ResolvedAnd<FolderDescriptor>>;

  /** Waits for what is under way and stops the workers. */
  close(): Promise<void>;
}
