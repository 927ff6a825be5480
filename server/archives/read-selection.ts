import { parseTreePath, type TreePath } from '#contract/paths.ts';
import { AppError } from '../errors.ts';
import type { Progress, Task } from '../lib/serve-tasks.ts';

/** Names that were chosen in a folder; plain data. */
export interface ReadSelection {
  /** As its owner sees it. */
  readonly folder: TreePath;
  /** Joined by NUL. */
  readonly names: string;
}

/** So many names are looked at before others have their turn. */
const STEP = 1_000;

/**
 * Reads the body of POST /api/selections (contract/archives.ts), off the main thread because it may be long. Throws
 * `invalid-request`, or `invalid-path` for what is no name.
 */
export function* readSelection(body: Uint8Array, progress: Progress): Task<ReadSelection> {
  const { folder, names } = shapeOf(parse(body));
  const path = parseTreePath(folder);
  if (path === undefined) throw new AppError('invalid-path', 'not an acceptable path');
  for (const [index, name] of names.entries()) {
    if (typeof name !== 'string' || !isWay(name)) {
      throw new AppError('invalid-path', 'not an acceptable name');
    }
    if (index % STEP === 0) yield undefined;
  }
  progress.entries = names.length;
  return { folder: path, names: names.join('\0') };
}

/** A name, or a way down to something deeper. */
function isWay(name: string): boolean {
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
