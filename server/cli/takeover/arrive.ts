import { existsSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { OuterSources } from '../../config/load-config.ts';
import { readValues } from '../../config/read-values.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { Reader } from '../../metadata/database.ts';
import { readTakenOver } from '../../metadata/settings.ts';
import type { TakeoverReport } from '../../takeover/report.ts';
import { isStill } from './fingerprint.ts';
import { requireUnused } from './in-use.ts';
import { readDatabase } from './read-source.ts';
import { removeReport, writeReport } from './report-file.ts';
import { requireRoomBeside } from './require-room.ts';
import { planFrom, storePlanned } from './take-over.ts';

/** Where the predecessor's database is named: that one, and ours beside it. */
export interface Places {
  readonly predecessor: string;
  readonly file: string;
}

/** How it came that ours is opened where the predecessor's is named. */
export type Arrival = Places &
  (
    | { readonly kind: 'now'; readonly report: TakeoverReport }
    | { readonly kind: 'before'; readonly at: number }
    /** The predecessor has run again since. */
    | { readonly kind: 'changed'; readonly at: number }
  );

/** Makes ours, unless it is there. Resolves with what has been taken over. */
export async function takeOverOnce(
  { predecessor, file }: Places,
  outer: OuterSources,
): Promise<TakeoverReport | undefined> {
  if (existsSync(file)) return undefined;
  requireNoCompanions(file);
  requireRoomBeside(predecessor, file);
  await requireUnused(predecessor);
  const planned = await planFrom(readDatabase(predecessor), outer);
  const { report } = planned.takeover;
  try {
    const isOurs = await storePlanned(planned, { kind: 'sqlite', file }, () =>
      writeReport(file, { files: [predecessor], database: file, ...report }),
    );
    return isOurs ? report : undefined;
  } catch (error) {
    removeReport(file);
    throw error;
  }
}

/**
 * Describes a database that was there before this start. Throws a StartupError for one that was not made from the predecessor's,
 * and, where users of the server may have put files beside it (`isReachable`), for one that the predecessor's does not confirm.
 */
export async function arrivalBefore(
  { predecessor, file }: Places,
  read: Reader,
  { isReachable }: { readonly isReachable: boolean },
): Promise<Arrival> {
  const from = await readTakenOver(read);
  if (from === undefined) {
    throw new StartupError(
      `${predecessor} is named, and beside it is ${file}, which was not taken over from it; say with --database which is meant` +
        `, or move the other away`,
    );
  }
  const isThere = existsSync(predecessor);
  const isConfirmed = isThere && isStill(predecessor, from);
  if (!isConfirmed && isReachable) throw unconfirmed({ predecessor, file }, isThere);
  const kind = isThere && !isConfirmed ? 'changed' : 'before';
  return { kind, predecessor, file, at: from.at };
}

/** Uploaded files could have had this name before the server protected it. */
function unconfirmed({ predecessor, file }: Places, isThere: boolean): StartupError {
  const reason = isThere ? 'has been changed since' : 'is not there';
  return new StartupError(
    `${file} is not opened: users may have uploaded it, and ${predecessor}, which it claims to come from, ${reason}. ` +
      `If it is yours, name it with --database ${file}; if not, move it away.`,
  );
}

/**
 * Returns whether the folder of the database is served to users, or may have been: without a named root, the stored one counts, and
 * a database that was put there can store any.
 */
export function isReachableByUsers(file: string, { given, workingFolder }: OuterSources): boolean {
  const { root } = readValues(given).values;
  if (root === undefined) return true;
  const served = realOf(resolve(workingFolder, root));
  const folder = realOf(dirname(file));
  return folder === served || folder.startsWith(served === '/' ? served : `${served}/`);
}

function realOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

const COMPANIONS = ['-wal', '-shm', '-journal'];

/** SQLite would apply what it finds in such a file to the new database. */
function requireNoCompanions(file: string): void {
  const found = COMPANIONS.map((ending) => file + ending).find((name) => existsSync(name));
  if (found === undefined) return;
  throw new StartupError(
    `${found} belongs to no database, and would change the one that is made beside it: move it away`,
  );
}
