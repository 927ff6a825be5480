import type { FolderQuery } from '../../folder-listing.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import type { SeenFolder } from '../../replies/visible-folder.ts';

/** A folder to be read by a worker, as plain data. */
export interface FolderTask extends FolderQuery {
  /** Descriptor of the open folder. */
  readonly fd: number;
  readonly root: RootDescriptor;
}

/** A folder as a user sees it, open. */
export type OpenSeenFolder = SeenFolder<FolderTask>;
