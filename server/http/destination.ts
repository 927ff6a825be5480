import { parseTreePath, type TreePath } from '#contract/paths.ts';
import { AppError } from '../errors.ts';

/**
 * Returns the destination of an operation from the text of its parameter, decoded a second time, with plus signs as spaces
 * (compatibility.md 3.11).
 */
export function parseDestination(text: string): TreePath {
  const path = parseTreePath(decoded(text));
  if (path !== undefined) return path;
  throw new AppError('invalid-path', 'not an acceptable destination', {
    refusal: { code: 'bad-path' },
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw new AppError(
      'invalid-path',
      'the destination contains a "%" that begins no valid percent-encoding',
      { cause, refusal: { code: 'bad-path' } },
    );
  }
}
