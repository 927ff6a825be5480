import { dirname, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { loadConfig, type StoredSettings } from '../../config/load-config.ts';
import { type OuterSources, readOuterSources } from '../../config/read-outer-sources.ts';
import { AppError } from '../../errors.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { Database, Reader } from '../../metadata/database.ts';
import {
  type AuthSettings,
  defaultGlobalSettings,
  type StoredGlobalSettings,
} from '../../metadata/setting-documents.ts';
import { readAuthSettings, readGlobalSettings } from '../../metadata/settings.ts';
import { listUsers, type StoredUser } from '../../metadata/users.ts';
import type { StorageDriver } from '../../storage/driver.ts';
import { openStorage } from '../../storage/open.ts';
import type { CliCall } from '../cli-command.ts';
import { readStoredSettings, storedAtFirst } from '../stored-settings.ts';
import { checkBucket } from './check-bucket.ts';
import { checkCommands } from './check-commands.ts';
import { isReachableByUsers } from '../../compat/filebrowser2/migration/migrate-on-start.ts';
import { visitDatabase } from './check-database.ts';
import {
  checkClock,
  checkNode,
  checkOpenFiles,
  checkPictures,
  checkProc,
  checkVideos,
} from './check-machine.ts';
import { checkConfigFile, checkDatabaseFiles, checkKeyFile } from './check-file-access.ts';
import { checkCertificate, checkReach } from './check-network.ts';
import {
  checkBranding,
  checkJournal,
  checkRoot,
  checkRootIdentity,
  checkSharedItems,
  checkSpace,
  checkTemporaryFiles,
  checkTrash,
} from './check-storage.ts';
import { checkLogIn, checkRules, checkUsers } from './check-users.ts';
import { bad, type Finding, ok, warn } from './finding.ts';

type Call = Pick<CliCall, 'flags' | 'surroundings'>;

/** Contents of a database with the tables of this version. */
interface Stored {
  readonly read: Reader;
  readonly users: readonly StoredUser[];
  readonly settings: StoredGlobalSettings;
  readonly auth: AuthSettings;
  readonly outer: StoredSettings;
}

/** Examines everything that a server with the same flags depends on, and changes nothing. */
export async function examine(call: Call): Promise<Finding[]> {
  const machine = [
    checkNode(process.versions.node, Date.now()),
    await checkProc(),
    await checkOpenFiles(),
  ];
  return [...machine, ...(await examineConfigured(call))];
}

async function examineConfigured({ flags, surroundings }: Call): Promise<Finding[]> {
  try {
    const outer = await readOuterSources(flags, surroundings);
    const fileFindings =
      outer.configFile === undefined ? [] : [await checkConfigFile(outer.configFile)];
    const location = outer.database;
    const { findings, database } = await visitDatabase(location, (file) =>
      isReachableByUsers(file, outer),
    );
    const fileOwners = location.kind === 'sqlite' ? await checkDatabaseFiles(location.file) : [];
    try {
      const stored = database?.age === 'current' ? await readStored(database.read) : undefined;
      const isReadable = findings.every(({ verdict }) => verdict !== 'bad');
      const first = isReadable ? storedAtFirst(location) : NOTHING;
      const server = await examineServer(outer, { stored, first });
      return [...fileFindings, ...findings, ...fileOwners, ...server];
    } finally {
      await database?.close();
    }
  } catch (error) {
    return [mistakeOf(error)];
  }
}

/** Returns the finding for an error that prevents the server from starting. */
function mistakeOf(error: unknown): Finding {
  if (!(error instanceof StartupError)) throw error;
  return bad('configuration', error.message, 'fix this; the server does not start with it');
}

async function readStored(read: Reader): Promise<Stored> {
  return {
    read,
    users: await listUsers(read),
    settings: await readGlobalSettings(read),
    auth: await readAuthSettings(read),
    outer: await readStoredSettings({ read }),
  };
}

/** The contents of the database, or what they will be after its creation. */
interface Known {
  readonly stored: Stored | undefined;
  readonly first: StoredSettings;
}

/** The settings of a database that does not exist yet. */
const NOTHING: StoredSettings = { server: {}, authMethod: undefined };

async function examineServer(
  outer: OuterSources,
  { stored, first }: Known,
): Promise<readonly Finding[]> {
  const people = stored === undefined ? [] : examinePeople(stored);
  try {
    const { config, warnings } = await loadConfig(outer, stored?.outer ?? first, 'inspect');
    return [
      ...configurationFindings(warnings),
      ...(await examinePreviews(config)),
      ...(await examineStorage(config, {
        isMadeAtStart:
          !isRootNamed(outer, stored?.outer ?? first) && stored?.outer.servedRoot === undefined,
      })),
      ...checkReach(config),
      ...(await examineTls(config)),
      ...(stored === undefined ? [] : await examineAccess(stored, config)),
      ...people,
      ...(await examineCommands(stored, config)),
      ...(stored === undefined ? [] : await examineFolders(stored, config, outer)),
    ];
  } catch (error) {
    return [mistakeOf(error), ...people];
  }
}

async function examinePreviews({ features }: Config): Promise<Finding[]> {
  if (!features.thumbnails && !features.resizePreview)
    return [ok('image previews', 'are switched off'), ok('video previews', 'are switched off')];
  return [await checkPictures(), await checkVideos()];
}

function isRootNamed({ given }: OuterSources, { server }: StoredSettings): boolean {
  if (given.has('storage')) return false;
  return given.has('root') || (server['root'] ?? '') !== '';
}

function configurationFindings(warnings: readonly string[]): Finding[] {
  if (warnings.length === 0) return [ok('configuration', 'can be read')];
  return warnings.map((warning) => warn('configuration', warning, 'remove or correct it'));
}

async function examineStorage(
  { root, bucket, database }: Config,
  { isMadeAtStart }: { readonly isMadeAtStart: boolean },
): Promise<Finding[]> {
  return [
    ...(bucket === undefined
      ? [await checkRoot(root, { isMadeAtStart }), ...(await checkSpace('space for files', root))]
      : [await checkBucket(bucket)]),
    ...(database.kind === 'sqlite'
      ? await checkSpace('space for the database', dirname(database.file))
      : []),
  ];
}

async function examineTls({ listen }: Config): Promise<Finding[]> {
  if (listen.kind === 'socket' || listen.tls === undefined) return [];
  const { tls } = listen;
  return [await checkCertificate(tls, Date.now()), ...(await checkKeyFile(tls.key))];
}

/** Returns the findings about users that do not depend on the root. */
function examinePeople({ users, settings }: Stored): Finding[] {
  return [...checkRules(settings.rules, users), checkClock(users, Date.now())];
}

async function examineAccess(
  { users, settings, auth }: Stored,
  config: Config,
): Promise<readonly Finding[]> {
  return [...(await checkLogIn({ settings, auth, config })), ...(await checkUsers(users, config))];
}

async function examineCommands(stored: Stored | undefined, config: Config): Promise<Finding[]> {
  const settings = stored?.settings ?? defaultGlobalSettings();
  return checkCommands({ config, settings, users: stored?.users ?? [] });
}

async function examineFolders(
  stored: Stored,
  config: Config,
  { workingFolder }: OuterSources,
): Promise<readonly Finding[]> {
  const { files } = stored.settings.branding;
  return [
    ...(files === '' ? [] : [await checkBranding(resolve(workingFolder, files))]),
    ...(await checkTemporaryFiles(stored.read)),
    ...(await checkJournal(stored.read)),
    ...(await examineLinks(stored, config)),
  ];
}

async function examineLinks({ read, settings }: Stored, config: Config): Promise<Finding[]> {
  let driver: StorageDriver | undefined;
  try {
    driver = openStorage(config, settings, { db: inspectedOnly(read) });
    return [
      ...(await checkTrash(read, driver)),
      ...(await checkRootIdentity(read, driver)),
      await checkSharedItems(read, driver),
    ];
  } catch (error) {
    // The error of a root that cannot be opened has been reported.
    if (error instanceof AppError || error instanceof StartupError) return [];
    throw error;
  } finally {
    await driver?.close();
  }
}

/** Returns a database for a driver that only reads. */
function inspectedOnly(read: Reader): Database {
  return {
    read,
    write: () => Promise.reject(new Error('an inspection changes nothing')),
    changeStamp: () => undefined,
    onAvailability: () => undefined,
    close: async () => undefined,
  };
}
