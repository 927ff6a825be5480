import { isIP, isIPv4 } from 'node:net';
import { resolve } from 'node:path';
import { StartupError } from '../lib/startup-error.ts';
import type { Config, DatabaseConfig, FeatureSwitches, ListenConfig, LogConfig } from './config.ts';
import { findConfigFile } from './config-file.ts';
import type { Surroundings } from './environment.ts';
import { protectedPaths } from './protected-paths.ts';
import { readValues } from './read-values.ts';
import { openDefaultRoot, openRoot } from './root-folder.ts';
import type { SettingName } from './setting-list.ts';
import type { SettingValues } from './setting-values.ts';
import {
  type Flags,
  fromEnvironment,
  fromFile,
  fromFlags,
  fromStored,
  type GivenValues,
  merged,
} from './sources.ts';

const HOUR_MS = 3_600_000;

/** Everything that is known before the database is open. */
export interface OuterSources {
  readonly given: GivenValues;
  readonly configFile: string | undefined;
  readonly workingFolder: string;
  readonly warnings: readonly string[];
}

/** What the database adds; both are absent in a new one. */
export interface StoredSettings {
  /** The server record, keys as in WIRE.md 9.4. */
  readonly server: Readonly<Record<string, unknown>>;
  /** Decides in place of `noauth`, which is only looked at when the database is new. */
  readonly authMethod: string | undefined;
}

/** First step: flags, variables and file, and with them where the database is. */
export async function readOuterSources(
  flags: Flags,
  surroundings: Surroundings,
): Promise<OuterSources> {
  const { workingFolder, home } = surroundings;
  const fromCommandLine = fromFlags(flags);
  const file = await findConfigFile({ named: flags.get('config'), workingFolder, home });
  const fromConfigFile = file === undefined ? { given: new Map(), warnings: [] } : fromFile(file);
  return {
    given: merged(fromCommandLine, fromEnvironment(surroundings.variables), fromConfigFile.given),
    configFile: file?.path,
    workingFolder,
    warnings: fromConfigFile.warnings,
  };
}

export function databaseOf(outer: OuterSources): DatabaseConfig {
  const { values } = readValues(outer.given);
  const database = values.database ?? 'filebrowser.db';
  return /^postgres(?:ql)?:\/\//.test(database)
    ? { kind: 'postgres', url: database }
    : { kind: 'sqlite', file: resolve(outer.workingFolder, database) };
}

/** Second step, with the stored settings between file and default: the whole configuration. */
export async function loadConfig(
  outer: OuterSources,
  stored: StoredSettings,
): Promise<{ config: Config; warnings: readonly string[] }> {
  const given = merged(outer.given, fromStored(stored.server));
  const { values, warnings } = readValues(given);
  const inFolder = (path: string) => resolve(outer.workingFolder, path);

  const listen = listenConfig(values, given, inFolder);
  refuseRemoteNoauth(listen, values, stored.authMethod);
  const database = databaseOf(outer);
  const log = logConfig(values.log ?? 'stdout', inFolder);
  const root =
    values.root === undefined
      ? await openDefaultRoot(inFolder('data'))
      : await openRoot(inFolder(values.root), given.get('root')?.origin ?? 'root');

  const config: Config = {
    listen,
    baseUrl: values.baseURL ?? '',
    database,
    root,
    protectedPaths: await protectedPaths({ database, listen, log, configFile: outer.configFile }),
    log,
    sessions: {
      idleMs: values.tokenExpirationTime ?? 2 * HOUR_MS,
      maxAgeMs: values.sessionMaxAge ?? 30 * 24 * HOUR_MS,
    },
    uploads: { expiryMs: values.uploadExpiry ?? 24 * HOUR_MS },
    trust: {
      proxies: values.trustedProxies ?? [],
      allowedOrigins: values.allowedOrigins ?? [],
      allowRemoteNoauth: values.allowRemoteNoauth ?? false,
    },
    files: {
      followExternalSymlinks: values.followExternalSymlinks ?? false,
      typeDetectionByHeader: !(values.disableTypeDetectionByHeader ?? false),
    },
    features: featureSwitches(stored.server),
    firstUser: {
      username: values.username ?? 'admin',
      passwordHash: values.password,
      noauth: values.noauth ?? false,
    },
  };
  return { config, warnings: [...outer.warnings, ...warnings] };
}

function listenConfig(
  values: SettingValues,
  given: GivenValues,
  inFolder: (path: string) => string,
): ListenConfig {
  const { socket, cert, key } = values;
  if (socket !== undefined && socket !== '') {
    refuseBesideSocket(given);
    return { kind: 'socket', path: inFolder(socket), mode: values.socketPerm ?? 0o666 };
  }
  const address = values.address ?? '127.0.0.1';
  const port = values.port ?? 8_080;
  if (isEmpty(cert) && isEmpty(key)) return { kind: 'tcp', address, port, tls: undefined };
  if (isEmpty(cert) || isEmpty(key)) {
    const [there, missing] = isEmpty(cert)
      ? (['key', 'cert'] as const)
      : (['cert', 'key'] as const);
    throw new StartupError(`${given.get(there)?.origin} needs --${missing} as well`);
  }
  return { kind: 'tcp', address, port, tls: { cert: inFolder(cert), key: inFolder(key) } };
}

function isEmpty(text: string | undefined): text is '' | undefined {
  return text === undefined || text === '';
}

/** Stored values do not count: every database of the predecessor holds an address and a port. */
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
  const isOpen = storedMethod === undefined ? values.noauth === true : storedMethod === 'noauth';
  if (!isOpen || values.allowRemoteNoauth === true) return;
  if (listen.kind === 'socket' || isLoopback(listen.address)) return;
  const reach = listen.address === '' ? 'on all addresses' : `on ${listen.address}`;
  throw new StartupError(
    `no password is asked (noauth), and ${reach} other machines could come in; ` +
      `give --allowRemoteNoauth if that is meant, or --address 127.0.0.1`,
  );
}

function isLoopback(address: string): boolean {
  if (isIPv4(address)) return address.startsWith('127.');
  return isIP(address) === 6 ? address === '::1' : address.toLowerCase() === 'localhost';
}

function logConfig(log: string, inFolder: (path: string) => string): LogConfig {
  if (log === 'stdout' || log === 'stderr') return { kind: log };
  if (log === '' || log === 'off') return { kind: 'off' };
  return { kind: 'file', path: inFolder(log) };
}

/** Their flags come with the rooms that obey them; the page already shows what is stored. */
function featureSwitches(server: StoredSettings['server']): FeatureSwitches {
  return {
    thumbnails: server['enableThumbnails'] !== false,
    resizePreview: server['resizePreview'] !== false,
    exec: server['enableExec'] === true,
  };
}
