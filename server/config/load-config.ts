import { RETENTION_NAMES } from '#contract/settings.ts';
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { openCacheFolder } from './cache-folder.ts';
import type { BucketConfig, Config, LogConfig, TrustConfig } from './config.ts';
import { configOf } from './config-of.ts';
import { protectedPaths } from './protected-paths.ts';
import { readListening } from './read-listening.ts';
import type { OuterSources } from './read-outer-sources.ts';
import { readValues } from './read-values.ts';
import { openDefaultRoot, openRoot, openStoreFolder } from './root-folder.ts';
import { formatStoreLocation } from './setting-types.ts';
import type { SettingValues } from './settings.ts';
import { fromStored, type GivenValues, merged } from './sources.ts';

/** Settings in the database. A new database has none. */
export interface StoredSettings {
  /** The server record, with the keys of compatibility.md 9.4. */
  readonly server: Readonly<Record<string, unknown>>;
  /** The auth method. Replaces `noauth`, which is only used with a new database. */
  readonly authMethod: string | undefined;
  /** Real path of the folder that was served before; undefined before the first start. */
  readonly servedRoot?: string | undefined;
}

/** `start` creates missing folders and refuses a missing root; `inspect` changes nothing. */
export type LoadMode = 'start' | 'inspect';

/** Second step, when the database is open: returns the whole configuration, including the stored settings. */
export async function loadConfig(
  outer: OuterSources,
  stored: StoredSettings,
  mode: LoadMode = 'start',
): Promise<{ config: Config; warnings: readonly string[] }> {
  const given = merged(outer.given, fromStored(stored.server));
  const { values, warnings } = readValues(given);
  const inFolder = (path: string) => resolve(outer.workingFolder, path);

  const listen = readListening(given, outer.workingFolder, stored.authMethod);
  const { database } = outer;
  const log = logConfig(values.log, inFolder);
  const storage = values.storage === undefined ? 'folder' : 'managed';
  const root = await (mode === 'start' ? rootToServe : rootToInspect)(values, {
    given,
    inFolder,
    served: stored.servedRoot,
  });
  const cache = await openCacheFolder(values.cacheDir, { root, inFolder, mode });

  const config = configOf(values, {
    listen,
    database,
    storage,
    root,
    bucket: bucketOf(values),
    log,
    protectedPaths: await protectedPaths({
      database,
      listen,
      log,
      configPaths: outer.configPaths,
    }),
    fixedSettings: RETENTION_NAMES.filter((name) => outer.given.has(name)),
    cacheDir: cache.folder,
    programEnvironment: outer.programEnvironment,
    editorTheme: outer.editorTheme,
  });
  const unused = cache.warning === undefined ? [] : [cache.warning];
  return {
    config,
    warnings: [
      ...outer.warnings,
      ...warnings,
      ...withoutEffect(given),
      ...(storage === 'managed' ? withoutLocalFiles(given, values) : []),
      ...unused,
      ...withoutProxy(config.trust, stored.authMethod),
    ],
  };
}

type InFolder = (path: string) => string;

interface RootSources {
  readonly given: GivenValues;
  readonly inFolder: InFolder;
  readonly served: string | undefined;
}

function rootToServe(
  { root, storage }: SettingValues,
  { given, inFolder, served }: RootSources,
): Promise<string> {
  const store = given.get('storage');
  if (storage !== undefined && store !== undefined) {
    if (storage.kind === 'bucket') return Promise.resolve(formatStoreLocation(storage));
    return openStoreFolder(inFolder(storage.folder), store.origin, served);
  }
  const named = given.get('root');
  if (named === undefined) return openDefaultRoot(inFolder(root), served);
  return openRoot(inFolder(root), named.origin, served);
}

async function rootToInspect(
  { root, storage }: SettingValues,
  { inFolder }: RootSources,
): Promise<string> {
  if (storage?.kind === 'bucket') return formatStoreLocation(storage);
  const folder = inFolder(storage?.folder ?? root);
  return realpath(folder).catch(() => folder);
}

/** Returns the bucket of the managed store; undefined if its contents are in a folder. */
export function bucketOf(values: SettingValues): BucketConfig | undefined {
  const { storage, storageEndpoint, storagePublicEndpoint, storageRegion, storagePathStyle } =
    values;
  if (storage?.kind !== 'bucket') return undefined;
  const { name, prefix } = storage;
  const service = {
    endpoint: storageEndpoint,
    publicEndpoint: storagePublicEndpoint,
    region: storageRegion,
  };
  return { name, prefix, ...service, pathStyle: storagePathStyle };
}

function withoutEffect(given: GivenValues): string[] {
  const redis = given.get('redisCacheUrl');
  if (redis === undefined || redis.value === '') return [];
  return [`${redis.origin} has no effect: previews are kept in memory, or in --cacheDir`];
}

/** Returns warnings about settings that need files with paths on this machine. */
function withoutLocalFiles(given: GivenValues, values: SettingValues): string[] {
  const warnings: string[] = [];
  const root = given.get('root');
  if (root !== undefined && root.source !== 'database') {
    warnings.push(`${root.origin} has no effect with --storage`);
  }
  if (!values.disableExec) {
    warnings.push(
      'commands of users and event hooks do not run with --storage: the files have no paths on this machine',
    );
  }
  return warnings;
}

function withoutProxy({ proxies }: TrustConfig, storedMethod: string | undefined): string[] {
  if (storedMethod !== 'proxy' || proxies.length > 0) return [];
  return [
    'a proxy authenticates users, but no proxy is trusted: users cannot log in until --trustedProxies contains it',
  ];
}

function logConfig(log: string, inFolder: InFolder): LogConfig {
  if (log === 'stdout' || log === 'stderr') return { kind: log };
  if (log === '' || log === 'off') return { kind: 'off' };
  return { kind: 'file', path: inFolder(log) };
}
