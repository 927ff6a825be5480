import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../testing/engines.ts';

/** The content of a recorded database. */
export interface LegacyContents {
  readonly bolt: { readonly next_user_id: number };
  readonly users: readonly {
    readonly id: number;
    readonly username: string;
    readonly plain_password: string | null;
  }[];
  readonly shares: readonly LegacyLink[];
  readonly records: {
    readonly config: Readonly<Record<'settings' | 'server' | 'auther', Fields>>;
    readonly User?: Readonly<Record<string, Fields>>;
    readonly Link?: Readonly<Record<string, Fields>>;
  };
}

export interface LegacyLink {
  readonly hash: string;
  readonly path: string;
  readonly owner: string;
  readonly expire: number;
  readonly plain_password: string | null;
  readonly state: string;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Folder of the databases and their exports; its README describes them. */
const FOLDER = join(import.meta.dirname, '../../../acceptance/recordings/databases');

const ENDING = '.db';

/** Names of the recorded databases, which begin with the version of File Browser 2 that wrote them. */
export const LEGACY_DATABASES: readonly string[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith(ENDING))
  .map((name) => name.slice(0, -ENDING.length));

export function legacyDatabase(name: string): Buffer {
  return readFileSync(join(FOLDER, `${name}${ENDING}`));
}

/** Returns what the database contains: users with plain passwords, shares and every record. */
export function answerOf(name: string): LegacyContents {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as LegacyContents;
}

const EXPORTS = ['config.json', 'config.yaml', 'users.json', 'users.yaml'] as const;

/** The output of `config export` and `users export`, by the version that wrote the database, in both formats. */
export type LegacyExports = Readonly<Record<(typeof EXPORTS)[number], string>>;

export function exportsOf(name: string): LegacyExports {
  const text = (file: string) => readFileSync(join(FOLDER, `${name}.${file}`), 'utf8');
  const entries = EXPORTS.map((file) => [file, text(file)] as const);
  return Object.fromEntries(entries) as LegacyExports;
}

/** Creates a folder with a database of File Browser 2. */
export function legacyFolder(name: string): { readonly folder: string; readonly old: string } {
  const folder = temporaryFolder();
  const old = join(folder, 'filebrowser.db');
  writeFileSync(old, legacyDatabase(name));
  return { folder, old };
}

/** Returns everything that changes when a program writes to a file. */
export function stateOf(path: string): unknown[] {
  const { mtimeMs, ctimeMs } = statSync(path);
  return [mtimeMs, ctimeMs, createHash('sha256').update(readFileSync(path)).digest('hex')];
}
