import { cancelUpload } from '../../api/uploads.ts';
import { interruptedUploads } from '../../state/interrupted-uploads.ts';
import { forgetUploads, type RememberedUpload } from '../../state/upload-memory.ts';
import type { PickedItem } from '../../state/upload-plan.ts';
import type { QueuedUpload } from '../../state/upload-store.ts';

/** The picked files that are among the interrupted ones, ready to go on to the place they were going to. */
export function goingOn(
  interrupted: readonly RememberedUpload[],
  picked: readonly PickedItem[],
): QueuedUpload[] {
  return picked.flatMap(({ file }) => {
    if (!(file instanceof File)) return [];
    const match = interrupted.find(
      ({ path, size, modifiedMs }) =>
        path.endsWith(`/${file.name}`) && size === file.size && modifiedMs === file.lastModified,
    );
    if (!match) return [];
    const { path, size, overwrite } = match;
    return [{ path, name: file.name, size, isFolder: false, overwrite, file }];
  });
}

/** Gives the interrupted uploads up, here and on the server; what it does not hear now it forgets in a day. */
export async function forgetInterrupted(uploads: readonly RememberedUpload[]): Promise<void> {
  forgetUploads(new Set(uploads.map(({ key }) => key)));
  interruptedUploads.setState({ uploads: [] });
  for (const { path, key } of uploads) await cancelUpload(path, key).catch(() => {});
}
