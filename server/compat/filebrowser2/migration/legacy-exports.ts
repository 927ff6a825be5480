import { z } from 'zod';
import { StartupError } from '../../../lib/startup-error.ts';
import type { LegacyConfig, LegacyDatabase, LegacyRecord } from './legacy-database.ts';

/** Contents of a file, with the keys of JSON exports. */
export interface LegacyExportFile {
  readonly path: string;
  readonly content: unknown;
}

const ConfigExport = z.looseObject({
  settings: z.unknown(),
  server: z.unknown(),
  auther: z.unknown().default({}),
});
const Named = z.looseObject({ username: z.unknown() });

/** Combines the files of `config export` and `users export` (compatibility.md 9.4). They contain no shares. */
export function databaseFromExports(exports: readonly LegacyExportFile[]): LegacyDatabase {
  const configs = exports.flatMap((each) => configIn(each) ?? []);
  const lists = exports.filter(({ content }) => Array.isArray(content));
  const [config, secondConfig] = configs;
  const [list, secondList] = lists;
  if (secondConfig !== undefined || secondList !== undefined) {
    throw new StartupError(
      'at most one export of settings and one of users can be imported together',
    );
  }
  const unknown = exports.find((each) => configIn(each) === undefined && !lists.includes(each));
  if (unknown !== undefined) {
    throw new StartupError(
      `${unknown.path} is neither an export of settings (config export) nor of users (users export)`,
    );
  }
  const users = list === undefined ? [] : recordsOf(list);
  return { config, users, shares: [], lastUserId: 0, lostTransaction: false };
}

/** Returns the settings in a file. Throws a StartupError for other files. */
export function readConfigExport(file: LegacyExportFile): LegacyConfig {
  const config = configIn(file);
  if (config !== undefined) return config;
  throw new StartupError(
    `${file.path} is not an export of settings (config export): it has to contain settings and server`,
  );
}

function configIn({ path, content }: LegacyExportFile): LegacyConfig | undefined {
  const parsed = ConfigExport.safeParse(content);
  if (!parsed.success) return undefined;
  const { settings, server, auther } = parsed.data;
  if (settings === undefined || server === undefined) return undefined;
  return {
    settings: { name: `${path}: settings`, content: settings },
    server: { name: `${path}: server`, content: server },
    auther: { name: `${path}: auther`, content: auther },
  };
}

function recordsOf({ path, content }: LegacyExportFile): LegacyRecord[] {
  return z
    .array(z.unknown())
    .parse(content)
    .map((user, index) => ({ name: `${path}: ${nameOf(user, index)}`, content: user }));
}

function nameOf(user: unknown, index: number): string {
  const { data } = Named.safeParse(user);
  return typeof data?.username === 'string' ? `user ${data.username}` : `user ${index + 1}`;
}
