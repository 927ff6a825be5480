import { ROOT } from '#contract/paths.ts';
import { readAnnouncement } from '../storage/local/archives/announcement.ts';
import type { ArchiveContents } from '../storage/archives/archive-source.ts';
import { archiveTask } from '../storage/local/archives/archive-task.ts';
import { type RootDescriptor, rootFd } from '../storage/local/root-descriptor.ts';
import { withDescriptor } from '../storage/local/descriptors.ts';
import { openRoot } from '../storage/local/root.ts';
import type { ViewData } from '../policy/visibility.ts';

export interface PackForTest {
  readonly format: 'zip' | 'tar';
  readonly view?: Partial<ViewData>;
  readonly contents?: ArchiveContents;
  readonly followExternalSymlinks?: boolean;
  readonly isMeasured?: boolean;
  /** Called after all entries are examined and before any is read. */
  readonly beforeReading?: () => void;
}

/** Everything below the root, for a user with full access. */
export const EVERYTHING: ArchiveContents = {
  kind: 'folder',
  path: ROOT,
  resolvedPath: ROOT,
  identity: '',
};

/** Packs a folder of this machine in this thread, and checks that the archive has the announced length. */
export function packFolder(folder: string, options: PackForTest): Buffer {
  const { followExternalSymlinks = false } = options;
  const root = openRoot(folder, { followExternalSymlinks });
  return withDescriptor(rootFd(root), () => packRoot(root, options));
}

function packRoot(root: RootDescriptor, options: PackForTest): Buffer {
  const { format, contents = EVERYTHING } = options;
  const view = {
    root: ROOT,
    home: ROOT,
    rules: [],
    hideDotfiles: false,
    protectedPaths: [],
    ...options.view,
  };
  const isMeasured = options.isMeasured ?? true;
  const steps = archiveTask(root, { view, format, isMeasured, contents }, { entries: 0, bytes: 0 });
  let announced: number | undefined;
  const chunks: Uint8Array[] = [];
  let isBegun = false;
  for (const chunk of steps) {
    if (chunk === undefined) continue;
    if (isBegun) chunks.push(chunk);
    else announced = readAnnouncement(chunk);
    if (!isBegun) options.beforeReading?.();
    isBegun = true;
  }
  const archive = Buffer.concat(chunks);
  if (isMeasured && announced !== archive.length) {
    throw new Error(`${archive.length} bytes came where ${announced} were announced`);
  }
  return archive;
}
