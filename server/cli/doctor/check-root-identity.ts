import type { Reader } from '../../metadata/database.ts';
import { readServedRoot } from '../../metadata/settings.ts';
import type { StorageDriver } from '../../storage/driver.ts';
import { isSameRoot } from '../../tree/root-identity.ts';
import { bad, type Finding, ok } from './finding.ts';

/** Whether the folder that the database belongs to is at the path of the root. */
export async function checkRootIdentity(
  read: Reader,
  { keeper }: Pick<StorageDriver, 'keeper'>,
): Promise<Finding[]> {
  const stored = await readServedRoot(read);
  if (stored === undefined || keeper === undefined) return [];
  const about = 'disk of the root';
  const root = await keeper.look();
  // The finding about the root says why.
  if (root.kind === 'absent') return [];
  root.release();
  if (isSameRoot(stored, root)) return [ok(about, `${keeper.path} is the folder that was served`)];
  if (stored.path !== keeper.path) {
    return [ok(about, `${keeper.path} replaces ${stored.path}, which was served before`)];
  }
  return [
    bad(
      about,
      `${keeper.path} is not the folder that was served; while it is there, all files are refused (503)`,
      'mount its disk; if it was replaced or restored on purpose, run: filebrowser root accept',
    ),
  ];
}
