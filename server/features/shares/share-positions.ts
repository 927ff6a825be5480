import type { ShareColumn } from '#contract/shares.ts';
import { z } from 'zod';
import { unknownPosition } from '../../http/list-pages.ts';
import type { Reader } from '../../metadata/database.ts';
import {
  type OwnColumn,
  type OwnedPosition,
  type OwnedShare,
  positionIn,
  type SharePosition,
} from '../../metadata/shares-in-order.ts';
import { pathOfShare } from '../../metadata/shares.ts';

const ByNumber = z.tuple([z.int(), z.string()]);
const ByOwner = z.tuple([z.string(), z.int(), z.int(), z.string()]);

/**
 * Returns the position of a share in a list as text for `after`. It does not contain the path on the server, because
 * owners only see the path below their home: a list by path continues after the share with this hash.
 */
export function positionText(share: OwnedShare, column: ShareColumn): string {
  const { username, userId, expire, hash } = share;
  if (column === 'owner') return JSON.stringify([username, userId, expire, hash]);
  if (column === 'path') return hash;
  return JSON.stringify([positionIn(share, column).key, hash]);
}

/** Reads a position in a list by one of the share's own columns. Throws `invalid-request` for any other text, and for a path that is gone. */
export async function positionAt(
  db: Reader,
  column: OwnColumn,
  text: string,
): Promise<SharePosition> {
  if (column === 'path') {
    const path = await pathOfShare(db, text);
    if (path === undefined) throw unknownPosition();
    return { key: path, hash: text };
  }
  const [key, hash] = parsed(ByNumber, text);
  return { key, hash };
}

/** Reads a position in a list by owners. Throws `invalid-request` for any other text. */
export function ownedPositionIn(text: string): OwnedPosition {
  const [username, userId, expire, hash] = parsed(ByOwner, text);
  return { username, userId, expire, hash };
}

function parsed<Position>(shape: z.ZodType<Position>, text: string): Position {
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    throw unknownPosition();
  }
}
