import { childPath, nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import { AppError } from '../errors.ts';
import type { StorageDriver } from '../storage/driver.ts';
import type { Takeover, TakenShare } from './plan-takeover.ts';
import type { Note } from './report.ts';

/** So many are still told one by one. */
const FEW = 3;

type Driver = Pick<StorageDriver, 'resolve'>;

/**
 * The same with every link where its item really lies: the predecessor stored the way its owner went, on which there may be
 * links on the disk. What is not there is told.
 */
export async function withRealPlaces(takeover: Takeover, driver: Driver): Promise<Takeover> {
  const shares: TakenShare[] = [];
  const missing: string[] = [];
  for (const share of takeover.shares) {
    const { place, isThere } = await find(driver, share);
    shares.push({ ...share, place });
    if (!isThere) missing.push(share.hash);
  }
  const notes = notesOfMissing(missing, shares.length);
  const { report } = takeover;
  return {
    ...takeover,
    shares,
    report: { ...report, decisions: [...report.decisions, ...notes] },
  };
}

/** Where nothing of all is there, it is the root that has to be looked at, and not each of hundreds. */
function notesOfMissing(missing: readonly string[], all: number): Note[] {
  if (missing.length === all && all >= FEW) {
    const message = `none of what the ${all} links lead to is there: is this the right root? they open once it is`;
    return [{ about: 'links', message }];
  }
  return missing.map((hash) => ({
    about: `link ${hash}`,
    message: 'what it leads to is not there; it opens once it is',
  }));
}

async function find(
  driver: Driver,
  { place, home }: TakenShare,
): Promise<{ readonly place: TreePath; readonly isThere: boolean }> {
  try {
    const isThere = (await driver.resolve(place, home)).kind === 'found';
    if (place === home) return { place, isThere };
    const folder = await driver.resolve(parentOf(place), home);
    const real = folder.kind === 'found' ? childPath(folder.place, nameOf(place)) : undefined;
    return { place: real ?? place, isThere };
  } catch (error) {
    // What may not be looked at is looked at again when somebody opens the link.
    if (error instanceof AppError) return { place, isThere: false };
    throw error;
  }
}
