import { StartupError } from '../../lib/startup-error.ts';
import type { Database } from '../../metadata/database.ts';
import { replaceShareItem } from '../../metadata/shares.ts';
import { type CliCall, type CliCommand, JSON_OPTION } from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';
import { switchOf } from '../option-values.ts';
import { type LookedAtShare, lookAtShares } from './look-at-shares.ts';
import { sharesJson, sharesTable, type ToldShare } from './shown-shares.ts';

export const adoptSharesCommand: CliCommand = {
  arguments: [{ name: 'address', optional: true, many: true }],
  options: [
    { name: 'all', help: 'every link whose item was replaced' },
    { name: 'dryRun', help: 'tell which links it would be, and change nothing' },
    JSON_OPTION,
  ],
  settings: ['root', 'database', 'config'],
  details: `A link belongs to an item, not to a name: when files come back from a backup or
move to another disk, everything there is a new item, and visitors get 404. This
says that what lies at the place of a link now is what is meant. Look with
--dryRun first: what somebody else has put there meanwhile would be shared, too.
Links to what is not there wait as they are. What the owner of a link may do, and
rules, count as before.`,
  examples: [
    'filebrowser shares adopt --all --dryRun',
    'filebrowser shares adopt --all',
    'filebrowser shares adopt nJ5vTxbT3Vxb2vVdFhKkqw',
  ],
  async run(call) {
    const wanted = wantedIn(call);
    await withAdministration(call, async ({ administration: { db, driver } }) => {
      const looked = chosen(await lookAtShares(db.read, driver), wanted);
      const isDry = switchOf(call.options, 'dryRun') === true;
      const told = isDry ? looked.filter(isReplaced).map(asWouldBe) : await adopt(db, looked);
      await report(call, db, told);
      call.tell(isDry ? `${told.length} would be adopted` : summaryOf(told, looked));
    });
  },
};

/** Undefined for all. */
function wantedIn({ arguments: addresses, options }: CliCall): ReadonlySet<string> | undefined {
  const isForAll = switchOf(options, 'all') === true;
  if (isForAll === addresses.length > 0) {
    throw new StartupError('name the addresses of links, or --all: shares adopt --all');
  }
  return isForAll ? undefined : new Set(addresses);
}

function chosen(
  looked: readonly LookedAtShare[],
  wanted: ReadonlySet<string> | undefined,
): readonly LookedAtShare[] {
  if (wanted === undefined) return looked;
  const known = new Set(looked.map(({ share }) => share.hash));
  const unknown = [...wanted].find((hash) => !known.has(hash));
  if (unknown !== undefined) throw new StartupError(`there is no link ${unknown}`);
  return looked.filter(({ share }) => wanted.has(share.hash));
}

function isReplaced({ state }: LookedAtShare): boolean {
  return state === 'replaced';
}

function asWouldBe({ share }: LookedAtShare): ToldShare {
  return { share, word: 'would be adopted' };
}

/** One that changes at this moment is left as it is. */
async function adopt(db: Database, looked: readonly LookedAtShare[]): Promise<ToldShare[]> {
  return db.write(async (tx) => {
    const told: ToldShare[] = [];
    for (const { share, fingerprint } of looked.filter(isReplaced)) {
      if (fingerprint === undefined) continue;
      const isDone = await replaceShareItem(tx, share, fingerprint);
      told.push({ share, word: isDone ? 'adopted' : 'changed meanwhile' });
    }
    return told;
  });
}

async function report(call: CliCall, db: Database, told: readonly ToldShare[]): Promise<void> {
  if (switchOf(call.options, JSON_OPTION.name) === true) {
    call.print(await sharesJson(db.read, told, 'outcome'));
  } else if (told.length > 0) {
    call.print(await sharesTable(db.read, told, 'Outcome'));
  }
}

function summaryOf(told: readonly ToldShare[], looked: readonly LookedAtShare[]): string {
  const adopted = told.filter(({ word }) => word === 'adopted').length;
  const waiting = looked.filter(({ state }) => state === 'gone' || state === 'unseen').length;
  const rest = waiting === 0 ? '' : `; ${waiting} lead to what is not there, and wait`;
  return `${adopted} of ${looked.length} adopted${rest}`;
}
