import type { TreePath } from '#contract/paths.ts';
import { homeOfScope } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';

/** The folder a scope means, counted from the served root. Dot segments are refused, never resolved. */
export function requireHome(scope: string): TreePath {
  const home = homeOfScope(scope);
  if (home === undefined)
    throw new AppError('invalid-request', 'scope: not an acceptable path', {
      refusal: { code: 'bad-path' },
    });
  return home;
}
