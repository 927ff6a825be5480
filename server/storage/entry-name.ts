import { isTemporaryName, TRASH_NAME } from '#contract/temporary-names.ts';
import { MAX_NAME_BYTES } from '#contract/paths.ts';
import { AppError } from '../errors.ts';
import { notFound } from './driver-errors.ts';

/** Requires one valid segment of a TreePath that is not a temporary name. */
export function requireName(name: string): void {
  requireEntryName(name);
  if (isTemporaryName(name)) throw unusable();
}

/** Accepts temporary names too. */
export function requireEntryName(name: string): void {
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) {
    throw new AppError('invalid-path', 'the name is too long', {
      refusal: { code: 'name-too-long' },
    });
  }
  const isDots = name === '.' || name === '..';
  if (name === '' || isDots || /[/\0]/u.test(name) || !name.isWellFormed()) throw unusable();
}

export function requireVisible(name: string): void {
  if (isTemporaryName(name)) throw notFound();
}

/** Throws `not-found` for the names of a path with a temporary one. A trash folder is not temporary, but holds no other. */
export function refuseTemporary(names: readonly string[]): void {
  const hidden = names.filter(isTemporaryName);
  if (hidden.length > 1 || (hidden.length === 1 && hidden[0] !== TRASH_NAME)) throw notFound();
}

export function requireTemporaryName(name: string): void {
  if (!isTemporaryName(name) || name.includes('/')) {
    throw new AppError('invalid-path', 'this is not the name of an unfinished file');
  }
}

function unusable(): AppError {
  return new AppError('invalid-path', 'the name cannot be used', { refusal: { code: 'bad-name' } });
}
