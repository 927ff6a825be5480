/** One thing an operator can set, under the same name as flag, variable, file key and stored value. */
export interface Setting {
  readonly name: string;
  readonly group: 'Server' | 'Files' | 'Commands' | 'Sign-in' | 'Trust' | 'Watching' | 'State';
  /** The one-letter flag. */
  readonly letter?: string;
  /** What follows the flag in the help; undefined for a switch. */
  readonly takes?: string;
  readonly help: string;
  /** As the help shows it. */
  readonly fallback?: string;
  /** What older versions of the predecessor called it, where that is another word. */
  readonly oldName?: string;
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
    name: 'morePorts',
    group: 'Server',
    takes: 'list',
    help: 'ports to listen on besides --port, separated by commas',
    fallback: 'none',
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
    name: 'disableThumbnails',
    group: 'Files',
    help: 'make no thumbnails; whoever asks for one gets the picture itself',
    stored: 'enableThumbnails',
    storedInverted: true,
  },
  {
    name: 'disablePreviewResize',
    group: 'Files',
    help: 'show pictures in full size rather than smaller ones made for the screen',
    stored: 'resizePreview',
    storedInverted: true,
  },
  {
    name: 'disableImageResolutionCalc',
    group: 'Files',
    help: 'do not tell how many pixels a picture has',
    stored: 'imageResolutionCalculation',
    storedInverted: true,
  },
  {
    name: 'imageProcessors',
    group: 'Files',
    takes: 'number',
    help: 'so many pictures are made smaller at once',
    fallback: 'one a core, at most 4',
    oldName: 'imgProcessors',
    oldVariable: 'FB_IMG_PROCESSORS',
  },
  {
    name: 'cacheDir',
    group: 'Files',
    takes: 'folder',
    help: 'keep finished previews in this folder, outside the root, up to 1 GiB; else some are kept in memory',
  },
  {
    name: 'redisCacheUrl',
    group: 'Files',
    takes: 'address',
    help: 'accepted for configurations of File Browser 2, without effect',
    secret: true,
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
    name: 'shareRecordExpiry',
    group: 'Files',
    takes: 'time',
    help: 'keep what visitors of a link have done, and from which address, so long',
    fallback: '90d',
    stored: 'shareRecordExpiry',
  },
  {
    name: 'disableExec',
    group: 'Commands',
    help: 'run no commands, neither those of users nor those on events; --disableExec=false allows them',
    fallback: 'true',
    stored: 'enableExec',
    storedInverted: true,
  },
  {
    name: 'allowShell',
    group: 'Commands',
    help: 'give command lines to the shell of the settings: whoever may run commands may then run every one',
    stored: 'allowShell',
  },
  {
    name: 'commandSandbox',
    group: 'Commands',
    takes: 'use',
    help: 'require runs commands of users only inside bubblewrap, auto also without it where it does not work, off never uses it',
    fallback: 'require',
    stored: 'commandSandbox',
  },
  {
    name: 'commandNetwork',
    group: 'Commands',
    help: 'let commands in the sandbox reach the network',
    stored: 'commandNetwork',
  },
  {
    name: 'commandPath',
    group: 'Commands',
    takes: 'folders',
    help: 'where the programs of commands are looked for, separated by colons',
    fallback: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    stored: 'commandPath',
  },
  {
    name: 'commandTimeLimit',
    group: 'Commands',
    takes: 'time',
    help: 'end a command that takes longer',
    fallback: '10m',
    stored: 'commandTimeLimit',
  },
  {
    name: 'commandOutputLimit',
    group: 'Commands',
    takes: 'size',
    help: 'end a command that prints more',
    fallback: '128M',
    stored: 'commandOutputLimit',
  },
  {
    name: 'commandProcessLimit',
    group: 'Commands',
    takes: 'number',
    help: 'end a command that has more processes at once',
    fallback: '256',
    stored: 'commandProcessLimit',
  },
  {
    name: 'commandsAtOnce',
    group: 'Commands',
    takes: 'number',
    help: 'so many commands of one user run at once',
    fallback: '4',
    stored: 'commandsAtOnce',
  },
  {
    name: 'commandRecordExpiry',
    group: 'Commands',
    takes: 'time',
    help: 'keep what was run, by whom and how it ended, so long',
    fallback: '90d',
    stored: 'commandRecordExpiry',
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
    name: 'requireCurrentPassword',
    group: 'Sign-in',
    help: 'ask for one’s own password before a password, or anything about users, is changed',
    stored: 'requireCurrentPassword',
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
    name: 'monitorToken',
    group: 'Watching',
    takes: 'token',
    help: 'whoever sends it as a bearer token reads /metrics, which is there only with one, and /health?full',
    fallback: 'none',
    secret: true,
  },
  {
    name: 'accessLog',
    group: 'Watching',
    help: 'log every request, with who made it and how much was sent',
    stored: 'accessLog',
  },
  {
    name: 'auditRecordExpiry',
    group: 'Watching',
    takes: 'time',
    help: 'keep who has signed in, and changed what, so long',
    fallback: '90d',
    stored: 'auditRecordExpiry',
  },
  {
    name: 'auditDownloads',
    group: 'Watching',
    help: 'keep also what users have downloaded',
    stored: 'auditDownloads',
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

const byFoldedName = new Map(
  ALL_SETTINGS.flatMap((setting) =>
    [setting.name, setting.oldName ?? setting.name].map((name) => [foldedName(name), setting]),
  ),
);

/** Finds a setting by any of its spellings: `baseURL`, `baseurl`, `base-url`, `BASE_URL`. */
export function settingNamed(spelling: string): NamedSetting | undefined {
  return byFoldedName.get(foldedName(spelling));
}

/** Returns the name without regard to case, hyphens and underscores. */
export function foldedName(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}

/** `baseURL` → `FB_BASE_URL`. */
export function variableOf(setting: Setting): string {
  return `FB_${setting.name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}`;
}
