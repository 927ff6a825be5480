import { MAX_RETENTION } from '#contract/settings.ts';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { withoutUndefined } from '../lib/without-undefined.ts';
import {
  basePath,
  countUpTo,
  DAY_MS,
  duration,
  filledText,
  folders,
  hash,
  HOUR_MS,
  MINUTE_MS,
  mode,
  networks,
  onOrOff,
  origins,
  port,
  ports,
  sandboxUse,
  serviceAddress,
  type SettingType,
  size,
  storeLocation,
  text,
  token,
} from './setting-types.ts';

interface Facts {
  /** One-letter flag. */
  readonly letter?: string;
  /** Placeholder of the value in the help, where it differs from that of the type. */
  readonly takes?: string;
  /** Key in the stored server record, for settings that `config set` can store. */
  readonly stored?: string;
  /** True when the stored value is the opposite of the flag. */
  readonly storedInverted?: boolean;
  /** Name in older versions of File Browser 2. */
  readonly oldName?: string;
  /** Environment variable of File Browser 2, where it differs. */
  readonly oldVariable?: string;
  /** False for a setting without an environment variable. */
  readonly variable?: boolean;
  /** True for a value that must not appear in messages. */
  readonly secret?: boolean;
  /** Describes the default, where the value does not. */
  readonly defaultText?: string;
  readonly help: string;
}

/** A setting; `initial` is its default. */
interface Row<Value, Initial extends Value | undefined> extends Facts {
  readonly type: SettingType<Value>;
  readonly initial: Initial;
}

function setting<Value, Initial extends Value | undefined>(
  type: SettingType<Value>,
  initial: Initial,
  facts: Facts,
): Row<Value, Initial> {
  return { type, initial, ...facts };
}

const SERVER = {
  address: setting(text, '127.0.0.1', {
    letter: 'a',
    takes: 'address',
    stored: 'address',
    help: 'Address to listen on; "" listens on all addresses',
  }),
  port: setting(port, 8_080, {
    letter: 'p',
    stored: 'port',
    help: 'Port to listen on; 0 selects a free port',
  }),
  morePorts: setting(ports, [], { help: 'Further ports to listen on, separated by commas' }),
  baseURL: setting(basePath, '', {
    letter: 'b',
    stored: 'baseURL',
    oldVariable: 'FB_BASEURL',
    help: 'Path below which a proxy serves File Browser, such as /files',
  }),
  cert: setting(text, '', {
    letter: 't',
    takes: 'file',
    stored: 'tlsCert',
    help: 'TLS certificate in PEM format; requires --key',
  }),
  key: setting(text, '', {
    letter: 'k',
    takes: 'file',
    stored: 'tlsKey',
    help: 'TLS private key in PEM format; requires --cert',
  }),
  socket: setting(text, '', {
    takes: 'file',
    stored: 'socket',
    help: 'Unix socket to listen on instead of an address',
  }),
  socketPerm: setting(mode, 0o666, {
    oldVariable: 'FB_SOCKETPERM',
    help: 'Permissions of the Unix socket, in octal with a leading zero',
  }),
  log: setting(text, 'stdout', {
    letter: 'l',
    takes: 'destination',
    stored: 'log',
    help: 'Destination of the log: stdout, stderr, off or a file',
  }),
};

