import { closeSync, statfsSync, watch } from 'node:fs';
import type { TreePath } from '#contract/paths.ts';
import type { FolderListener, FolderWatcher } from '../folder-watcher.ts';
import { pathOfDescriptor } from './descriptors.ts';
import { openFolder } from './open-found.ts';
import type { RootDescriptor } from './root-descriptor.ts';
import { nameFromBytes } from './read-folder.ts';

/**
 * File systems on which other machines or processes make changes that inotify(7) does not report: NFS, SMB, CIFS, FUSE, 9P, Ceph, AFS,
 * Coda, GFS2, OCFS2, Lustre, BeeGFS and shared folders of virtual machines.
 */
const CHANGED_ELSEWHERE: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x65735546, 0x01021997, 0x00c36400, 0x5346414f,
  0x73757245, 0x01161970, 0x7461636f, 0x0bd00bd0, 0x19830326, 0x786f4256, 0xbacbacbc,
]);

export interface FolderToWatch {
  readonly fd: number;
  /** False where the file system does not report all changes. */
  readonly reportsChanges: boolean;
}

/** Opens a folder to be watched. Runs in a worker thread, because the file system may not answer. */
export function openToWatch(root: RootDescriptor, folder: TreePath): FolderToWatch {
  const { fd } = openFolder(root, folder);
  try {
    return { fd, reportsChanges: !CHANGED_ELSEWHERE.has(statfsSync(pathOfDescriptor(fd)).type) };
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
