import { AuthMethod } from '#contract/settings.ts';
import {
  changedSettings,
  type StoredSettingsChanges,
} from '../../administration/settings/change-settings.ts';
import { readListening } from '../../config/read-listening.ts';
import type { OuterSources } from '../../config/read-outer-sources.ts';
import { ALL_SETTINGS, type SettingName } from '../../config/settings.ts';
import { fromStored, merged } from '../../config/sources.ts';
import { AppError } from '../../errors.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { withoutUndefined } from '../../lib/without-undefined.ts';
import type { AuthSettings, StoredGlobalSettings } from '../../metadata/setting-documents.ts';
import type { ServerSettings } from '../../metadata/settings.ts';
import type { CliCall, CliOption } from '../cli-command.ts';
import { choiceOf, modeOf, type Options, switchOf, wholeNumberOf } from '../option-values.ts';
import { USER_OPTIONS, userFieldsOf } from '../user-options.ts';
import { serverRecordOf } from './server-record.ts';

/** Everything that `config set` changes. */
export interface StoredConfig {
  readonly settings: StoredGlobalSettings;
  readonly auth: AuthSettings;
  readonly server: ServerSettings;
}

/**
 * Returns the stored configuration with the typed values applied. Throws a StartupError that names the flag for a
 * mistake or a contradiction.
 */
export function changedConfig(
  stored: StoredConfig,
  { options, flags }: Pick<CliCall, 'options' | 'flags'>,
  outer: OuterSources,
): StoredConfig {
  const record = serverRecordOf(flags);
  const changed = {
    settings: settingsWith(stored.settings, settingsChangesOf(options, stored.settings)),
    auth: authSettingsOf(options, stored),
    server: { ...stored.server, ...record },
  };
  // Stored values that contradict each other do not prevent other changes.
  if (Object.keys(record).length > 0 || options.has('auth.method')) {
    requireGoodListening(changed, outer);
  }
  return changed;
}

function settingsWith(
  stored: StoredGlobalSettings,
  changes: StoredSettingsChanges,
): StoredGlobalSettings {
  try {
    return changedSettings(stored, changes);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new StartupError(flagProblem(error.message), { cause: error });
  }
}

/**
 * Returns the message for a problem of a setting, with the name of its flag: `defaults.locale: is too long` concerns `--locale`. A problem of
 * the permissions together is one of `--perm.share`, because only the permission to share requires another one.
 */
export function flagProblem(problem: string): string {
  return `flag --${problem.replace(/^defaults\./, '').replace(/^perm: /, 'perm.share: ')}`;
}

/** Throws a StartupError if the next start would refuse the flags that decide where the server listens, with the present variables and file. */
function requireGoodListening({ settings, server }: StoredConfig, outer: OuterSources): void {
  const given = merged(outer.given, fromStored(server));
  readListening(given, outer.workingFolder, settings.authMethod);
}

/** Options of `config init` and `config set`, besides the flags of the server (compatibility.md 9.3). */
export const CONFIG_OPTIONS: readonly CliOption[] = [
  { name: 'signup', letter: 's', help: 'Allow people to sign up' },
  { name: 'createUserDir', help: 'Create a home folder for each new user' },
  {
    name: 'userHomeBasePath',
    takes: 'folder',
    help: 'Folder for home folders, relative to the root',
  },
  {
    name: 'minimumPasswordLength',
    takes: 'number',
    help: 'Minimum length of new passwords, in bytes',
  },
  { name: 'hideLoginButton', help: 'Hide the login button from visitors of shares' },
  { name: 'auth.method', takes: 'method', help: 'json, noauth, proxy or hook' },
  {
    name: 'auth.header',
    takes: 'name',
    help: 'Header with the username from a trusted proxy; for --auth.method proxy',
  },
  {
    name: 'auth.command',
    takes: 'line',
    help: 'Program that checks username and password, by path or name; for --auth.method hook',
  },
  {
    name: 'auth.logoutPage',
    takes: 'address',
    help: 'Address that the page opens after logging out',
  },
  { name: 'recaptcha.host', takes: 'address', help: 'Address of the captcha service' },
  { name: 'recaptcha.key', takes: 'key', help: 'Site key of the captcha; "" disables it' },
  { name: 'recaptcha.secret', takes: 'key', help: 'Secret key of the captcha' },
  { name: 'branding.name', takes: 'name', help: 'Name shown instead of File Browser' },
  { name: 'branding.theme', takes: 'theme', help: 'light, dark, or "" to follow the device' },
  { name: 'branding.color', takes: 'color', help: 'Accent color, such as #2979ff' },
  { name: 'branding.files', takes: 'folder', help: 'Folder with custom.css and img/' },
  { name: 'branding.disableExternal', help: 'Hide links to other sites' },
  { name: 'branding.disableUsedPercentage', help: 'Hide the disk usage' },
  { name: 'tus.chunkSize', takes: 'bytes', help: 'Size of the chunks of an upload, in bytes' },
  {
    name: 'tus.retryCount',
    takes: 'number',
    help: 'Number of attempts to resend a chunk, up to 65535',
  },
  { name: 'fileMode', takes: 'mode', help: 'Permissions of new files, such as 0640' },
  { name: 'dirMode', takes: 'mode', help: 'Permissions of new folders, such as 0750' },
  {
    name: 'shell',
    takes: 'line',
    help: 'Shell for commands, such as "/bin/sh -c", used with --allowShell; "" for none',
  },
  {
    name: 'foldersWithoutVersions',
    takes: 'folders',
    help: 'Folders in which replaced files are not kept as versions, separated by colons; "" for none',
  },
  ...USER_OPTIONS.map((option) => ({ ...option, help: `New users: ${option.help}` })),
  // File Browser 2 did not store it either.
  { name: 'lockPassword', help: 'Has no effect; accepted for scripts of File Browser 2' },
];

