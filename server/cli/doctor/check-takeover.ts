import { StartupError } from '../../lib/startup-error.ts';
import type { Reader } from '../../metadata/database.ts';
import { readOldDatabase } from '../../takeover/old-database.ts';
import { planTakeover } from '../../takeover/plan-takeover.ts';
import { arrivalInBrief } from '../takeover/arrival-in-words.ts';
import { arrivalBefore, type Places } from '../takeover/arrive.ts';
import { requireRoomBeside } from '../takeover/require-room.ts';
import { bad, type Finding, ok, warn } from './finding.ts';

const ABOUT = 'takeover';

/** What the next start would do with the predecessor's database. */
export function checkTakeoverToCome({ predecessor, file }: Places): Promise<Finding> {
  return orBad(async () => {
    requireRoomBeside(predecessor, file);
    const { users, links } = planTakeover(readOldDatabase(predecessor), Date.now()).report;
    const size = `${users} users, ${links} links`;
    return ok(ABOUT, `the next start takes ${predecessor} over into ${file}: ${size}`);
  });
}

/** Checks that the database was made from the predecessor's, and that this one has not changed since. */
export function checkTakeoverDone(
  places: Places,
  read: Reader,
  isReachable: boolean,
): Promise<Finding> {
  return orBad(async () => {
    const arrival = await arrivalBefore(places, read, { isReachable });
    const told = arrivalInBrief(arrival);
    if (arrival.kind === 'before') return ok(ABOUT, told);
    return warn(ABOUT, told, `name ${places.file} with --database, and put the old one away`);
  });
}

async function orBad(look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return bad(ABOUT, error.message, 'mend that; File Browser cannot start before');
  }
}
