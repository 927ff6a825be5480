import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  mkdirSync,
  rmdirSync,
  statfsSync,
  unlinkSync,
} from 'node:fs';
import type { TreePath } from '#contract/paths.ts';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import { type FolderToWatch, openToWatch } from './watch-folder.ts';
import { SharedBuffers } from '../../lib/shared-buffers.ts';
import { TransferResult } from '../../lib/worker-calls.ts';
import type {
  Confines,
  NewFileOptions,
  TemporaryFileRef,
  Resolution,
  WriteOptions,
} from '../driver.ts';
import type { RootDescriptor } from './root-descriptor.ts';
import {
  withDescriptor,
  lstatAt,
  openFolderAt,
  pathAt,
  pathOfDescriptor,
  statOf,
} from './descriptors.ts';
import { requireName, requireTemporaryName, requireVisible } from '../entry-name.ts';
import { identityOf, toEntryStat } from './entry-stat.ts';
import { buffersOf, factsOf, readNameBatches } from './list-calls.ts';
import { type MoveCall, moveSync, type Moving } from './move.ts';
import { unlessGone } from './node-error.ts';
import { createTemporaryFileSync, publishSync, writeFileSync } from './temporary-file-sync.ts';
import {
  type FileReading,
  openFolder,
  openResolved,
  openSeenFolderAt,
  type OpenedFolder,
  readFile,
  readOpened,
  readResolved,
  releaseReading,
} from './open-found.ts';
import { openRegularAt, openSeenFileAt } from './read-file.ts';
import { isRootInPlace, openRootAt, writeMarker } from './root-calls.ts';
import { requireFingerprint } from '../confines.ts';
import { resolveSync } from './resolve.ts';
import { type KeepCall, keepFileSync, type HardLinkedFile } from './keep-file.ts';
import { type FoundTrash, type TrashCall, trashForSync } from './trash.ts';
import { openForFlush, type UnflushedFolder } from './unflushed.ts';
import { withFolderAt } from './walk.ts';
import type { EntryStat } from '../entry.ts';
import { changeFolder, writeInFolder, type Written } from './change-folder.ts';
import {
  removeTemporaryFile,
  removeOpenTemporaryFile,
  type Removed,
} from './remove-temporary-file.ts';

/** Buffers of a thread for small files that are being sent: as many as it usually has calls at the same time. */
const SMALL_FILES = { bytes: 128 * 1024, maxCount: 32 };

/** Data with which file workers start. */
export interface FileWorkerData {
  readonly root: RootDescriptor;
  /** Permission bits of new files and folders. */
  readonly fileMode: number;
  readonly dirMode: number;
}

/** A temporary file that a worker has opened for the main thread. */
export interface OpenedTemporaryFile {
  readonly fd: number;
  readonly partName: string;
  readonly size: number;
  readonly identity: string;
}

interface ResolveCall {
  readonly path: TreePath;
  readonly within: Confines;
}

interface ReadCall extends NameInFolder {
  readonly wholeUpTo: number;
}

interface ResolveFileCall extends ResolveCall {
  readonly wholeUpTo: number;
  /** True if the main thread releases the contents of a small file. */
  readonly isReleased: boolean;
}

interface NameInFolder {
  readonly folder: TreePath;
  readonly name: string;
}

/**
 * Creates the calls of the file workers: the operations of the local driver that access the disk synchronously. Descriptors that they open
 * are valid in all threads of the process. `FileWorkers` runs them.
 */
