import { readFile, open } from 'node:fs/promises';
import type { z } from 'zod';
import { parseText } from '../../config/config-file.ts';
import { StartupError } from '../../lib/startup-error.ts';

/**
 * Reads an export of this program or of File Browser 2. Converts the lower-case keys of its YAML exports to those of
 * JSON exports. Without an `ending`, that of the path determines the format.
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
  const key = issue?.path.join('.') ?? '';
  throw new StartupError(`${path}: ${key === '' ? '' : `${key}: `}${issue?.message}`);
}

/** Throws a StartupError for an unreadable file. */
export async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`${path} cannot be read (${error.code})`, { cause: error });
  });
}

/** Removes null, which both formats contain for lists that were never created. */
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

/** Returns the format of an export. Throws a StartupError for an unknown ending. */
export function exportFormatOf(path: string): 'json' | 'yaml' {
  if (path.toLowerCase().endsWith('.json')) return 'json';
  if (/\.ya?ml$/i.test(path)) return 'yaml';
  throw new StartupError(`${path} has to end in .json, .yml or .yaml`);
}

/**
 * Writes an export in the format of File Browser 2, and replaces an existing file. Only the owner can read it,
 * because it contains hashes or keys.
 */
export async function writeExport(path: string, document: unknown): Promise<void> {
  const text = await textOf(exportFormatOf(path), document);
  await writePrivately(path, text).catch((cause: NodeJS.ErrnoException) => {
    throw new StartupError(`${path} cannot be written (${cause.code})`, { cause });
  });
}

/** Restricts the mode of an existing file, which others may be able to read, before anything is written. */
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

/**
 * YAML exports of File Browser 2 have the names of its fields in lower case (compatibility.md 9.4), one of them
 * shortened.
 */
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
  'trashRetention',
  'trashLimit',
  'versionLimit',
  'versionRetention',
  'foldersWithoutVersions',
];

/** Key of a value that File Browser 2 determines at each start. Stored values have no effect. */
const IGNORED_YAML_KEY = 'caseinsensitivefs';

const jsonKeys = new Map(JSON_KEYS.map((key) => [yamlKeyOf(key), key]));

export function yamlKeyOf(jsonKey: string): string {
  return SHORTENED[jsonKey] ?? jsonKey.toLowerCase();
}

/** Returns the key of JSON exports: the same one if it has no other spelling, undefined if JSON exports lack it. */
export function jsonKeyOf(yamlKey: string): string | undefined {
  if (yamlKey === IGNORED_YAML_KEY) return undefined;
  return jsonKeys.get(yamlKey) ?? yamlKey;
}
