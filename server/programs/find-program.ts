import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { posix } from 'node:path';

export type FoundProgram =
  | {
      readonly kind: 'found';
      /** An absolute path. */
      readonly program: string;
    }
  | { readonly kind: 'missing' }
  /** Something is there that is no program, or that we may not run. */
  | { readonly kind: 'not-executable' };

const MISSING: FoundProgram = { kind: 'missing' };

/**
 * Where the program of that name is: an absolute path is taken as it is, a name without a slash is looked for in the folders in
 * their order. Anything else, such as a path that counts from where we happen to be, is no program.
 */
export async function findProgram(
  name: string,
  searchPath: readonly string[],
): Promise<FoundProgram> {
  if (name === '' || name.includes('\0')) return MISSING;
  if (name.startsWith('/')) return name.split('/').includes('..') ? MISSING : lookAt(name);
  if (name.includes('/')) return MISSING;
  for (const folder of searchPath) {
    const found = await lookAt(posix.join(folder, name));
    if (found.kind === 'found') return found;
  }
  return MISSING;
}

async function lookAt(program: string): Promise<FoundProgram> {
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
