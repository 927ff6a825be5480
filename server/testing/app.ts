import { existsSync } from 'node:fs';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  writeFile,
  stat,
} from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import { buildApp } from '../app.ts';
import type { AppDurations } from '../app/dependencies.ts';
import { configOf } from '../config/config-of.ts';
import type { Config } from '../config/config.ts';
import { DEFAULTS } from '../config/settings.ts';
import { CanonicalResponse } from '../http/canonical-response.ts';
import { createLogger } from '../logger.ts';
import { hasErrno } from '../storage/local/node-error.ts';
import { openDatabase, type Database } from '../metadata/database.ts';
import type { StoredGlobalSettings } from '../metadata/setting-documents.ts';
import { readGlobalSettings, writeGlobalSettings } from '../metadata/settings.ts';
import { insertUser, type NewUser, type StoredUser } from '../metadata/users.ts';
import { joinForTest } from './cluster-member.ts';
import { emptyPostgres } from './engines.ts';
import { emptyBucket } from './object-store.ts';
import {
  layOutStored,
  namesInStoredTrash,
  readStoredTree,
  removeStored,
  withStoredFiles,
} from './stored-files.ts';
import { aStoredUser } from './stored-records.ts';
import { createClient, type Client } from './client.ts';

/** Options of a test server; each differs from the defaults of a new server. */
export interface TestAppOptions {
  /** Contents by path; a path that ends with a slash creates an empty folder. */
  readonly files?: Readonly<Record<string, string>>;
  readonly settings?: Partial<StoredGlobalSettings>;
  readonly config?: Partial<Config>;
  /** Builds the name index. It is slow, so only tests of searches use it. */
  readonly readsNames?: boolean;
  /** Folder of a built page, with a slash at the end; by default the small page for tests. */
  readonly page?: URL;
  /** Durations to use instead of the short ones of most tests. */
  readonly durations?: AppDurations;
  /** True for a server of a cluster. */
  readonly isMember?: boolean;
}

/** A complete server with its own folder, database and port. */
export interface TestApp extends AsyncDisposable {
  readonly url: string;
  readonly root: string;
  readonly db: Database;
  /** For tests that open connections themselves. */
  readonly server: Server;
  /** A client without a session. */
  readonly visitor: Client;
  /** Returns a client that sends this token. */
  client(token: string | undefined): Client;
  addUser(user?: Partial<NewUser>): Promise<StoredUser>;
  /** Creates a user and logs them in. */
  logIn(user?: Partial<NewUser>): Promise<Client>;
  /** Returns the contents of every file below the root by path, including temporary files; folders end with a slash. */
  filesOnDisk(): Promise<Record<string, string>>;
  /** Returns the names in the trash folder at the top, without their random beginnings. */
  namesInTrash(): Promise<string[]>;
  /** Writes a file as another program does; removes it without contents. */
  changeAsProgram(path: string, contents: string | undefined): Promise<void>;
  /** Stops this server and starts another one on the same folder and database. */
  restart(config?: Partial<Config>): Promise<TestApp>;
}

export const PASSWORD = 'a long test password';

/** The argon2id hash of PASSWORD with the lowest cost, because nearly every test logs in. */
export const PASSWORD_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$O2cnHZA8wXSjuAX3ErZ35w$c79sJmXNDk4EdUMg8UhB+6/NM9UiP+pFmqYgoRuu+MM';

/** Short durations for tests that do not test the long ones. */
const SHORT_DURATIONS: AppDurations = {
  logins: { minRefusalMs: 1 },
  programs: { graceMs: 200 },
  watchCommandsEveryMs: 100,
  writeUsesAfterMs: 20,
};

/**
 * Starts two servers of a cluster that share a folder and a PostgreSQL database. A cluster in production has a bucket instead; how its servers
 * coordinate is the same.
 */