/** Flags of the server that `config set` accepts: those that can be stored, and those that name the database and the configuration file. */
export const STORABLE_SETTINGS: readonly SettingName[] = ALL_SETTINGS.filter(
  ({ name, stored }) => stored !== undefined || name === 'database' || name === 'config',
).map(({ name }) => name);

/** Returns the typed options as changes of the settings. */
function settingsChangesOf(options: Options, stored: StoredGlobalSettings): StoredSettingsChanges {
  const defaults = userFieldsOf(options, stored.defaults);
  const branding = withoutUndefined({
    name: options.get('branding.name'),
    theme: choiceOf(options, 'branding.theme', ['', 'light', 'dark']),
    color: options.get('branding.color'),
    files: options.get('branding.files'),
    disableExternal: switchOf(options, 'branding.disableExternal'),
    disableUsedPercentage: switchOf(options, 'branding.disableUsedPercentage'),
  });
  const tus = withoutUndefined({
    chunkSize: wholeNumberOf(options, 'tus.chunkSize'),
    retryCount: wholeNumberOf(options, 'tus.retryCount', 65_535),
  });
  return { ...plainChangesOf(options), defaults, branding, tus };
}

function plainChangesOf(options: Options): StoredSettingsChanges {
  return withoutUndefined({
    signup: switchOf(options, 'signup'),
    createUserDir: switchOf(options, 'createUserDir'),
    userHomeBasePath: options.get('userHomeBasePath'),
    minimumPasswordLength: wholeNumberOf(options, 'minimumPasswordLength'),
    hideLoginButton: switchOf(options, 'hideLoginButton'),
    authMethod: choiceOf(options, 'auth.method', AuthMethod.options),
    logoutPage: options.get('auth.logoutPage'),
    fileMode: modeOf(options, 'fileMode'),
    dirMode: modeOf(options, 'dirMode'),
    foldersWithoutVersions: options
      .get('foldersWithoutVersions')
      ?.split(':')
      .filter((folder) => folder !== ''),
    shell: options
      .get('shell')
      ?.split(/\s+/)
      .filter((word) => word !== ''),
  });
}

const DEFAULT_CAPTCHA_HOST = 'https://www.google.com';

/** Flags that auth methods need. */
const NEEDED: Readonly<Partial<Record<AuthMethod, string>>> = {
  proxy: 'auth.header',
  hook: 'auth.command',
};

/** Returns the stored auth settings with the typed options applied. Throws a StartupError that names the flag for a mistake. */
function authSettingsOf(options: Options, stored: StoredConfig): AuthSettings {
  requireNeededFlag(options, stored.settings.authMethod);
  const { auth } = stored;
  const header = options.get('auth.header') ?? auth.header;
  if (!/^[\w!#$%&'*+.^`|~-]*$/.test(header)) {
    throw new StartupError(`flag --auth.header has to be the name of a header, not "${header}"`);
  }
  return {
    header,
    command: options.get('auth.command') ?? auth.command,
    recaptcha: recaptchaOf(options, auth.recaptcha),
  };
}

/** Throws if the flag that an auth method needs is not typed together with the method, even if it is stored, or is emptied later. */
function requireNeededFlag(options: Options, storedMethod: AuthMethod): void {
  const typedMethod = choiceOf(options, 'auth.method', AuthMethod.options);
  const needed = NEEDED[typedMethod ?? storedMethod];
  if (needed === undefined) return;
  const value = options.get(needed);
  if (typedMethod !== undefined && (value ?? '') === '') {
    throw new StartupError(`flag --auth.method ${typedMethod} needs --${needed} as well`);
  }
  if (value === '') {
    throw new StartupError(
      `flag --${needed} may not be empty: the auth method ${storedMethod} needs it`,
    );
  }
}

function recaptchaOf(
  options: Options,
  stored: AuthSettings['recaptcha'],
): AuthSettings['recaptcha'] {
  const key = options.get('recaptcha.key') ?? stored?.key ?? '';
  const secret = options.get('recaptcha.secret') ?? stored?.secret ?? '';
  const host = options.get('recaptcha.host') ?? stored?.host ?? DEFAULT_CAPTCHA_HOST;
  if (!/^https?:\/\/[^/?#]+\/?$/.test(host) || !URL.canParse(host)) {
    throw new StartupError(`flag --recaptcha.host has to be an address such as https://host`);
  }
  if (options.get('recaptcha.key') === '') return null;
  if (key === '' && secret === '') {
    if (!options.has('recaptcha.host')) return stored;
    throw new StartupError(
      'flag --recaptcha.host needs --recaptcha.key and --recaptcha.secret as well',
    );
  }
  if (secret === '')
    throw new StartupError('flag --recaptcha.key needs --recaptcha.secret as well');
  if (key === '') throw new StartupError('flag --recaptcha.secret needs --recaptcha.key as well');
  return { host: host.replace(/\/$/, ''), key, secret };
}
