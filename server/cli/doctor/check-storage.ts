import { constants, type StatsFs } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { ROOT } from '#contract/paths.ts';
import type { Reader } from '../../metadata/database.ts';
import { readServedRoot, readTemporaryFiles } from '../../metadata/settings.ts';
import { pathsInTrash, type TrashTotals, trashTotals } from '../../metadata/trash.ts';
import type { StorageDriver } from '../../storage/driver.ts';
import { listUnrecoveredRecords } from '../../tree/unrecovered-records.ts';
import { findUnknownTrash, trashFoldersOf } from '../../tree/unknown-trash.ts';
import { isSameRoot } from '../../tree/root-identity.ts';
import { recordText } from '../journal-commands.ts';
import { checkShares } from '../shares-commands.ts';
import { bad, type Finding, ok, warn, sizeText, listed } from './finding.ts';

const { R_OK, W_OK, X_OK } = constants;
/** Free space below which a disk is reported as bad. */
const BAD_FREE_BYTES = 104_857_600;
/** Free space below which there is a warning, in bytes and as a part of the disk. */
const LOW_FREE_BYTES = 1_073_741_824;
const LOW_FREE_PART = 0.05;
/** Part of free inodes below which there is a warning. */
const LOW_FREE_INODES = 0.01;

/**
 * Checks that this process, which should run as the server's user, may read and write the root. `isMadeAtStart`: the
 * root is the default one, which a start creates.
 */
export async function checkRoot(
  root: string,
  { isMadeAtStart }: { readonly isMadeAtStart: boolean },
): Promise<Finding> {
  const about = 'root';
  const found = await stat(root).catch((error: NodeJS.ErrnoException) => error.code);
  if (found === 'ENOENT' && isMadeAtStart) {
    return ok(about, `${root} does not exist; the first start creates it`);
  }
  if (typeof found === 'string' || found === undefined) {
    return bad(
      about,
      `${root} cannot be opened (${found})`,
      'create the folder, or set another with --root',
    );
  }
  if (!found.isDirectory())
    return bad(about, `${root} is not a folder`, 'set a folder with --root');
  if (!(await may(root, R_OK | X_OK))) {
    return bad(about, `${root} cannot be read by this user`, ownerAdvice(root));
  }
  if (!(await may(root, W_OK))) {
    return warn(about, `${root} can be read but not written by this user`, ownerAdvice(root));
  }
  return ok(about, `${root} can be read and written`);
}

function ownerAdvice(folder: string): string {
  return `run this as the server's user; then chown or chmod ${folder}, or mount it writable`;
}

/** Returns no finding for a folder that does not exist. */
export async function checkSpace(about: string, folder: string): Promise<Finding[]> {
  const space = await statfs(folder).catch(() => undefined);
  return space === undefined ? [] : [spaceFinding(about, folder, space)];
}

function spaceFinding(about: string, folder: string, space: StatsFs): Finding {
  const { bsize, bavail, blocks, files, ffree } = space;
  const left = bsize * bavail;
  const all = bsize * blocks;
  const seen = `${sizeText(left)} of ${sizeText(all)} are free on the disk of ${folder}`;
  const advice = 'free some space; when the disk is full, nothing can be written (507)';
  if (left < BAD_FREE_BYTES) return bad(about, seen, advice);
  if (files > 0 && ffree / files < LOW_FREE_INODES) {
    return warn(
      about,
      `the disk of ${folder} has room for only ${ffree} more files`,
      'remove files that are not needed',
    );
  }
  if (left < LOW_FREE_BYTES || left < all * LOW_FREE_PART) return warn(about, seen, advice);
  return ok(about, seen);
}

export async function may(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}

