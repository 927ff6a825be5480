import { isTemporaryName, TRASH_NAME } from '#contract/temporary-names.ts';
import { MAX_NAME_BYTES } from '#contract/paths.ts';
import { AppError } from '../errors.ts';
import { notFound } from './driver-errors.ts';

/** Requires one valid segment of a TreePath that is not a temporary name. */
export function requireName(name: string): void {
  requireEntryName(name);
  if (isTemporaryName(name)) throw unusable();
}

/** Requires one valid segment of a TreePath, which may be a temporary name. */
export function requireEntryName(name: string): void {
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) {
    throw new AppError('invalid-path', 'the name is too long', {
      refusal: { code: 'name-too-long' },
    });
  }
  const isDots = name === '.' || name === '..';
  if (name === '' || isDots || /[/\0]/u.test(name) || !name.isWellFormed()) throw unusable();
}

/** Throws `not-found` for a temporary name. */
export function requireVisible(name: string): void {
  if (isTemporaryName(name)) throw notFound();
}

/** Throws `not-found` if a name of a path is temporary. Allows one trash folder, which has a temporary name but holds items with paths. */
export function refuseTemporary(names: readonly string[]): void {
  const hidden = names.filter(isTemporaryName);
  if (hidden.length > 1 || (hidden.length === 1 && hidden[0] !== TRASH_NAME)) throw notFound();
}

/** Requires the name of a temporary file, as only the server creates it. */
export function requireTemporaryName(name: string): void {
  if (!isTemporaryName(name) || name.includes('/')) {
    throw new AppError('invalid-path', 'this is not the name of an unfinished file');
  }
}

function unusable(): AppError {
  return new AppError('invalid-path', 'the name cannot be used', { refusal: { code: 'bad-name' } });
}
