import { childPath, type TreePath } from '#contract/paths.ts';
import { AppError } from '../../errors.ts';
import { requireHome } from './require-home.ts';

const NO_FOLDER_NAMES = new Set(['', '-', '.']);

/** Returns the home for a user name: `base` and the characters of the name that are valid in a folder name everywhere. */
export function derivedHome(base: string, username: string): TreePath {
  const name = folderNameOf(username);
  const home = NO_FOLDER_NAMES.has(name) ? undefined : childPath(requireHome(base), name);
  if (home === undefined) {
    throw new AppError('invalid-request', 'username: no home can be derived from this name', {
      refusal: { code: 'no-home-of-name' },
    });
  }
  return home;
}

/** As in File Browser 2 (compatibility.md 7.6), so that the homes it created are found. */
function folderNameOf(username: string): string {
  return username
    .trim()
    .replaceAll('..', '')
    .replaceAll(/[^\d@A-Z_a-z.-]/gu, '-')
    .replaceAll(/-+/g, '-');
}
