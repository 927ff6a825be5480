import { RETENTION_NAMES } from '#contract/settings.ts';
import { realpath } from 'node:fs/promises';
import { isIP, isIPv4 } from 'node:net';
import { resolve } from 'node:path';
import { StartupError } from '../lib/startup-error.ts';
import { openCacheFolder } from './cache-folder.ts';
import type {
  BucketConfig,
  Config,
  DatabaseConfig,
  ListenConfig,
  LogConfig,
  TrustConfig,
} from './config.ts';
import { configOf } from './config-of.ts';
import { configFilePaths, findConfigFile } from './config-file.ts';
import { sqliteFile } from './database-file.ts';
import { environmentOfPrograms, type Surroundings } from './environment.ts';
import { protectedPaths } from './protected-paths.ts';
import { readValues } from './read-values.ts';
import { openDefaultRoot, openRoot, openStoreFolder } from './root-folder.ts';
import { formatStoreLocation } from './setting-types.ts';
import type { SettingName, SettingValues } from './settings.ts';
import {
  type Flags,
  fromEnvironment,
  fromFile,
  fromFlags,
  fromStored,
  type GivenValues,
  merged,
  NO_FILE,
} from './sources.ts';

/** Everything that is known before the database is open. */
export interface OuterSources {
  readonly given: GivenValues;
  /**
   * The database that the server opens. Determined once, because that reads the file: POSIX cancels all locks that a
   * process holds on a file when the process closes any descriptor of it, and SQLite relies on such locks.
   */
  readonly database: DatabaseConfig;
  /** True for a server that waits while another one uses the database, and then takes over. */
  readonly isStandby: boolean;
  /** True if the server answers together with others. The database is PostgreSQL then, and the contents are in a bucket. */
  readonly isCluster: boolean;
  /** Editor theme of new users, if the file contains one. */
  readonly editorTheme: string | undefined;
  readonly configFile: string | undefined;
  /** Paths of possible configuration files. A user who could write one would control the next start. */
  readonly configPaths: readonly string[];
  readonly workingFolder: string;
  readonly programEnvironment: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

/** Settings in the database. A new database has none. */
export interface StoredSettings {
  /** The server record, with the keys of compatibility.md 9.4. */
  readonly server: Readonly<Record<string, unknown>>;
  /** The auth method. Replaces `noauth`, which is only used with a new database. */
  readonly authMethod: string | undefined;
  /** Real path of the folder that was served before; undefined before the first start. */
  readonly servedRoot?: string | undefined;
}

/** First step: reads flags, variables and file, and determines the database. */
export async function readOuterSources(
  flags: Flags,
  surroundings: Surroundings,
): Promise<OuterSources> {
  const { workingFolder, home } = surroundings;
  const fromCommandLine = fromFlags(flags);
  const fromVariables = fromEnvironment(surroundings.variables);
  const named = flags.get('config');
  const configPaths = configFilePaths({ named, workingFolder, home });
  const file = await findConfigFile(configPaths, { isNamed: named !== undefined });
  const fromConfigFile = file === undefined ? NO_FILE : fromFile(file);
  const isMissing = named !== undefined && file === undefined;
  const given = merged(fromCommandLine, fromVariables.given, fromConfigFile.given);
  return {
    given,
    database: databaseOf(given, workingFolder),
    isStandby: readValues(given).values.standby,
    isCluster: requireCluster(given),
    editorTheme: fromConfigFile.editorTheme,
    configFile: file?.path,
    configPaths,
    workingFolder,
    programEnvironment: environmentOfPrograms(surroundings.variables),
    warnings: [
      ...(isMissing ? configPaths.map(missingFile) : []),
      ...fromVariables.warnings,
      ...fromConfigFile.warnings,
    ],
  };
}

/**
 * Returns the warning for a missing file. It is not an error, as in File Browser 2, because its container image sets a
 * file that not every installation has (compatibility.md 9.1).
 */
/** Returns whether the server is one of a cluster. Throws a StartupError if the other settings do not allow that. */
function requireCluster(given: GivenValues): boolean {
  const { values } = readValues(given);
  if (!values.cluster) return false;
  const origin = given.get('cluster')?.origin ?? '--cluster';
  if (!isPostgres(values.database)) {
    throw new StartupError(
      `${origin} needs a PostgreSQL database, in which the servers coordinate; set --database postgres://…`,
    );
  }
  if (values.storage?.kind !== 'bucket') {
    throw new StartupError(
      `${origin} needs object storage, which all servers reach; set --storage s3://bucket/prefix`,
    );
  }
  if (values.standby) {
    throw new StartupError(
      `${origin} and ${given.get('standby')?.origin} exclude each other: servers of a cluster all answer`,
    );
  }
  return true;
}

function isPostgres(database: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(database);
}

function missingFile(path: string): string {
  return `flag --config: ${path} does not exist or is empty; the server starts without it`;
}

/** Returns the database to open. If the configured file is a database of File Browser 2, it is another file beside it. */
function databaseOf(given: GivenValues, workingFolder: string): DatabaseConfig {
  const { values } = readValues(given);
  const { database } = values;
  return isPostgres(database)
    ? { kind: 'postgres', url: database }
    : sqliteFile(resolve(workingFolder, database));
}

/** `start` creates missing folders and refuses a missing root; `inspect` changes nothing. */
export type LoadMode = 'start' | 'inspect';

/** Second step: returns the whole configuration, including the stored settings. */
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

/**
 * Returns where a server with these values listens. Throws a StartupError for contradictory values, and for access
 * without a login from other machines that is not explicitly allowed.
 */
export function readListening(
  given: GivenValues,
  workingFolder: string,
  authMethod: string | undefined,
): ListenConfig {
  const { values } = readValues(given);
  const listen = listenConfig(values, given, (path) => resolve(workingFolder, path));
  refuseRemoteNoauth(listen, values, authMethod);
  return listen;
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

function listenConfig(values: SettingValues, given: GivenValues, inFolder: InFolder): ListenConfig {
  const { socket, cert, key } = values;
  if (socket !== undefined && socket !== '') {
    refuseBesideSocket(given);
    return { kind: 'socket', path: inFolder(socket), mode: values.socketPerm };
  }
  const { address, port } = values;
  // The container image sets the same further ports for all servers, including one whose main port is among them.
  const morePorts = values.morePorts.filter((other) => other !== port);
  const tcp = { kind: 'tcp', address, port, morePorts } as const;
  if (isEmpty(cert) && isEmpty(key)) return { ...tcp, tls: undefined };
  if (isEmpty(cert) || isEmpty(key)) {
    const [present, missing] = isEmpty(cert)
      ? (['key', 'cert'] as const)
      : (['cert', 'key'] as const);
    throw new StartupError(`${given.get(present)?.origin} needs --${missing} as well`);
  }
  return { ...tcp, tls: { cert: inFolder(cert), key: inFolder(key) } };
}

function isEmpty(text: string | undefined): text is '' | undefined {
  return text === undefined || text === '';
}

/** Ignores stored values, because every database of File Browser 2 contains an address and a port. */
function refuseBesideSocket(given: GivenValues): void {
  const excluded: readonly SettingName[] = ['address', 'port', 'cert', 'key'];
  const socket = given.get('socket');
  for (const name of excluded) {
    const other = given.get(name);
    if (other !== undefined && other.source !== 'database' && other.value !== '') {
      throw new StartupError(`${socket?.origin} and ${other.origin} exclude each other`);
    }
  }
}

function refuseRemoteNoauth(
  listen: ListenConfig,
  values: SettingValues,
  storedMethod: string | undefined,
): void {
  const isOpen = storedMethod === undefined ? values.noauth : storedMethod === 'noauth';
  if (!isOpen || values.allowRemoteNoauth) return;
  if (listen.kind === 'socket' || !isReachedFromElsewhere(listen)) return;
  const reach = listen.address === '' ? 'on all addresses' : `on ${listen.address}`;
  throw new StartupError(
    `no password is required (noauth), and ${reach} other machines can connect. ` +
      `Set --allowRemoteNoauth to allow this, or --address 127.0.0.1.`,
  );
}

/** Returns true if other machines can connect directly. */
export function isReachedFromElsewhere(listen: ListenConfig): boolean {
  return listen.kind === 'tcp' && !isLoopback(listen.address);
}

/** Returns true for loopback addresses. */
export function isLoopback(address: string): boolean {
  if (isIPv4(address)) return address.startsWith('127.');
  return isIP(address) === 6 ? address === '::1' : address.toLowerCase() === 'localhost';
}

function logConfig(log: string, inFolder: InFolder): LogConfig {
  if (log === 'stdout' || log === 'stderr') return { kind: log };
  if (log === '' || log === 'off') return { kind: 'off' };
  return { kind: 'file', path: inFolder(log) };
}
