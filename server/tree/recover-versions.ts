import { isWithin } from '#contract/paths.ts';
import { isStorageAway } from './evidence.ts';
import type { ClaimedRecovery } from './recovery.ts';
import type { RecoveryLog } from './recovery-log.ts';
import type { Tree } from './tree.ts';
import type { Versions } from './versions.ts';

/**
 * Claims the files that were about to be replaced when the server crashed. The recovery decides for each of them whether it was replaced and
 * its former contents are a version (see `KeptFiles`). It runs after the recovery of operations, which may still replace some. A file for
 * which that is not certain is left for the next time.
 */
export async function prepareVersionRecovery(
  { locks, journal }: Pick<Tree, 'locks' | 'journal'>,
  versions: Pick<Versions, 'interrupted' | 'recover'>,
  log: RecoveryLog,
): Promise<ClaimedRecovery<void>> {
  const claims = new Map<number, () => void>();
  const giveUp = (): void => {
    for (const release of claims.values()) release();
  };
  try {
    for (const { id, source, path } of await versions.interrupted()) {
      const paths = [source, path].map((each) => ({ path: each, access: 'exclusive' }) as const);
      // Undefined for a file that an operation of this process changes.
      const release = await locks.recover(paths);
      if (release !== undefined) claims.set(id, release);
    }
  } catch (error) {
    giveUp();
    throw error;
  }
  const run = async (signal: AbortSignal): Promise<void> => {
    try {
      if (claims.size === 0) return;
      const unrecovered = (await journal.interrupted()).flatMap(({ operation }) =>
        'target' in operation && operation.state !== 'settling' ? [operation.target] : [],
      );
      // Read again, because the recovery of a move has changed paths.
      for (const file of await versions.interrupted()) {
        const mayBeReplaced = unrecovered.some((target) => isWithin(target, file.source));
        if (!claims.has(file.id) || mayBeReplaced) continue;
        if (signal.aborted) return;
        const { source, path } = file;
        await versions.recover(file).then(
          () => log.recovered({ source, path }, 'interrupted version recovered'),
          (err: unknown) => {
            if (!isStorageAway(err))
              log.failed(`version-${file.id}`, { err, source, path }, 'version not recovered');
          },
        );
      }
    } finally {
      giveUp();
    }
  };
  return { run, giveUp };
}
