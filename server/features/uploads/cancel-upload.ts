import type { TreePath } from '#contract/paths.ts';
import type { Actor } from '../../access/actor.ts';
import { requireAccess } from '../../access/decide.ts';
import { AppError } from '../../errors.ts';
import { findUpload } from '../../metadata/uploads.ts';
import { abandonUpload, type UploadService } from './uploads.ts';

/**
 * Whoever began an upload may give it up, also without the delete permission: nothing of theirs is under its
 * final name yet. For everybody else it is as if something were to be deleted that is not there.
 */
export async function cancelUpload(
  service: UploadService,
  actor: Actor,
  { path, clientKey }: { readonly path: TreePath; readonly clientKey: string },
): Promise<void> {
  const upload =
    path === actor.root ? undefined : await findUpload(service.db.read, actor.userId, path);
  if (upload === undefined || upload.clientKey !== clientKey || upload.finishedAt !== undefined) {
    requireAccess(actor, 'delete', path);
    if (path === actor.root) throw new AppError('forbidden', 'the root is no upload');
    throw new AppError('not-found', 'there is no such upload');
  }
  await abandonUpload(service, upload);
}
