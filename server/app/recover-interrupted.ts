import { settleUploads } from '../features/uploads/forgotten-uploads.ts';
import type { UploadService } from '../features/uploads/uploads.ts';
import type { Logger } from '../logger.ts';
import type { Database } from '../metadata/database.ts';
import type { Jobs } from '../operations/jobs.ts';
import { storeUnrecovered } from '../tree/unrecovered-records.ts';
import { removeEmptyTrash } from '../tree/purge-trash.ts';
import { RecoveryLog } from '../tree/recovery-log.ts';
import { Recovery, type RecoveryOptions } from '../tree/recovery.ts';
import { prepareRecovery, releaseAll } from '../tree/recover-operations.ts';
import { prepareVersionRecovery } from '../tree/recover-versions.ts';
import type { Tree } from '../tree/tree.ts';
import { trashFoldersOf } from '../tree/unknown-trash.ts';
import type { Versions } from '../tree/versions.ts';

interface Interrupted {
  readonly db: Database;
  readonly uploads: UploadService;
  readonly jobs: Jobs;
  readonly versions: Versions;
  readonly logger: Logger;
}

/**
 * Creates the recovery of operations, versions and uploads that a crash or a missing disk has interrupted. It stores which of them it could not
 * complete, and then continues the jobs.
 */
export function createRecovery(
  { db, uploads, jobs, versions, logger }: Interrupted,
  options: Omit<RecoveryOptions, 'repeatAfterMs'>,
): Recovery {
  const { journal } = uploads.tree;
  const log = new RecoveryLog(logger);
  const recovery = new Recovery(
    async () => {
      // No record can be dropped while it is recovered.
      await storeUnrecovered(db, []);
      const ofTree = await prepareRecovery(uploads.tree, log, await jobs.owners());
      const ofVersions = await prepareVersionRecovery(uploads.tree, versions, log).catch(
        (error: unknown) => {
          ofTree.giveUp();
          throw error;
        },
      );
      return async (signal) => {
        // Before the uploads: they may be in a folder whose move was interrupted.
        const { unrecovered, resumable, isStorageAway } = await ofTree
          .run(signal)
          .catch((error: unknown) => {
            ofVersions.giveUp();
            throw error;
          });
        try {
          await ofVersions.run(signal);
          // The server is stopping. The claims stay: the next recovery takes them over.
          if (signal.aborted) return 'kept';
          await removeTrashIfEmpty(uploads.tree, versions);
          await storeUnrecovered(db, [...unrecovered, ...(await settleUploads(uploads, log))]);
          log.end();
        } catch (error) {
          // A repeated recovery, or that of the next start, claims them again.
          releaseAll(resumable);
          throw error;
        }
        await jobs.resumeJobs(resumable);
        return isStorageAway ? 'kept' : 'complete';
      };
    },
    logger,
    options,
  );
  journal.onLeft(recovery.repeatLater);
  return recovery;
}

/** Removes the trash folder at the top of the root if it is empty: an interrupted deletion has created it, or the recovery has emptied it. */
async function removeTrashIfEmpty(tree: Tree, versions: Versions): Promise<void> {
  // The folder is the evidence that the file of an interrupted version is not in it.
  if (await versions.areAnyKept()) return;
  for (const folder of trashFoldersOf([])) await removeEmptyTrash(tree, folder);
}
