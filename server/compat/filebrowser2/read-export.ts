import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { parseText } from '../../config/config-file.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { jsonKeyOf } from './yaml-keys.ts';

/**
 * Reads an export of this program or of the predecessor. YAML exports of the latter write the keys in
 * lower case; they come out as JSON exports have them. Without an `ending`, that of the path tells the format.
 */
export async function readImport<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  ending?: string,
): Promise<z.output<Schema>> {
  const text = await readText(path);
  const result = schema.safeParse(withJsonKeys(await parseText(path, text, ending)));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue?.path.join('.') ?? '';
  throw new StartupError(`${path}: ${place === '' ? '' : `${place}: `}${issue?.message}`);
}

/** One that cannot be read is a StartupError. */
export async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`${path} cannot be read (${error.code})`, { cause: error });
  });
}

/** Null means absent here: both formats write it for lists that were never made. */
function withJsonKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withJsonKeys);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    const jsonKey = jsonKeyOf(key);
    return inner === null || jsonKey === undefined ? [] : [[jsonKey, withJsonKeys(inner)]];
  });
  return Object.fromEntries(entries);
}