export function fileCalls({ root, fileMode, dirMode }: FileWorkerData) {
  const buffers = new SharedBuffers(SMALL_FILES);
  return {
    isRootInPlace: (path: string): boolean => isRootInPlace(root, path),

    openRootAt,

    writeMarker,

    resolve: ({ path, within }: ResolveCall): Resolution => resolveSync(root, path, within),

    openFolder: (folder: TreePath): OpenedFolder => openFolder(root, folder),

    openToWatch: (folder: TreePath): FolderToWatch => openToWatch(root, folder),

    readNames: (fd: number) => {
      const batches = readNameBatches(fd);
      return new TransferResult(
        batches,
        batches.map(({ buffer }) => buffer),
      );
    },

    readFacts: ({ fd, batch }: { fd: number; batch: Uint8Array<ArrayBuffer> }) => {
      const columns = factsOf(fd, batch);
      return new TransferResult(columns, buffersOf(columns));
    },

    readFile: ({ folder, name, wholeUpTo }: ReadCall) => {
      requireVisible(name);
      const how = { wholeUpTo, buffers: undefined };
      const reading = withFolderAt(root, folder, (fd) => readFile(root, fd, name, how));
      return new TransferResult(reading, transferredOf(reading));
    },

    resolveFile: ({ path, within, wholeUpTo, isReleased }: ResolveFileCall) => {
      const how = { wholeUpTo, buffers: isReleased ? buffers : undefined };
      let reading: FileReading | undefined;
      const resolution = resolveSync(root, path, within, (folder, name, { kind }) => {
        if (kind === 'file') reading = readOpened(openSeenFileAt(folder, name), how);
      });
      reading ??= readResolved(root, resolution, how);
      if (reading) requireFingerprintOfOpened(within, resolution, reading);
      return new TransferResult({ resolution, reading }, transferredOf(reading));
    },

    resolveFolder: ({ path, within }: ResolveCall) => {
      let folder: OpenedFolder | undefined;
      const resolution = resolveSync(root, path, within, (parent, name, { kind }) => {
        if (kind === 'folder') folder = openSeenFolderAt(parent, name);
      });
      folder ??= openResolved(root, resolution);
      if (folder) requireFingerprintOfOpened(within, resolution, folder);
      return { resolution, folder };
    },

    requireWritable: (folder: TreePath): void =>
      withFolderAt(root, folder, (fd) => {
        accessSync(pathOfDescriptor(fd), constants.W_OK);
      }),

    makeFolder: ({ folder, name }: NameInFolder): Written => {
      requireName(name);
      return writeInFolder(root, folder, (fd) => makeFolder(fd, name, dirMode));
    },

    writeFile: ({ folder, name, bytes, options }: WriteCall): Written => {
      requireName(name);
      if (options.partName !== undefined) requireTemporaryName(options.partName);
      const file = { mode: fileMode, ...options };
      return writeInFolder(root, folder, (fd) => writeFileSync(fd, name, bytes, file));
    },

    createTemporaryFile: ({ folder, partName }: TemporaryFileRef): OpenedTemporaryFile => {
      requireTemporaryName(partName);
      return withFolderAt(root, folder, (fd) => {
        const temporaryFile = createTemporaryFileSync(fd, partName, fileMode);
        return {
          fd: temporaryFile.fd,
          partName,
          size: 0,
          identity: identityOf(statOf(temporaryFile.fd)),
        };
      });
    },

    openTemporaryFile: (ref: TemporaryFileRef): OpenedTemporaryFile | undefined =>
      unlessGone(() => openTemporaryFile(root, ref)),

    publish: ({ ref, fd, name, options }: PublishCall): Written => {
      requireName(name);
      const { partName } = ref;
      return writeInFolder(root, ref.folder, (folder) =>
        publishSync({ folder, partName, fd }, name, options),
      );
    },

    /** Returns the folder, to be flushed; undefined when nothing had to be removed. */
    removeTemporaryFile: ({ folder, partName }: TemporaryFileRef): UnflushedFolder | undefined => {
      requireTemporaryName(partName);
      return unlessGone(() => removeTemporaryFile(root, folder, partName));
    },

    removeOpenTemporaryFile: ({ ref, fd }: OpenTemporaryFileCall): Removed => {
      requireTemporaryName(ref.partName);
      return removeOpenTemporaryFile(root, ref, fd);
    },

    move: (call: MoveCall): Moving => moveSync(root, call),

    /** Returns the folder, to be flushed; undefined when nothing had to be removed. */
    remove: ({ folder, name }: NameInFolder): UnflushedFolder | undefined => {
      if (name !== TRASH_NAME) {
        requireVisible(name);
        requireName(name);
      }
      return unlessGone(() => changeFolder(root, folder, (fd) => removeEntry(fd, name)));
    },

    trashFor: (call: TrashCall): FoundTrash | undefined => trashForSync(root, call),

    keepFile: (call: KeepCall): HardLinkedFile | undefined => keepFileSync(root, call),

    openForFlush: (folder: TreePath): UnflushedFolder | undefined =>
      withFolderAt(root, folder, openForFlush),

    usage: (folder: TreePath) =>
      withFolderAt(root, folder, (fd) => {
        const { bsize, blocks, bfree, bavail, files, ffree } = statfsSync(pathOfDescriptor(fd));
        const used = (blocks - bfree) * bsize;
        // File systems that create inodes on demand state 0 for both.
        const freeFiles = files === 0 ? Infinity : ffree;
        // Some network file systems do not know their size, and state 0.
        if (blocks === 0) return { used, total: Infinity, free: Infinity, freeFiles };
        return { used, total: blocks * bsize, free: bavail * bsize, freeFiles };
      }),
  };
}
export type FileCalls = ReturnType<typeof fileCalls>;

/** Checks the fingerprint of the root again on the opened entry: another one may have got its name between the check and the opening. */
function requireFingerprintOfOpened(
  within: Confines,
  resolution: Resolution,
  opened: OpenedFolder | FileReading,
): void {
  if (resolution.kind !== 'found') return;
  try {
    requireFingerprint(within, resolution.path, opened.stat);
  } catch (error) {
    if ('fd' in opened) closeSync(opened.fd);
    else releaseReading(opened);
    throw error;
  }
}

function transferredOf(reading: FileReading | undefined): ArrayBuffer[] {
  const buffer = reading?.kind === 'whole' ? reading.bytes.buffer : undefined;
  return buffer instanceof ArrayBuffer ? [buffer] : [];
}

interface OpenTemporaryFileCall {
  readonly ref: TemporaryFileRef;
  readonly fd: number;
}

interface PublishCall extends OpenTemporaryFileCall {
  readonly name: string;
  readonly options: WriteOptions;
}

interface WriteCall extends NameInFolder {
  readonly bytes: Uint8Array;
  readonly options: NewFileOptions;
}

function makeFolder(parent: number, name: string, mode: number): EntryStat {
  mkdirSync(pathAt(parent, name), mode);
  return withDescriptor(openFolderAt(parent, name, false), (fd) => {
    // Keeps the set-group-id bit, which a folder inherits from its parent.
    const special = Number(statOf(fd).mode) & 0o7000;
    chmodSync(pathOfDescriptor(fd), special | mode);
    return toEntryStat(statOf(fd));
  });
}

function openTemporaryFile(
  root: RootDescriptor,
  { folder, partName }: TemporaryFileRef,
): OpenedTemporaryFile {
  requireTemporaryName(partName);
  return withFolderAt(root, folder, (walked) => {
    const options = { flags: constants.O_RDWR, follow: false };
    const { fd, stat } = openRegularAt(walked, partName, options);
    return { fd, partName, size: stat.size, identity: stat.identity };
  });
}

function removeEntry(folder: number, name: string): void {
  const stats = lstatAt(folder, name);
  if (!stats) return;
  if (stats.isDirectory()) rmdirSync(pathAt(folder, name));
  else unlinkSync(pathAt(folder, name));
}
