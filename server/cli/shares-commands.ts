import { AppError } from '../errors.ts';
import { mapLimited } from '../lib/map-limited.ts';
import { StartupError } from '../lib/startup-error.ts';
import { table } from '../lib/table.ts';
import type { Database, Reader } from '../metadata/database.ts';
import { replaceShareItem, listShares, type StoredShare } from '../metadata/shares.ts';
import { listUsers } from '../metadata/users.ts';
import type { StorageDriver } from '../storage/driver.ts';
import { entryAt } from '../tree/entry-at.ts';
import { type CliCall, type CliCommand, JSON_OPTION, STORAGE_SETTINGS } from './cli-command.ts';
import { withAdministration } from './open-administration.ts';
import { switchOf } from './option-values.ts';
import { timeText } from './users/users-commands.ts';

export const listSharesCommand: CliCommand = {
  options: [JSON_OPTION],
  settings: ['root', ...STORAGE_SETTINGS, 'database', 'config'],
  details: `Anyone with the address of a share without a password can open it, so keep the list
secret. "replaced" means that another item is at the path of the shared one. Visitors
do not see it until the owner, or "shares adopt", confirms it. Paths start at the
root.`,
  examples: ['filebrowser shares ls', 'filebrowser shares ls --json'],
  async run(call) {
    await withAdministration(call, async ({ administration: { db, driver } }) => {
      const checked = await checkShares(db.read, driver);
      const rows = checked.map(({ share, state }) => ({ share, word: state }));
      const isForPrograms = switchOf(call.options, JSON_OPTION.name) === true;
      call.print(
        isForPrograms
          ? await sharesJson(db.read, rows, 'state')
          : await sharesTable(db.read, rows, 'Item'),
      );
    });
  },
};

export const adoptSharesCommand: CliCommand = {
  arguments: [{ name: 'address', optional: true, many: true }],
  options: [
    { name: 'all', help: 'every share whose item was replaced' },
    { name: 'dryRun', help: 'list the shares that would be adopted, and change nothing' },
    JSON_OPTION,
  ],
  settings: ['root', ...STORAGE_SETTINGS, 'database', 'config'],
  details: `A share belongs to an item, not to a name. After files were restored from a backup or
moved to another disk, every item is a new one, and visitors get 404. This command
confirms that the present item at the path of a share is the shared one. Run it with
--dryRun first, because an unrelated item at the path would be shared too. Shares whose
item is missing are kept. Permissions of the owner and rules still apply.`,
  examples: [
    'filebrowser shares adopt --all --dryRun',
    'filebrowser shares adopt --all',
    'filebrowser shares adopt nJ5vTxbT3Vxb2vVdFhKkqw',
  ],
  async run(call) {
    const wanted = wantedIn(call);
    await withAdministration(call, async ({ administration: { db, driver } }) => {
      const checked = chosen(await checkShares(db.read, driver), wanted);
      const isDry = switchOf(call.options, 'dryRun') === true;
      const rows = isDry ? checked.filter(isReplaced).map(asWouldBe) : await adopt(db, checked);
      await report(call, db, rows);
      call.printNotice(isDry ? `${rows.length} would be adopted` : summaryOf(rows, checked));
    });
  },
};

/** Returns undefined for all shares. */
function wantedIn({ arguments: addresses, options }: CliCall): ReadonlySet<string> | undefined {
  const isForAll = switchOf(options, 'all') === true;
  if (isForAll === addresses.length > 0) {
    throw new StartupError('give the hashes of shares, or --all: shares adopt --all');
  }
  return isForAll ? undefined : new Set(addresses);
}

function chosen(
  checked: readonly CheckedShare[],
  wanted: ReadonlySet<string> | undefined,
): readonly CheckedShare[] {
  if (wanted === undefined) return checked;
  const known = new Set(checked.map(({ share }) => share.hash));
  const unknown = [...wanted].find((hash) => !known.has(hash));
  if (unknown !== undefined) throw new StartupError(`there is no share ${unknown}`);
  return checked.filter(({ share }) => wanted.has(share.hash));
}

function isReplaced({ state }: CheckedShare): boolean {
  return state === 'replaced';
}

function asWouldBe({ share }: CheckedShare): ShareRow {
  return { share, word: 'would be adopted' };
}

