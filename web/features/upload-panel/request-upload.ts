import { childPath, type TreePath } from '#contract/paths.ts';
import type { Dialogs } from '../../state/dialogs.ts';
import {
  type ExistingEntries,
  findConflicts,
  settleConflicts,
  type UploadChoice,
} from '../../state/upload-conflicts.ts';
import { type PickedItem, type PlannedUpload, planUploads } from '../../state/upload-plan.ts';
import type { QueuedUpload, RefusedUpload, UploadStore } from '../../state/upload-store.ts';
import { readExisting } from './read-existing.ts';

export interface UploadRequest {
  readonly store: Pick<UploadStore, 'add'>;
  readonly dialogs: Pick<Dialogs, 'openWhenFree'>;
  /** True if the user may change existing files. */
  readonly mayReplace: boolean;
  /** Cancels the preparation; nothing is sent then. */
  readonly signal: AbortSignal;
}

/**
 * Queues the picked items after asking about existing names. Throws ApiError if the target cannot be read, and the
 * reason of `signal` if it aborts; then nothing is sent.
 */
export async function requestUpload(
  { store, dialogs, mayReplace, signal }: UploadRequest,
  target: TreePath,
  items: readonly PickedItem[],
): Promise<void> {
  const { uploads, refused } = planUploads(target, items);
  const existing: ExistingEntries =
    uploads.length === 0 ? new Map() : await readExisting(target, uploads, signal);
  signal.throwIfAborted();

  const queue = (choices: ReadonlyMap<string, UploadChoice>) =>
    store.add(
      settleConflicts(uploads, existing, choices).map((upload) => queued(target, upload)),
      refused.map((item) => refusedUpload(target, item)),
    );

  const conflicts = findConflicts(uploads, existing);
  if (conflicts.length === 0) return queue(new Map());
  dialogs.openWhenFree({
    kind: 'upload-conflicts',
    folder: target,
    conflicts,
    mayReplace,
    settle: queue,
  });
}

function queued(target: TreePath, upload: PlannedUpload & { overwrite: boolean }): QueuedUpload {
  const { name, size, isFolder, file, overwrite } = upload;
  return { path: pathIn(target, upload.relativePath), name, size, isFolder, file, overwrite };
}

function refusedUpload(
  target: TreePath,
  { relativePath, name, size, isFolder, reason }: ReturnType<typeof planUploads>['refused'][number],
): RefusedUpload {
  const path = pathIn(target, relativePath);
  return { path, name, size, isFolder, overwrite: false, reason: { code: reason } };
}

/** Also accepts invalid paths, which are only displayed. */
function pathIn(target: TreePath, relativePath: string): string {
  const [first = '', ...others] = relativePath.split('/');
  const top = childPath(target, first) ?? `${target === '/' ? '' : target}/${first}`;
  return [top, ...others].join('/');
}
