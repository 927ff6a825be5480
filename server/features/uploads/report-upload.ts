import { childPath } from '#contract/paths.ts';
import { actorOfUser, type Actor } from '../../access/actor.ts';
import type { StoredUpload } from '../../metadata/uploads.ts';
import { findUserById } from '../../metadata/users.ts';
import type { CommandFailed } from '../../programs/events/event-hooks.ts';
import type { UploadService } from './uploads.ts';

type PlacedUpload = Pick<StoredUpload, 'path' | 'folder' | 'name'>;

/**
 * Runs what is set up for the moment in which an upload has become whole. Nothing of the upload is held meanwhile: whoever asks
 * is told at once that it is finished.
 */
export function runUploadHooks(
  { tree }: UploadService,
  actor: Actor,
  { path, folder, name }: PlacedUpload,
): Promise<CommandFailed | undefined> {
  return tree.events.after('upload', actor, { place: childPath(folder, name) ?? path });
}

/**
 * Records an upload that was found to be whole, after a crash or a cut connection, and starts the commands after it. Does not wait
 * for them. A failed command is in the command log.
 */
export async function reportRecoveredUpload(
  service: UploadService,
  upload: StoredUpload,
  address: string,
): Promise<void> {
  const user = await findUserById(service.db.read, upload.userId);
  service.audit.record({
    at: Date.now(),
    act: 'upload',
    username: user?.username ?? '',
    address,
    about: upload.path,
    status: 200,
  });
  // Nothing is judged by it: commands are told its name and its scope.
  const owner = user && actorOfUser(user, { globalRules: [], protectedPlaces: [] });
  if (owner) void runUploadHooks(service, owner, upload);
}
