import { ROOT, type TreePath } from '#contract/paths.ts';
import type { SearchHit } from '#contract/search.ts';
import { pathBelow } from '../../policy/walk-filter.ts';
import type { ListingRow } from './listing-row.ts';
import type { SearchTask } from '../tree-search.ts';
import { rowText } from './row-text.ts';

/** Returns a hit as JSON (compatibility.md 5.5). `below` is its path below the searched folder; `dir` is true for a folder. */
export function hitText(
  { shownAs }: Pick<SearchTask, 'shownAs'>,
  below: string,
  dir: boolean,
): string {
  const shown = pathBelow(shownAs, below);
  const url = `/files${encodePath(shown)}${dir ? '/' : ''}`;
  return JSON.stringify({ dir, path: below, url } satisfies SearchHit);
}

/** Returns a hit with the data of a listing. `folder` is the path of its folder below the searched one. */
export function hitWithEntry(
  task: Pick<SearchTask, 'shownAs'>,
  folder: string,
  entry: ListingRow,
): string {
  // A symlink is a hit itself, whatever its target.
  const dir = !entry.isSymlink && entry.stat.kind === 'folder';
  const hit = hitText(task, belowFolder(folder, entry.name), dir);
  const base = baseOf(pathBelow(task.shownAs, folder));
  return `${hit.slice(0, -1)},"entry":${rowText(entry, base, [])}}`;
}

/** Returns the path of an entry below the start of a walk, from that of its folder ('' for the start itself). */
export function belowFolder(below: string, name: string): string {
  return below === '' ? name : `${below}/${name}`;
}

/** Returns the prefix that makes a name in the folder a path. */
export function baseOf(folder: TreePath): string {
  return folder === ROOT ? '/' : `${folder}/`;
}

/** Matches paths without characters that need encoding, which most are: testing is faster than encoding. */
const PLAIN = /^[\w./~-]*$/;

function encodePath(path: string): string {
  return PLAIN.test(path) ? path : path.split('/').map(encodeURIComponent).join('/');
}