export async function startTestCluster(
  options: TestAppOptions = {},
): Promise<readonly [TestApp, TestApp]> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'filebrowser-test-')));
  const root = join(parent, 'root');
  await mkdir(root);
  await layOut(root, options.files ?? {});
  const database = await emptyPostgres();
  const shared = { ...options, files: {}, config: { ...options.config, database }, isMember: true };
  const apps = [await run(parent, shared), await run(parent, shared)] as const;
  onTestFinished(async () => {
    for (const app of apps) await app[Symbol.asyncDispose]();
    await rm(parent, { recursive: true, force: true });
  });
  return apps;
}

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'filebrowser-test-')));
  const root = join(parent, 'root');
  await mkdir(root);
  const isManaged = storageOf(options) === 'managed';
  const { config = {} } = options;
  if (process.env['FB_TEST_STORAGE'] === 's3' && isManaged && !('bucket' in config)) {
    return startTestApp({ ...options, config: { ...config, bucket: await emptyBucket() } });
  }
  if (!isManaged) await layOut(root, options.files ?? {});
  return run(parent, options, isManaged ? options.files : undefined);
}

/** Returns the storage of a test. The variable FB_TEST_STORAGE runs tests of features on a managed store: in a folder, or in a bucket with `s3`. */
function storageOf({ config = {} }: TestAppOptions): Config['storage'] {
  const isManaged = ['managed', 's3'].includes(process.env['FB_TEST_STORAGE'] ?? '');
  return config.storage ?? (isManaged ? 'managed' : 'folder');
}

async function run(
  parent: string,
  options: TestAppOptions,
  files: TestAppOptions['files'] = {},
): Promise<TestApp> {
  const root = join(parent, 'root');
  const config = { ...configFor(parent, root, options.config ?? {}), storage: storageOf(options) };
  await provideDatabase(config.database);
  const joined = options.isMember === true ? await joinForTest(config.database) : undefined;
  const db = joined?.db ?? (await openDatabase(config.database, 'server'));
  if (Object.keys(files).length > 0) {
    await withStoredFiles(config, db, (driver) => layOutStored(driver, files));
  }
  await changeSettings(db, options.settings ?? {});
  const app = await buildApp(config, {
    database: db,
    logger: createLogger(config.log),
    cluster: joined?.member,
    createServer: (listener) =>
      createServer({ requestTimeout: 0, ServerResponse: CanonicalResponse }, listener),
    readsNames: options.readsNames ?? false,
    page: options.page ?? new URL('./page/', import.meta.url),
    durations: { ...SHORT_DURATIONS, ...options.durations },
  });
  await app.start();
  await joined?.member.ready();
  await new Promise<void>((resolve) => app.server.listen(0, '127.0.0.1', resolve));
  // The server listens on TCP, so the address is an object.
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const addUser = (user: Partial<NewUser> = {}) =>
    db.write((tx) =>
      insertUser(tx, aStoredUser({ passwordHash: PASSWORD_HASH, ...user }), Date.now()),
    );
  const client = (token: string | undefined) => createClient(url + config.baseUrl, token);
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    // An app does not close its server, which would keep all of its memory.
    app.server.close();
    app.server.closeAllConnections();
    await app.close();
    await (joined === undefined ? db.close() : joined.leave());
  };

  return {
    url,
    root,
    db,
    server: app.server,
    visitor: client(undefined),
    client,
    addUser,
    async logIn(user) {
      const { username } = await addUser(user);
      const reply = await client(undefined).post('/api/login', {
        body: JSON.stringify({ username, password: PASSWORD }),
      });
      if (reply.status !== 200) throw new Error(`log-in failed: ${reply.status}`);
      return client(reply.text);
    },
    filesOnDisk: () =>
      config.storage === 'managed' ? withStoredFiles(config, db, readStoredTree) : readTree(root),
    async namesInTrash() {
      const names =
        config.storage === 'managed'
          ? await withStoredFiles(config, db, namesInStoredTrash)
          : await readdir(join(root, TRASH_NAME)).catch(() => []);
      return names.map((name) => name.replace(/^[0-9a-f]{16}-/, '')).toSorted();
    },
    async changeAsProgram(path, contents) {
      if (config.storage === 'managed') {
        await withStoredFiles(config, db, (driver) =>
          contents === undefined
            ? removeStored(driver, path)
            : layOutStored(driver, { [path]: contents }),
        );
      } else if (contents === undefined) await rm(join(root, path));
      else await writeFile(join(root, path), contents);
    },
    async restart(differing = {}) {
      stopped ??= stop();
      await stopped;
      return run(parent, { ...options, settings: {}, config: { ...options.config, ...differing } });
    },
    async [Symbol.asyncDispose]() {
      // The folder of a restarted server belongs to its successor.
      if (stopped !== undefined) return;
      stopped = stop();
      await stopped;
      if (joined === undefined) await rm(parent, { recursive: true, force: true });
    },
  };
}

