/** One thing an operator can set, under the same name as flag, variable, file key and stored value. */
export interface Setting {
  readonly name: string;
  readonly group: 'Server' | 'Files' | 'Sign-in' | 'Trust' | 'State';
  /** The one-letter flag. */
  readonly letter?: string;
  /** What follows the flag in the help; undefined for a switch. */
  readonly takes?: string;
  readonly help: string;
  /** As the help shows it. */
  readonly fallback?: string;
  /** The predecessor's spelling of the variable, where it differs. */
  readonly oldVariable?: string;
  /** The key in the stored server record; an inverted one says the opposite of the flag. */
  readonly stored?: string;
  readonly storedInverted?: boolean;
  /** False for what makes no sense in a variable. */
  readonly variable?: boolean;
  /** Its value never appears in a message. */
  readonly secret?: boolean;
}

const SETTINGS = [
  {
    name: 'address',
    group: 'Server',
    letter: 'a',
    takes: 'address',
    help: 'address to listen on; "" means all of them',
    fallback: '127.0.0.1',
    stored: 'address',
  },
  {
    name: 'port',
    group: 'Server',
    letter: 'p',
    takes: 'number',
    help: 'port to listen on; 0 takes any free one',
    fallback: '8080',
    stored: 'port',
  },
  {
    name: 'baseURL',
    group: 'Server',
    letter: 'b',
    takes: 'path',
    help: 'path under which a proxy serves File Browser, such as /files',
    oldVariable: 'FB_BASEURL',
    stored: 'baseURL',
  },
  {
    name: 'cert',
    group: 'Server',
    letter: 't',
    takes: 'file',
    help: 'TLS certificate in PEM form; needs --key',
    stored: 'tlsCert',
  },
  {
    name: 'key',
    group: 'Server',
    letter: 'k',
    takes: 'file',
    help: 'TLS private key in PEM form; needs --cert',
    stored: 'tlsKey',
  },
  {
    name: 'socket',
    group: 'Server',
    takes: 'file',
    help: 'listen on this Unix socket instead of an address',
    stored: 'socket',
  },
  {
    name: 'socketPerm',
    group: 'Server',
    takes: 'mode',
    help: 'permissions of the Unix socket, octal with a leading zero',
    fallback: '0666',
    oldVariable: 'FB_SOCKETPERM',
  },
  {
    name: 'log',
    group: 'Server',
    letter: 'l',
    takes: 'where',
    help: 'stdout, stderr, off or a file',
    fallback: 'stdout',
    stored: 'log',
  },
  {
    name: 'root',
    group: 'Files',
    letter: 'r',
    takes: 'folder',
    help: 'the folder whose files are served',
    // The predecessor's default is '.', the folder that also holds its database.
    fallback: './data, made at first run',
    stored: 'root',
  },
  {
    name: 'followExternalSymlinks',
    group: 'Files',
    help: 'follow links that lead out of the folder a user may see',
    stored: 'followExternalSymlinks',
  },
  {
    name: 'disableTypeDetectionByHeader',
    group: 'Files',
    help: 'tell the type of a file by its name only, never by its first bytes',
    stored: 'typeDetectionByHeader',
    storedInverted: true,
  },
  {
    name: 'uploadExpiry',
    group: 'Files',
    takes: 'time',
    help: 'remove an unfinished upload so long after its last byte',
    fallback: '24h',
    stored: 'uploadExpiry',
  },
  {
    name: 'username',
    group: 'Sign-in',
    takes: 'name',
    help: 'name of the first administrator; used only at first run',
    fallback: 'admin',
  },
  {
    name: 'password',
    group: 'Sign-in',
    takes: 'hash',
    help: 'bcrypt or argon2 hash of their password; used only at first run',
    fallback: 'a random password, printed once',
    secret: true,
  },
  {
    name: 'noauth',
    group: 'Sign-in',
    help: 'let everybody in without a password; used only at first run',
  },
  {
    name: 'tokenExpirationTime',
    group: 'Sign-in',
    takes: 'time',
    help: 'an unused session ends after this',
    fallback: '2h',
    stored: 'tokenExpirationTime',
  },
  {
    name: 'sessionMaxAge',
    group: 'Sign-in',
    takes: 'time',
    help: 'every session ends after this',
    fallback: '30d',
    stored: 'sessionMaxAge',
  },
  {
    name: 'trustedProxies',
    group: 'Trust',
    takes: 'list',
    help: 'addresses and networks whose forwarded headers are believed, separated by commas',
    fallback: 'none',
    stored: 'trustedProxies',
  },
  {
    name: 'allowedOrigins',
    group: 'Trust',
    takes: 'list',
    help: 'origins besides our own that may sign in, such as https://files.example.org',
    fallback: 'none',
    stored: 'allowedOrigins',
  },
  {
    name: 'allowRemoteNoauth',
    group: 'Trust',
    help: 'let everybody in without a password from other machines, too',
    stored: 'allowRemoteNoauth',
  },
  {
    name: 'database',
    group: 'State',
    letter: 'd',
    takes: 'file',
    help: 'the database: a file, or a postgres:// address',
    fallback: './filebrowser.db',
    secret: true,
  },
  {
    name: 'config',
    group: 'State',
    letter: 'c',
    takes: 'file',
    help: 'JSON, TOML or YAML file with the long names above as keys',
    fallback: '.filebrowser.{json,toml,yaml,yml} in ./, $HOME/ or /etc/filebrowser/',
    variable: false,
  },
] as const satisfies readonly Setting[];

export type SettingName = (typeof SETTINGS)[number]['name'];

export type NamedSetting = Setting & { readonly name: SettingName };

/** Without the literal types, for code that treats all settings alike. */
export const ALL_SETTINGS: readonly NamedSetting[] = SETTINGS;

const byFoldedName = new Map(ALL_SETTINGS.map((setting) => [folded(setting.name), setting]));

/** Finds a setting by any of its spellings: `baseURL`, `baseurl`, `base-url`, `BASE_URL`. */
export function settingNamed(spelling: string): NamedSetting | undefined {
  return byFoldedName.get(folded(spelling));
}

function folded(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}

/** `baseURL` → `FB_BASE_URL`. */
export function variableOf(setting: Setting): string {
  return `FB_${setting.name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}`;
}