/** Skips shares that are changed at the same time. */
async function adopt(db: Database, checked: readonly CheckedShare[]): Promise<ShareRow[]> {
  return db.write(async (tx) => {
    const rows: ShareRow[] = [];
    for (const { share, fingerprint } of checked.filter(isReplaced)) {
      if (fingerprint === undefined) continue;
      const isDone = await replaceShareItem(tx, share, fingerprint);
      rows.push({ share, word: isDone ? 'adopted' : 'changed meanwhile' });
    }
    return rows;
  });
}

async function report(call: CliCall, db: Database, rows: readonly ShareRow[]): Promise<void> {
  if (switchOf(call.options, JSON_OPTION.name) === true) {
    call.print(await sharesJson(db.read, rows, 'outcome'));
  } else if (rows.length > 0) {
    call.print(await sharesTable(db.read, rows, 'Outcome'));
  }
}

function summaryOf(rows: readonly ShareRow[], checked: readonly CheckedShare[]): string {
  const adopted = rows.filter(({ word }) => word === 'adopted').length;
  const waiting = checked.filter(({ state }) => state === 'gone' || state === 'unseen').length;
  const rest = waiting === 0 ? '' : `; ${waiting} have no item, and are kept`;
  return `${adopted} of ${checked.length} adopted${rest}`;
}

const CHECKS_AT_ONCE = 16;

/** `unseen`: the process has no access to the item, or its path leads out of the root. */
export type ShareState = 'there' | 'gone' | 'replaced' | 'unseen';

/** A share, and the state of its item. */
export interface CheckedShare {
  readonly share: StoredShare;
  readonly state: ShareState;
  /** Fingerprint of the present entry at its path. */
  readonly fingerprint: string | undefined;
}

/** Returns every share that has not expired. Rejects with `root-missing` if the root is not available. */
export async function checkShares(
  db: Reader,
  driver: Pick<StorageDriver, 'resolve'>,
): Promise<CheckedShare[]> {
  const shares = await listShares(db, { nowMs: Date.now() });
  return mapLimited(shares, CHECKS_AT_ONCE, (share) => checkItemOf(driver, share));
}

async function checkItemOf(
  driver: Pick<StorageDriver, 'resolve'>,
  share: StoredShare,
): Promise<CheckedShare> {
  try {
    const there = await entryAt({ driver }, share.path);
    if (there === undefined) return { share, state: 'gone', fingerprint: undefined };
    const isSame = share.item === undefined || share.item === there.fingerprint;
    return { share, state: isSame ? 'there' : 'replaced', fingerprint: there.fingerprint };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'root-missing') throw error;
    return { share, state: error.code === 'not-found' ? 'gone' : 'unseen', fingerprint: undefined };
  }
}

const LATEST_SECONDS = 8_640_000_000_000;

/** A share with one word about it, such as `replaced`. */
export interface ShareRow {
  readonly share: StoredShare;
  readonly word: string;
}

/** Formats shares for people. `heading` is the heading of the words. */
export async function sharesTable(
  db: Reader,
  rows: readonly ShareRow[],
  heading: string,
): Promise<string> {
  const names = await ownerNames(db);
  const lines = rows.map(({ share, word }) => [
    share.hash,
    names.get(share.userId) ?? String(share.userId),
    timeText(endOf(share)),
    word,
    share.path,
  ]);
  return table([['Address', 'Owner', 'Ends', heading, 'Path'], ...lines]);
}

/** Returns undefined for a share that never expires, or at a time that a Date cannot hold. */
function endOf({ expire }: Pick<StoredShare, 'expire'>): number | undefined {
  return expire === 0 || expire > LATEST_SECONDS ? undefined : expire * 1_000;
}

/** Formats shares for programs. The word has the key `key`. */
export async function sharesJson(
  db: Reader,
  rows: readonly ShareRow[],
  key: string,
): Promise<string> {
  const names = await ownerNames(db);
  const records = rows.map(({ share, word }) => ({
    hash: share.hash,
    owner: names.get(share.userId),
    userID: share.userId,
    path: share.path,
    expire: share.expire,
    [key]: word,
  }));
  return JSON.stringify(records, undefined, 2);
}

async function ownerNames(db: Reader): Promise<ReadonlyMap<number, string>> {
  return new Map((await listUsers(db)).map(({ id, username }) => [id, username]));
}
