import { nameParts } from '../../lib/name-parts.ts';
import { filesAddress } from '../../lib/path-codec.ts';

/** Maximum numbers of segments. */
const MAX_SHOWN = { plenty: 3, little: 2 };

export interface Crumb {
  /** Display name, with invisible characters replaced by symbols. */
  readonly name: string;
  readonly address: string;
  /** Path of the folder, in the form that entries use. */
  readonly path: string;
}

/** Returns the segments of `path` below home, split into collapsed and visible ones. */
export function crumbsOf(
  path: string,
  room: 'plenty' | 'little' = 'plenty',
): { hidden: readonly Crumb[]; shown: readonly Crumb[] } {
  const names = path.split('/').filter((name) => name !== '');
  const crumbs = names.map((name, index) => ({
    path: `/${names.slice(0, index + 1).join('/')}`,
    name: nameParts(name)
      .map(({ text }) => text)
      .join(''),
    address: filesAddress(`/${names.slice(0, index + 1).join('/')}/`),
  }));
  const cut = Math.max(0, crumbs.length - MAX_SHOWN[room]);
  return { hidden: crumbs.slice(0, cut), shown: crumbs.slice(cut) };
}