/** Copies the migrated database to where the app expects a SQLite database, unless one is there from before a restart. */
async function provideDatabase(database: Config['database']): Promise<void> {
  if (database.kind !== 'sqlite' || existsSync(database.file)) return;
  await copyFile(inject('migratedDatabase'), database.file);
}

/** Settings of commands, for tests that allow them. */
export const COMMANDS: Config['commands'] = {
  sandbox: 'off',
  network: false,
  searchPath: ['/usr/bin', '/bin'],
  timeLimitMs: 30_000,
  mostOutputBytes: 1_024 * 1_024,
  mostProcesses: 64,
  atOnce: 4,
  recordExpiryMs: 90 * 86_400_000,
};

/** Settings of the trash, for tests of it. Other tests delete for good, and see on the disk what is left. */
export const TRASH: Config['trash'] = {
  isOn: true,
  retentionMs: 30 * 86_400_000,
  limitPercent: 10,
};

/** Settings of versions, for tests of them. Other tests see on the disk what is left. */
export const VERSIONS: Config['versions'] = {
  isOn: true,
  mostPerFile: 10,
  retentionMs: 30 * 86_400_000,
};

/** Settings of the logs, as in a start without flags. */
export const WATCHING: Config['watching'] = {
  monitorToken: undefined,
  accessLog: DEFAULTS.accessLog,
  audit: { recordExpiryMs: DEFAULTS.auditRecordExpiry, downloads: DEFAULTS.auditDownloads },
};

function configFor(parent: string, root: string, differing: Partial<Config>): Config {
  const values = { ...DEFAULTS, port: 0, imageProcessors: 2, password: NOBODY };
  const config = configOf(values, {
    listen: { kind: 'tcp', address: '127.0.0.1', port: 0, morePorts: [], tls: undefined },
    database: { kind: 'sqlite', file: join(parent, 'filebrowser.db') },
    storage: 'folder',
    root,
    bucket: undefined,
    protectedPaths: [],
    fixedSettings: [],
    log: { kind: 'off' },
    cacheDir: undefined,
    programEnvironment: { PATH: '/usr/bin:/bin' },
    editorTheme: undefined,
  });
  return {
    ...config,
    commands: COMMANDS,
    trash: { ...config.trash, isOn: false },
    versions: { ...config.versions, isOn: false },
    ...differing,
  };
}

/** A hash that matches no password. */
const NOBODY = '$2a$10$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';

async function changeSettings(
  db: Database,
  settings: Partial<StoredGlobalSettings>,
): Promise<void> {
  const stored = await readGlobalSettings(db.read);
  await db.write((tx) => writeGlobalSettings(tx, { ...stored, ...settings }));
}

async function layOut(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, contents] of Object.entries(files)) {
    const file = join(root, path);
    if (path.endsWith('/')) {
      await mkdir(file, { recursive: true });
    } else {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, contents);
    }
  }
}

async function readTree(root: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const entries = await unlessGone(readdir(root, { recursive: true, withFileTypes: true }));
  // The running server has just removed a folder, such as an empty one for the trash.
  if (entries === undefined) {
    await stat(root);
    return readTree(root);
  }
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const shown = path.slice(root.length);
    // A file that the running server has just removed is skipped.
    const contents = entry.isFile() ? await unlessGone(readFile(path, 'utf8')) : undefined;
    if (contents !== undefined) found[shown] = contents;
    if (entry.isDirectory() && (await unlessGone(readdir(path)))?.length === 0) {
      found[`${shown}/`] = '';
    }
  }
  return found;
}

async function unlessGone<Read>(reading: Promise<Read>): Promise<Read | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}
