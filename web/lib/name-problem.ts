import { MAX_NAME_BYTES } from '#contract/paths.ts';

export type NameProblem = 'has-slash' | 'reserved' | 'has-null' | 'too-long' | 'taken';

const utf8 = new TextEncoder();

/** Validates a name. `taken` contains the existing names in the folder. */
export function problemOf(name: string, taken: ReadonlySet<string>): NameProblem | undefined {
  if (name.includes('/')) return 'has-slash';
  if (name === '.' || name === '..') return 'reserved';
  if (name.includes('\0')) return 'has-null';
  if (utf8.encode(name).length > MAX_NAME_BYTES) return 'too-long';
  return taken.has(name) ? 'taken' : undefined;
}

/** Message key of each problem. */
export const PROBLEM_TEXT = {
  'has-slash': 'prompts.nameHasSlash',
  'has-null': 'prompts.nameInvalid',
  reserved: 'prompts.nameReserved',
  'too-long': 'prompts.nameTooLong',
  taken: 'errors.alreadyExists',
} as const;
