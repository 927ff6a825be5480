import type { TreePath } from '#contract/paths.ts';
import { homeOfScope } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';

/** Returns the folder of a scope, from the served root. Throws `invalid-request` for an invalid path, including dot segments. */
export function requireHome(scope: string): TreePath {
  const home = homeOfScope(scope);
  if (home === undefined)
    throw new AppError('invalid-request', 'scope: not a valid path', {
      refusal: { code: 'bad-path' },
    });
  return home;
}