const FILES = {
  root: setting(filledText, 'data', {
    letter: 'r',
    takes: 'folder',
    stored: 'root',
    defaultText: './data, created on the first start',
    help: 'Folder that is served',
  }),
  storage: setting(storeLocation, undefined, {
    defaultText: 'the folder of --root',
    help: 'Keep files in a managed store instead: the tree in the database, contents in managed:/folder or s3://bucket/prefix',
  }),
  storageEndpoint: setting(serviceAddress, undefined, {
    defaultText: 'AWS',
    help: 'Address of the S3-compatible service of --storage',
  }),
  storagePublicEndpoint: setting(serviceAddress, undefined, {
    defaultText: 'none',
    help: 'Address of that service for browsers: logged-in users download large files from it by signed links',
  }),
  storageRegion: setting(filledText, undefined, {
    defaultText: 'that of the AWS configuration; us-east-1 with --storageEndpoint',
    help: 'Region of the bucket of --storage',
  }),
  storagePathStyle: setting(onOrOff, false, {
    help: 'Address the bucket as a part of the path, as many services other than AWS require',
  }),
  followExternalSymlinks: setting(onOrOff, false, {
    stored: 'followExternalSymlinks',
    help: "Follow symlinks that lead out of a user's folder",
  }),
  disableTypeDetectionByHeader: setting(onOrOff, false, {
    stored: 'typeDetectionByHeader',
    storedInverted: true,
    help: 'Detect file types by name only, not by content',
  }),
  disableThumbnails: setting(onOrOff, false, {
    stored: 'enableThumbnails',
    storedInverted: true,
    help: 'Do not create thumbnails; requests for one get the original image',
  }),
  disablePreviewResize: setting(onOrOff, false, {
    stored: 'resizePreview',
    storedInverted: true,
    help: 'Show images in full size instead of versions that are resized for the screen',
  }),
  disableImageResolutionCalc: setting(onOrOff, false, {
    stored: 'imageResolutionCalculation',
    storedInverted: true,
    help: 'Do not report the dimensions of images',
  }),
  imageProcessors: setting(countUpTo(256), Math.min(4, availableParallelism()), {
    oldName: 'imgProcessors',
    oldVariable: 'FB_IMG_PROCESSORS',
    defaultText: 'one per core, at most 4',
    help: 'Number of images that are resized at the same time',
  }),
  cacheDir: setting(text, undefined, {
    takes: 'folder',
    help: 'Folder for finished previews, outside the root, up to 1 GiB; without it, some are kept in memory',
  }),
  redisCacheUrl: setting(text, undefined, {
    takes: 'address',
    secret: true,
    help: 'Has no effect; accepted for configurations of File Browser 2',
  }),
  uploadExpiry: setting(duration, DAY_MS, {
    stored: 'uploadExpiry',
    help: 'Time after the last byte at which an unfinished upload is removed',
  }),
  shareRecordExpiry: setting(duration, 90 * DAY_MS, {
    stored: 'shareRecordExpiry',
    help: 'Retention of what visitors of shares did, with their addresses',
  }),
};

const TRASH = {
  trash: setting(onOrOff, true, {
    stored: 'trash',
    help: 'Move deleted items into the trash; --trash=false deletes them for good',
  }),
  trashRetention: setting(duration, 30 * DAY_MS, {
    stored: 'trashRetention',
    help: 'Time after which items in the trash are deleted for good',
  }),
  trashLimit: setting(countUpTo(MAX_RETENTION.trashLimit), 10, {
    takes: 'percent',
    stored: 'trashLimit',
    help: 'Part of each disk that its trash may use, in percent; the oldest items are deleted first',
  }),
  versions: setting(onOrOff, true, {
    stored: 'versions',
    help: 'Keep what uploads, saves, copies and moves replace as versions; --versions=false does not',
  }),
  versionLimit: setting(countUpTo(MAX_RETENTION.versionLimit), 10, {
    stored: 'versionLimit',
    help: 'Maximum number of versions of a file; the oldest are deleted first',
  }),
  versionRetention: setting(duration, 30 * DAY_MS, {
    stored: 'versionRetention',
    help: 'Time after which versions are deleted',
  }),
};

