import { parseTreePath, type TreePath } from '#contract/paths.ts';
import { AppError } from '../../errors.ts';
import type { Progress, Task } from '../../lib/serve-tasks.ts';
import { badSelectedPath } from '../../storage/driver-errors.ts';

/** Names or relative paths that were selected in a folder, as plain data. */
export interface ReadSelection {
  /** The path as the user of the request sees it, from their scope. */
  readonly folder: TreePath;
  /** Joined by NUL. */
  readonly names: string;
}

/** Number of names that are checked before other tasks get a turn. */
const STEP = 1_000;

/**
 * Parses the body of POST /api/selections (contract/archives.ts). It may be long, so this runs in a worker thread. Throws
 * `invalid-request`, or `invalid-path` for a name that is not valid.
 */
export function* readSelection(body: Uint8Array, progress: Progress): Task<ReadSelection> {
  const { folder, names } = shapeOf(parse(body));
  const path = parseTreePath(folder);
  if (path === undefined) throw badSelectedPath();
  for (const [index, name] of names.entries()) {
    if (typeof name !== 'string' || !isRelativePath(name)) {
      throw new AppError('invalid-path', 'not an acceptable name');
    }
    if (index % STEP === 0) yield undefined;
  }
  progress.entries = names.length;
  return { folder: path, names: names.join('\0') };
}

/** Returns whether the text is a name, or a relative path of names. */
function isRelativePath(name: string): boolean {
  return name !== '' && parseTreePath(`/${name}`) === `/${name}`;
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch (cause) {
    throw new AppError('invalid-request', 'the body is not JSON', { cause });
  }
}

function shapeOf(value: unknown): { readonly folder: string; readonly names: readonly unknown[] } {
  if (typeof value === 'object' && value !== null && 'folder' in value && 'names' in value) {
    const { folder, names } = value;
    if (typeof folder === 'string' && Array.isArray(names) && names.length > 0) {
      return { folder, names };
    }
  }
  throw new AppError('invalid-request', 'a folder and at least one name are needed');
}
