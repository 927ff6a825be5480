import { AppError } from '../../errors.ts';
import { mapLimited } from '../../lib/map-limited.ts';
import type { Reader } from '../../metadata/database.ts';
import { listShares, type StoredShare } from '../../metadata/shares.ts';
import type { StorageDriver } from '../../storage/driver.ts';
import { entryAt } from '../../tree/entry-at.ts';

const LOOKED_AT_ONCE = 16;

/** `unseen`: the process may not look there, or the place leads out of the root. */
export type ShareState = 'there' | 'gone' | 'replaced' | 'unseen';

/** A link, and what lies at its place. */
export interface LookedAtShare {
  readonly share: StoredShare;
  readonly state: ShareState;
  /** Of what is there. */
  readonly fingerprint: string | undefined;
}

/** Returns every share that has not ended. Rejects with `root-missing` when their root is not there. */
export async function lookAtShares(
  db: Reader,
  driver: Pick<StorageDriver, 'resolve'>,
): Promise<LookedAtShare[]> {
  const shares = await listShares(db, { nowMs: Date.now() });
  return mapLimited(shares, LOOKED_AT_ONCE, (share) => lookAt(driver, share));
}

async function lookAt(
  driver: Pick<StorageDriver, 'resolve'>,
  share: StoredShare,
): Promise<LookedAtShare> {
  try {
    const there = await entryAt({ driver }, share.place);
    if (there === undefined) return { share, state: 'gone', fingerprint: undefined };
    const isSame = share.item === undefined || share.item === there.fingerprint;
    return { share, state: isSame ? 'there' : 'replaced', fingerprint: there.fingerprint };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'root-missing') throw error;
    return { share, state: error.code === 'not-found' ? 'gone' : 'unseen', fingerprint: undefined };
  }
}