const COMMANDS = {
  disableExec: setting(onOrOff, true, {
    stored: 'enableExec',
    storedInverted: true,
    help: 'Run no commands of users or of event hooks; --disableExec=false allows commands',
  }),
  allowShell: setting(onOrOff, false, {
    stored: 'allowShell',
    help: 'Pass commands to the shell of the settings; users who may run one command can then run any command',
  }),
  commandSandbox: setting(sandboxUse, 'require', {
    stored: 'commandSandbox',
    help: 'Use of bubblewrap for commands of users: require runs none without it, auto runs them without it where it does not work, off never uses it',
  }),
  commandNetwork: setting(onOrOff, false, {
    stored: 'commandNetwork',
    help: 'Allow network access to commands in the sandbox',
  }),
  commandPath: setting(
    folders,
    ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'],
    { stored: 'commandPath', help: 'Folders with the programs of commands, separated by colons' },
  ),
  commandTimeLimit: setting(duration, 10 * MINUTE_MS, {
    stored: 'commandTimeLimit',
    help: 'Maximum duration of a command',
  }),
  commandOutputLimit: setting(size, 128 * 1_024 ** 2, {
    stored: 'commandOutputLimit',
    help: 'Maximum output of a command',
  }),
  commandProcessLimit: setting(countUpTo(65_536), 256, {
    stored: 'commandProcessLimit',
    help: 'Maximum number of processes of a command',
  }),
  commandsAtOnce: setting(countUpTo(256), 4, {
    stored: 'commandsAtOnce',
    help: 'Maximum number of commands that a user runs at the same time',
  }),
  commandRecordExpiry: setting(duration, 90 * DAY_MS, {
    stored: 'commandRecordExpiry',
    help: 'Retention of the command history',
  }),
};

const LOGIN = {
  username: setting(filledText, 'admin', {
    help: 'Name of the first administrator; used on the first start only',
  }),
  password: setting(hash, undefined, {
    secret: true,
    defaultText: 'a random password, printed once',
    help: 'bcrypt or argon2 hash of the password of the first administrator; used on the first start only',
  }),
  noauth: setting(onOrOff, false, {
    help: 'Allow access without a password; used on the first start only',
  }),
  tokenExpirationTime: setting(duration, 2 * HOUR_MS, {
    stored: 'tokenExpirationTime',
    help: 'Time after which a session ends that is not renewed',
  }),
  sessionMaxAge: setting(duration, 30 * DAY_MS, {
    stored: 'sessionMaxAge',
    help: 'Time after which every session ends',
  }),
  requireCurrentPassword: setting(onOrOff, false, {
    stored: 'requireCurrentPassword',
    help: 'Require your current password to change passwords and users',
  }),
};

const TRUST = {
  trustedProxies: setting(networks, [], {
    stored: 'trustedProxies',
    help: 'Addresses and networks of proxies whose forwarded headers are trusted, separated by commas',
  }),
  allowedOrigins: setting(origins, [], {
    stored: 'allowedOrigins',
    help: 'Further origins that may log in, such as https://files.example.org, separated by commas',
  }),
  allowRemoteNoauth: setting(onOrOff, false, {
    stored: 'allowRemoteNoauth',
    help: 'Allow access without a password from other machines as well',
  }),
};

const MONITORING = {
  monitorToken: setting(token, undefined, {
    secret: true,
    defaultText: 'none',
    help: 'Bearer token for /metrics, which requires one, and for /health?full',
  }),
  accessLog: setting(onOrOff, false, {
    stored: 'accessLog',
    help: 'Log each request with its user and the bytes sent',
  }),
  auditRecordExpiry: setting(duration, 90 * DAY_MS, {
    stored: 'auditRecordExpiry',
    help: 'Retention of the audit log',
  }),
  auditDownloads: setting(onOrOff, false, {
    stored: 'auditDownloads',
    help: 'Record downloads of users in the audit log',
  }),
};

