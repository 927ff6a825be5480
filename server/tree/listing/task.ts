import type { TreePath } from '#contract/paths.ts';
import type { ViewData } from '../../access/actor.ts';
import type { RootDescriptor } from '../../storage/driver.ts';

/** A folder to be read by a worker, for somebody with this view. Plain data. */
export interface FolderTask {
  /** The folder, open. */
  readonly fd: number;
  readonly root: RootDescriptor;
  /** Where it was asked for and where it really lies, both from the server's root. */
  readonly path: TreePath;
  readonly place: TreePath;
  readonly view: ViewData;
  /** Look at first bytes where a name does not tell the type. */
  readonly sniff: boolean;
}

/** Rows of a reply as JSON text without the brackets, in their final order. */
export interface RowGroups {
  /** Rows that come before `others`, whatever the other half of a shared listing brings. */
  readonly folders: Uint8Array<ArrayBuffer>;
  readonly others: Uint8Array<ArrayBuffer>;
  readonly numDirs: number;
  readonly numFiles: number;
}
