import type { TreePath } from '#contract/paths.ts';
import type { Actor } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import { findUpload } from '../../metadata/uploads.ts';
import { authorizePath } from '../../tree/authorize.ts';
import { abandonUpload, type UploadService, noSuchUpload } from './uploads.ts';

/**
 * Cancels an upload. The user who has begun it needs no permission to delete, because the file is not published yet. For other users, the
 * request fails like the deletion of an entry that does not exist.
 */
export async function cancelUpload(
  service: UploadService,
  actor: Actor,
  { path, clientKey }: { readonly path: TreePath; readonly clientKey: string },
): Promise<void> {
  const upload =
    path === actor.root ? undefined : await findUpload(service.db.read, actor.userId, path);
  if (upload === undefined || upload.clientKey !== clientKey || upload.finishedAt !== undefined) {
    authorizePath(actor, 'delete', path);
    if (path === actor.root) throw new AppError('forbidden', 'the root is no upload');
    throw noSuchUpload();
  }
  await abandonUpload(service, upload);
}
