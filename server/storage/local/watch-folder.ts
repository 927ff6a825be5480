import { closeSync, statfsSync, watch } from 'node:fs';
import type { TreePath } from '#contract/paths.ts';
import type { FolderListener, FolderWatcher } from '../folder-watcher.ts';
import { pathOfDescriptor } from './descriptors.ts';
import { openFolder } from './open-found.ts';
import type { RootDescriptor } from './root-descriptor.ts';
import { nameFromBytes } from './read-folder.ts';

/**
 * Types in statfs(2) of file systems on which other machines or processes make changes that inotify(7) does not report. The values are those
 * of linux/magic.h, and of coreutils for file systems that are not part of the kernel.
 */
const CHANGED_ELSEWHERE = {
  nfs: 0x6969,
  smb: 0x517b,
  cifs: 0xff534d42,
  smb2: 0xfe534d42,
  fuse: 0x65735546,
  plan9: 0x01021997,
  ceph: 0x00c36400,
  afs: 0x5346414f,
  kernelAfs: 0x6b414653,
  coda: 0x73757245,
  gfs2: 0x01161970,
  ocfs2: 0x7461636f,
  lustre: 0x0bd00bd0,
  beegfs: 0x19830326,
  gpfs: 0x47504653,
  panfs: 0xaad7aaea,
  storNext: 0xbeefdead,
  acfs: 0x61636673,
  virtualBox: 0x786f4256,
  vmware: 0xbacbacbc,
  parallels: 0x7c7c6673,
};
const UNREPORTED_TYPES: ReadonlySet<number> = new Set(Object.values(CHANGED_ELSEWHERE));

/** A folder that was opened to be watched. */
export interface FolderToWatch {
  readonly fd: number;
  /** False where the file system does not report all changes. */
  readonly reportsChanges: boolean;
}

/** Opens a folder to be watched. Runs in a worker thread, because the file system may not answer. */
export function openToWatch(root: RootDescriptor, folder: TreePath): FolderToWatch {
  const { fd } = openFolder(root, folder);
  try {
    return { fd, reportsChanges: !UNREPORTED_TYPES.has(statfsSync(pathOfDescriptor(fd)).type) };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Watches the folder open as `fd`. Returns undefined where no watch is free. */
export function watchFolder(fd: number, onChange: FolderListener): FolderWatcher | undefined {
  try {
    const watcher = watch(pathOfDescriptor(fd), { persistent: false, encoding: 'buffer' });
    watcher.on('change', (_, name) => {
      const text = Buffer.isBuffer(name) ? nameFromBytes(name) : undefined;
      // Changes of the folder itself have the last part of the watched path as their name. No path names an entry that is not UTF-8.
      if (typeof text !== 'string' || text === `${fd}`) onChange({ kind: 'folder' });
      else onChange({ kind: 'entry', name: text });
    });
    watcher.on('error', () => onChange({ kind: 'folder' }));
    return { close: () => watcher.close() };
  } catch {
    // The user or the machine has no free watch (ENOSPC, EMFILE).
    return undefined;
  }
}
