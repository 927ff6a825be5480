import { extname } from 'node:path';
import { z } from 'zod';
import { isBoltFile } from '../bolt/is-bolt-file.ts';
import { StartupError } from '../../../lib/startup-error.ts';
import type { MigrationSource } from '../../../metadata/setting-documents.ts';
import { type LegacyDatabase, readLegacyDatabase } from './legacy-database.ts';
import { databaseFromExports } from './legacy-exports.ts';
import { readImport } from '../export-files.ts';
import { fingerprintOf, isSameFingerprint } from './file-fingerprint.ts';

const EXPORTS = new Set(['.json', '.yaml', '.yml']);

/** The data to migrate. */
export interface Source {
  readonly old: LegacyDatabase;
  /** Fingerprint of the database while it was read; undefined for exports. */
  readonly from: Omit<MigrationSource, 'at'> | undefined;
}

/** Reads a database, or exports of one. */
export async function readSource(paths: readonly string[]): Promise<Source> {
  const [path = ''] = paths;
  const isExport = (each: string) => EXPORTS.has(extname(each)) && !isBoltFile(each);
  if (paths.every(isExport)) return { old: await readExports(paths), from: undefined };
  if (paths.length === 1) return readDatabase(path);
  throw new StartupError('only exports can be imported together; import a database alone');
}

async function readExports(paths: readonly string[]): Promise<LegacyDatabase> {
  const exports = [];
  for (const path of paths) exports.push({ path, content: await readImport(path, z.unknown()) });
  return databaseFromExports(exports);
}

/** Reads a database, and throws if it was changed in the meantime. */
export function readDatabase(path: string): Source {
  const before = fingerprintOf(path);
  const old = readLegacyDatabase(path);
  if (isSameFingerprint(before, fingerprintOf(path))) return { old, from: before };
  throw new StartupError(
    `${path} was written to while it was read; stop the program that uses it first`,
  );
}
