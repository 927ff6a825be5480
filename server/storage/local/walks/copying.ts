import type { TreePath } from '#contract/paths.ts';
import type { Progress } from '../../../lib/serve-tasks.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import type { CopyFlush } from './copy-flush.ts';
import type { Comparison, CopyVerification } from './copy-verification.ts';
import type { ExceptionList } from '../../exception-list.ts';
import type { VisibilityTest } from './start.ts';
import type { EntryRef } from '../../entry.ts';

/** A copy as the walk gets it: a `CopyTask` with the filter as functions. */
export interface CopyInput {
  readonly from: EntryRef;
  /** The name may be a temporary one. It must be free. */
  readonly to: EntryRef;
  /** The final path of the copy, from which symlinks are resolved. */
  readonly finalPath: TreePath;
  /** Symlinks that lead out of this folder are not created again. */
  readonly scope: TreePath;
  readonly isVisible: VisibilityTest;
  /** Returns true if the contents of the target of a symlink may be copied. */
  readonly mayReach: (path: TreePath) => boolean;
  /** True to flush every file and folder, so that all of them survive a power cut. */
  readonly durable: boolean;
  /** Set for a copy that was interrupted; see `CopyTask`. */
  readonly continues?: 'by-time' | 'comparing-contents' | undefined;
  /** How copies are compared with their originals; undefined for not at all. */
  readonly comparison?: Comparison | undefined;
  readonly skipsUnreadable?: boolean | undefined;
  readonly skipsSame?: boolean | undefined;
}

/** State that all parts of a copy share. */
export interface Copying extends CopyInput {
  readonly root: RootDescriptor;
  readonly progress: Progress;
  readonly leftOut: ExceptionList;
  /** Those of the left out entries that could not be read. */
  readonly unreadable: ExceptionList;
  readonly flush: CopyFlush;
  /** Undefined where copies are not verified. */
  readonly verification: CopyVerification | undefined;
  /** True once something was not copied because the caller asked for an early end. */
  isPartial: boolean;
  /** False once the file system has refused to share bytes between files. */
  mayClone: boolean;
}

/** Minimum size of files that are compared if their originals stay. For a smaller file, opening the copy again takes longer than copying it. */
const COMPARED_FROM_BYTES = 1_048_576n;

/** Returns true if a file of this size is compared. */
export function isCompared({ comparison }: Pick<CopyInput, 'comparison'>, size: bigint): boolean {
  return comparison === 'disk' || (comparison === 'cache' && size >= COMPARED_FROM_BYTES);
}