/** Checks that the folder at the path of the root is the one that the database belongs to. */
export async function checkRootIdentity(
  read: Reader,
  { keeper }: Pick<StorageDriver, 'keeper'>,
): Promise<Finding[]> {
  const stored = await readServedRoot(read);
  if (stored === undefined || keeper === undefined) return [];
  const about = 'disk of the root';
  const root = await keeper.look();
  // The finding about the root contains the reason.
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

/** Reports shares whose items were moved or replaced by other programs. */
export async function checkSharedItems(
  db: Reader,
  driver: Pick<StorageDriver, 'resolve'>,
): Promise<Finding> {
  const shares = await checkShares(db, driver);
  if (shares.length === 0) return ok('shares', 'none exist');
  const gone = shares.filter(({ state }) => state === 'gone').length;
  const replaced = shares.filter(({ state }) => state === 'replaced').length;
  if (gone + replaced === 0) return ok('shares', `${shares.length}, and all of their items exist`);
  return warn(
    'shares',
    `of ${shares.length}, ${gone} have lost their item, and ${replaced} have another item at their path`,
    'mount missing disks; owners delete or confirm the other shares under Settings, Shares; after a restore, run: filebrowser shares adopt',
  );
}

/** Checks the branding folder. `folder` is absolute. */
export async function checkBranding(folder: string): Promise<Finding> {
  const about = 'branding';
  const advice =
    'make the folder readable, or set another with: filebrowser config set --branding.files';
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true)
    return warn(about, `the folder ${folder} does not exist`, advice);
  if (!(await may(folder, R_OK | X_OK))) {
    return warn(about, `${folder} cannot be read by this user`, advice);
  }
  return ok(about, folder);
}

/** Reports the left-over temporary files that the server found some time after its last start. */
export async function checkTemporaryFiles(read: Reader): Promise<Finding[]> {
  const found = await readTemporaryFiles(read);
  if (found === undefined) return [];
  const about = 'temporary files';
  const at = new Date(found.at).toISOString();
  if (found.count === 0) return [ok(about, `none were left over at ${at}`)];
  return [
    warn(
      about,
      `${found.count} belonged to no upload or operation at ${at}; users do not see them`,
      'list them with: filebrowser temporary-files ls; then restore or remove each',
    ),
  ];
}

/** Reports what is in the trash, and what the trash folders hold that the database does not know. */
export async function checkTrash(
  read: Reader,
  driver: Pick<StorageDriver, 'list'>,
): Promise<Finding[]> {
  const known = await pathsInTrash(read, ROOT);
  const signal = new AbortController().signal;
  const unknown: string[] = [];
  for (const folder of trashFoldersOf(known)) {
    // A disk that is not mounted is reported elsewhere.
    unknown.push(...(await findUnknownTrash({ driver, read }, folder, signal).catch(() => [])));
  }
  const totals = totalsFinding(await trashTotals(read));
  if (unknown.length === 0) return [totals];
  return [
    totals,
    warn(
      'trash',
      `the database does not know ${unknown.length} of the items in the trash folders: ${listed(unknown)}`,
      'start the server, which lists them for administrators within ten minutes; then restore or delete them on the page "Trash", or with: filebrowser trash ls',
    ),
  ];
}

function totalsFinding({ items, bytes }: TrashTotals): Finding {
  if (items === 0) return ok('trash', 'empty');
  return ok('trash', `${items} ${items === 1 ? 'item' : 'items'}, ${sizeText(bytes)}`);
}

/** Reports interrupted operations that the last recovery could not complete. */
export async function checkJournal(read: Reader): Promise<Finding[]> {
  const about = 'journal';
  const kept = await listUnrecoveredRecords(read);
  if (kept.length === 0) return [ok(about, 'no interrupted operation is kept')];
  const count = `${kept.length} ${kept.length === 1 ? 'entry is' : 'entries are'}`;
  return [
    warn(
      about,
      `${count} kept without evidence of the outcome: ${listed(kept.map(recordText))}`,
      'mount their disk, and wait half an hour or restart the server; see: filebrowser journal ls',
    ),
  ];
}