const STATE = {
  database: setting(filledText, 'filebrowser.db', {
    letter: 'd',
    takes: 'file',
    secret: true,
    defaultText: './filebrowser.db',
    help: 'Database: a file or a postgres:// address',
  }),
  standby: setting(onOrOff, false, {
    help: 'Wait while another server uses the database, and take over when it ends or is dead',
  }),
  cluster: setting(onOrOff, false, {
    help: 'Answer requests together with other servers that have the same database and bucket',
  }),
  config: setting(filledText, undefined, {
    letter: 'c',
    takes: 'file',
    variable: false,
    defaultText: '.filebrowser.{json,toml,yaml,yml} in ./, $HOME/ or /etc/filebrowser/',
    help: 'Configuration file in JSON, TOML or YAML, with the names of the flags as keys',
  }),
};
const GROUPS = {
  Server: SERVER,
  Files: FILES,
  'Trash and versions': TRASH,
  Commands: COMMANDS,
  Login: LOGIN,
  Trust: TRUST,
  Monitoring: MONITORING,
  State: STATE,
} as const;
const ROWS = {
  ...SERVER,
  ...FILES,
  ...TRASH,
  ...COMMANDS,
  ...LOGIN,
  ...TRUST,
  ...MONITORING,
  ...STATE,
};

type Rows = typeof ROWS;
export type SettingName = keyof Rows;

type ValueOf<Setting> =
  Setting extends Row<infer Value, infer Initial>
    ? undefined extends Initial
      ? Value | undefined
      : Value
    : never;

/** Values of all settings; undefined only for a setting without a default. */
export type SettingValues = { readonly [Name in SettingName]: ValueOf<Rows[Name]> };

/** A setting as the command line, the help and the guide see it. */
export interface Setting extends Facts {
  readonly name: SettingName;
  readonly group: string;
  /** Default as the help shows it; undefined for a switch that is off, and where nothing is set. */
  readonly fallback?: string;
  /** Default in the form in which the database stores the setting. */
  readonly storedDefault: unknown;
}

/** A row without the type of its value, for code that treats all settings alike. */
interface AnyRow extends Facts {
  readonly type: {
    readonly schema: z.ZodType;
    readonly takes: string | undefined;
    format(value: never): string;
  };
  readonly initial: unknown;
}

/** All settings, in the order of the help. */
export const ALL_SETTINGS: readonly Setting[] = Object.entries(GROUPS).flatMap(([group, rows]) =>
  // The names are those of `ROWS`, which has the same rows.
  Object.entries<AnyRow>(rows).map(([name, row]) => described(name as SettingName, group, row)),
);

function described(name: SettingName, group: string, { type, initial, ...facts }: AnyRow): Setting {
  const { takes = type.takes, defaultText, storedInverted = false } = facts;
  const isSwitch = typeof initial === 'boolean';
  const isEmpty = initial === undefined || initial === '' || initial === false;
  // `setting()` has checked the type of the default.
  const formatted = isEmpty ? undefined : type.format(initial as never);
  return {
    name,
    group,
    ...facts,
    ...withoutUndefined({ takes, fallback: defaultText ?? formatted }),
    storedDefault: isSwitch ? initial !== storedInverted : (formatted ?? ''),
  };
}

const allRows = Object.entries<AnyRow>(ROWS);

/** Validates values that were given for some of the settings. */
export const GIVEN_VALUES = z
  .object(Object.fromEntries(allRows.map(([name, { type }]) => [name, type.schema])))
  .partial();

/** Defaults of all settings. */
export const DEFAULTS = Object.fromEntries(
  allRows.map(([name, { initial }]) => [name, initial]),
) as SettingValues; // by the types of the rows

const byFoldedName = new Map(
  ALL_SETTINGS.flatMap((each) =>
    [each.name, each.oldName ?? each.name].map((name) => [foldedName(name), each]),
  ),
);

/** Finds a setting by any of its spellings: `baseURL`, `baseurl`, `base-url` or `BASE_URL`. */
export function settingNamed(spelling: string): Setting | undefined {
  return byFoldedName.get(foldedName(spelling));
}

/** Returns the name without regard to case, hyphens and underscores. */
export function foldedName(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}

/** Returns `FB_BASE_URL` for `baseURL`. */
export function variableOf({ name }: Setting): string {
  return `FB_${name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}`;
}
