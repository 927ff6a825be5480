import { parseTreePath, type TreePath } from '#contract/paths.ts';
import { AppError } from '../errors.ts';

/** Returns the destination of an operation from the text of its parameter, decoded a second time (compatibility.md 3.11). */
export function parseDestination(text: string): TreePath {
  const path = parseTreePath(decoded(text));
  if (path !== undefined) return path;
  throw new AppError('invalid-path', 'not an acceptable destination', {
    refusal: { code: 'bad-path' },
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new AppError('invalid-path', 'the destination is not percent-encoded', { cause });
  }
}
