import type { Reader } from '../../metadata/database.ts';
import type { StorageDriver } from '../../storage/driver.ts';
import { lookAtShares } from '../shares/look-at-shares.ts';
import { type Finding, ok, warn } from './finding.ts';

const ABOUT = 'links';

/** Links whose items were moved, or exchanged, behind the server's back. */
export async function checkLinks(
  db: Reader,
  driver: Pick<StorageDriver, 'resolve'>,
): Promise<Finding> {
  const shares = await lookAtShares(db, driver);
  if (shares.length === 0) return ok(ABOUT, 'there are none');
  const gone = shares.filter(({ state }) => state === 'gone').length;
  const replaced = shares.filter(({ state }) => state === 'replaced').length;
  if (gone + replaced === 0) return ok(ABOUT, `${shares.length}, and what they lead to is there`);
  return warn(
    ABOUT,
    `of ${shares.length}, ${gone} lead to what is not there, ${replaced} to what is something else by now`,
    'mount what is missing; owners end or confirm the others under Settings, Shares, or after a restore shares adopt does',
  );
}
