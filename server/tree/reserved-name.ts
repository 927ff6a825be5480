import { segmentsOf, type TreePath } from '#contract/paths.ts';
import { isTemporaryName } from '#contract/temporary-names.ts';
import { AppError } from '../errors.ts';

/**
 * Throws `invalid-path` for a destination with a name of temporary files or of the trash. Depends on the text of the path alone, so that the
 * reply reveals nothing about what exists.
 */
export function requireNotReserved(destination: TreePath): void {
  if (segmentsOf(destination).some(isTemporaryName))
    throw new AppError('invalid-path', 'the name is reserved', {
      refusal: { code: 'reserved-name' },
    });
}
