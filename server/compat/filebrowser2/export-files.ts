import { readFile, open } from 'node:fs/promises';
import type { z } from 'zod';
import { parseText } from '../../config/config-file.ts';
import { StartupError } from '../../lib/startup-error.ts';

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

const ONLY_OWNER = 0o600;

/** Which format an export has; any other ending is a StartupError. */
export function exportFormatOf(path: string): 'json' | 'yaml' {
  if (path.toLowerCase().endsWith('.json')) return 'json';
  if (/\.ya?ml$/i.test(path)) return 'yaml';
  throw new StartupError(`${path} has to end in .json, .yml or .yaml`);
}

/**
 * Writes an export in the predecessor's form, over one that is there. It holds hashes or keys, so nobody but its owner can
 * read it.
 */
export async function writeExport(path: string, document: unknown): Promise<void> {
  const text = await textOf(exportFormatOf(path), document);
  await writePrivately(path, text).catch((cause: NodeJS.ErrnoException) => {
    throw new StartupError(`${path} cannot be written (${cause.code})`, { cause });
  });
}

/** One that is there may have been open to everybody: it is narrowed before anything is in it. */
async function writePrivately(path: string, text: string): Promise<void> {
  const file = await open(path, 'a', ONLY_OWNER);
  try {
    await file.chmod(ONLY_OWNER);
    await file.truncate();
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}

async function textOf(format: 'json' | 'yaml', document: unknown): Promise<string> {
  if (format === 'json') return `${JSON.stringify(document, null, 4)}\n`;
  const { stringify } = await import('yaml');
  return stringify(withYamlKeys(document), { indent: 4, lineWidth: 0 });
}

function withYamlKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withYamlKeys);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [yamlKeyOf(key), withYamlKeys(inner)]),
  );
}

/** YAML exports of the predecessor have the names of its fields in lower case (compatibility.md 9.4), one of them shortened. */
const SHORTENED: Readonly<Record<string, string>> = {
  imageResolutionCalculation: 'imageresolutioncal',
};

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
  'imageResolutionCalculation',
  'authHook',
  'tokenExpirationTime',
  'followExternalSymlinks',
  'trustedProxies',
  'allowedOrigins',
  'allowRemoteNoauth',
  'sessionMaxAge',
  'uploadExpiry',
  'shareRecordExpiry',
  'requireCurrentPassword',
  'allowShell',
  'commandSandbox',
  'commandNetwork',
  'commandPath',
  'commandTimeLimit',
  'commandOutputLimit',
  'commandProcessLimit',
  'commandsAtOnce',
  'commandRecordExpiry',
  'accessLog',
  'auditRecordExpiry',
  'auditDownloads',
];

/** Found out by the predecessor at each start, and written for nothing. */
const MEANS_NOTHING = 'caseinsensitivefs';

const jsonKeys = new Map(JSON_KEYS.map((key) => [yamlKeyOf(key), key]));

export function yamlKeyOf(jsonKey: string): string {
  return SHORTENED[jsonKey] ?? jsonKey.toLowerCase();
}

/** A key that nobody writes in another way stays as it is; undefined for one that JSON exports do not have. */
export function jsonKeyOf(yamlKey: string): string | undefined {
  if (yamlKey === MEANS_NOTHING) return undefined;
  return jsonKeys.get(yamlKey) ?? yamlKey;
}
