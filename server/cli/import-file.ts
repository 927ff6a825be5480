import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { parseText } from '../config/config-file.ts';
import { StartupError } from '../lib/startup-error.ts';

/**
 * Reads an export of this program or of the predecessor. YAML exports of the latter write the keys in
 * lower case; they come out as JSON exports have them.
 */
export async function readImport<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`${path} cannot be read (${error.code})`, { cause: error });
  });
  const result = schema.safeParse(withJsonKeys(await parseText(path, text)));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue?.path.join('.') ?? '';
  throw new StartupError(`${path}: ${place === '' ? '' : `${place}: `}${issue?.message}`);
}

const JSON_KEYS = [
  'hideLoginButton',
  'createUserDir',
  'userHomeBasePath',
  'authMethod',
  'logoutPage',
  'minimumPasswordLength',
  'fileMode',
  'dirMode',
  'viewMode',
  'singleClick',
  'redirectAfterCopyMove',
  'hideDotfiles',
  'dateFormat',
  'aceEditorTheme',
  'lockPassword',
  'chunkSize',
  'retryCount',
  'disableExternal',
  'disableUsedPercentage',
  'baseURL',
  'tlsKey',
  'tlsCert',
  'enableThumbnails',
  'resizePreview',
  'enableExec',
  'typeDetectionByHeader',
  'tokenExpirationTime',
  'followExternalSymlinks',
];
const jsonKeyOf = new Map(JSON_KEYS.map((key) => [key.toLowerCase(), key]));

/** Null means absent here: both formats write it for lists that were never made. */
function withJsonKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withJsonKeys);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(
    entries.map(([key, inner]) => [jsonKeyOf.get(key) ?? key, withJsonKeys(inner)]),
  );
}
