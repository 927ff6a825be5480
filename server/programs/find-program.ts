import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { posix } from 'node:path';

export type FoundProgram =
  | {
      readonly kind: 'found';
      /** Absolute path. */
      readonly program: string;
    }
  | { readonly kind: 'missing' }
  /** The file is not a program, or may not be executed. */
  | { readonly kind: 'not-executable' };

const MISSING: FoundProgram = { kind: 'missing' };

/**
 * Finds a program. An absolute path is used as it is; a name without a slash is searched for in the folders of `searchPath`.
 * Relative paths are not accepted.
 */
export async function findProgram(
  name: string,
  searchPath: readonly string[],
): Promise<FoundProgram> {
  if (name === '' || name.includes('\0')) return MISSING;
  if (name.startsWith('/')) return name.split('/').includes('..') ? MISSING : checkProgram(name);
  if (name.includes('/')) return MISSING;
  for (const folder of searchPath) {
    const found = await checkProgram(posix.join(folder, name));
    if (found.kind === 'found') return found;
  }
  return MISSING;
}

async function checkProgram(program: string): Promise<FoundProgram> {
  try {
    if (!(await stat(program)).isFile()) return { kind: 'not-executable' };
  } catch (error) {
    return isForbidden(error) ? { kind: 'not-executable' } : MISSING;
  }
  try {
    await access(program, constants.X_OK);
    return { kind: 'found', program };
  } catch {
    return { kind: 'not-executable' };
  }
}

function isForbidden(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EACCES';
}
