import { childPath, type TreePath } from '#contract/paths.ts';
import { AppError } from '../../errors.ts';
import { requireHome } from './home-of-scope.ts';

const NO_FOLDER_NAMES = new Set(['', '-', '.']);

/** The home that belongs to a name: `base` and what of the name can be that of a folder anywhere. */
export function derivedHome(base: string, username: string): TreePath {
  const name = folderNameOf(username);
  const home = NO_FOLDER_NAMES.has(name) ? undefined : childPath(requireHome(base), name);
  if (home === undefined) {
    throw new AppError('invalid-request', 'username: no home can be made of this name', {
      refusal: { code: 'no-home-of-name' },
    });
  }
  return home;
}

/** As the predecessor did it (compatibility.md 7.6): the homes it made are found again. */
function folderNameOf(username: string): string {
  return username
    .trim()
    .replaceAll('..', '')
    .replaceAll(/[^\d@A-Z_a-z.-]/gu, '-')
    .replaceAll(/-+/g, '-');
}
