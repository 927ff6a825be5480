import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** What is known of a database: who is in it, and every record. */
export interface OldAnswer {
  readonly bolt: { readonly next_user_id: number };
  readonly users: readonly {
    readonly id: number;
    readonly username: string;
    readonly plain_password: string | null;
  }[];
  readonly shares: readonly OldLink[];
  readonly records: {
    readonly config: Readonly<Record<'settings' | 'server' | 'auther', Fields>>;
    readonly User?: Readonly<Record<string, Fields>>;
    readonly Link?: Readonly<Record<string, Fields>>;
  };
}

export interface OldLink {
  readonly hash: string;
  readonly path: string;
  readonly owner: string;
  readonly expire: number;
  readonly plain_password: string | null;
  readonly state: string;
}

export type Fields = Readonly<Record<string, unknown>>;

const ENDING = '.db.gz';

/** Names of databases that File Browser 2 has written, by its versions. */
export const OLD_DATABASES: readonly string[] = readdirSync(new URL('.', import.meta.url))
  .filter((name) => name.endsWith(ENDING))
  .map((name) => name.slice(0, -ENDING.length));

export function oldDatabase(name: string): Buffer {
  return unpacked(`${name}${ENDING}`);
}

export function answerOf(name: string): OldAnswer {
  return JSON.parse(unpacked(`${name}.json.gz`).toString()) as OldAnswer;
}

/** What a version has written about its own database with `config export` and `users export`, in both formats. */
export type OldExports = Readonly<
  Record<'config.json' | 'config.yaml' | 'users.json' | 'users.yaml', string>
>;

export function exportsOf(name: string): OldExports {
  const all = JSON.parse(unpacked('exports.json.gz').toString()) as Record<string, OldExports>;
  const found = all[name];
  if (found === undefined) throw new Error(`there are no exports of ${name}`);
  return found;
}

function unpacked(file: string): Buffer {
  return gunzipSync(readFileSync(new URL(`./${file}`, import.meta.url)));
}
