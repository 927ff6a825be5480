import type { TreePath } from '#contract/paths.ts';
import type { Progress } from '../../../lib/serve-tasks.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import type { CopyFlush } from './copy-flush.ts';
import type { ExceptionList } from './exception-list.ts';
import type { VisibilityTest } from './start.ts';
import type { EntryRef } from '../../entry.ts';

export interface CopyInput {
  readonly from: EntryRef;
  /** The name may be that of a hidden part; it must be free. */
  readonly to: EntryRef;
  /** Where the copy will lie at last: links are seen from there. */
  readonly finalPlace: TreePath;
  /** Links that lead out of it are not made again. */
  readonly scope: TreePath;
  readonly isVisible: VisibilityTest;
  /** May the bytes of a file be copied that a link leads to? */
  readonly mayReach: (place: TreePath) => boolean;
  /** Flush every file and folder, all of which survive a power cut when the copy is done. */
  readonly durable: boolean;
}

/** What the parts of one copy share. */
export interface Copying extends CopyInput {
  readonly root: RootDescriptor;
  readonly progress: Progress;
  readonly leftOut: ExceptionList;
  readonly flush: CopyFlush;
  /** Until the file system has said once that it cannot share bytes between files. */
  mayClone: boolean;
}
