import { nameParts } from '../../lib/name-parts.ts';
import { filesAddress } from '../../lib/path-codec.ts';

const MOST_SHOWN = 3;
/** In the hand there is room for one name and the one before it, or for "…" and one name. */
const MOST_SHOWN_IN_HAND = 2;

export interface Crumb {
  /** With signs for characters that nobody would see. */
  readonly name: string;
  readonly address: string;
  /** Of the folder, as entries have it. */
  readonly path: string;
}

/** The way to `path` below home, its last steps apart from what comes before them. */
export function crumbsOf(
  path: string,
  room: 'plenty' | 'hand' = 'plenty',
): { hidden: readonly Crumb[]; shown: readonly Crumb[] } {
  const names = path.split('/').filter((name) => name !== '');
  const crumbs = names.map((name, index) => ({
    path: `/${names.slice(0, index + 1).join('/')}`,
    name: nameParts(name)
      .map(({ text }) => text)
      .join(''),
    address: filesAddress(`/${names.slice(0, index + 1).join('/')}/`),
  }));
  const cut = room === 'hand' ? cutInHand(crumbs.length) : Math.max(0, crumbs.length - MOST_SHOWN);
  return { hidden: crumbs.slice(0, cut), shown: crumbs.slice(cut) };
}

function cutInHand(count: number): number {
  return count > MOST_SHOWN_IN_HAND ? count - 1 : 0;
}
