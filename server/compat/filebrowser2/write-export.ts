import { open } from 'node:fs/promises';
import { StartupError } from '../../lib/startup-error.ts';
import { yamlKeyOf } from './yaml-keys.ts';

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
