import { randomBytes } from 'node:crypto';
import type { ServedRoot } from '../metadata/settings.ts';
import type { SeenRoot } from '../storage/root-keeper.ts';

const ID_BYTES = 16;

export const OTHER_ROOT = {
  message: 'the served folder is not the one of this database; its disk may not be mounted',
  logged:
    'served folder refused: another folder is at the path of the root. Mount its disk. If it was replaced or restored on purpose, run "filebrowser root accept"',
} as const;

export function absentRoot(reason: string) {
  return {
    message: 'the served folder does not exist; its disk may not be mounted',
    logged: `served folder refused: nothing can be opened at the path of the root (${reason}). Mount its disk`,
  };
}

/**
 * Returns true if the folder is the stored one. A marker file decides if both have one, because it is copied along
 * with the files. Otherwise the inode and the creation time have to be the same; an inode alone does not distinguish
 * two disks.
 */
export function isSameRoot(stored: ServedRoot, root: Pick<SeenRoot, SeenFacts>): boolean {
  if (stored.id !== undefined && root.id !== undefined) return stored.id === root.id;
  if (stored.id !== undefined && !root.isFingerprintUnique) return false;
  return stored.mark === root.fingerprint;
}

type SeenFacts = 'fingerprint' | 'isFingerprintUnique' | 'id';

/** Returns the identity to store for a served folder. Writes a marker file if its fingerprint is not unique. */
export async function recordedRoot(
  path: string,
  root: SeenRoot,
  stored: ServedRoot | undefined,
): Promise<ServedRoot> {
  const id = root.isFingerprintUnique ? root.id : (root.id ?? (await newId(root, stored?.id)));
  return { path, mark: root.fingerprint, ...(id !== undefined && { id }) };
}

async function newId(root: SeenRoot, former: string | undefined): Promise<string | undefined> {
  const id = former ?? randomBytes(ID_BYTES).toString('hex');
  return (await root.writeId(id)) ? id : undefined;
}
