import { AuthMethod } from '#contract/settings.ts';
import type { StoredSettingsChanges } from '../../administration/settings/change-settings.ts';
import { ALL_SETTINGS, type SettingName } from '../../config/settings.ts';
import { withoutUndefined } from '../../lib/without-undefined.ts';
import type { StoredGlobalSettings } from '../../metadata/setting-documents.ts';
import type { CliOption } from '../cli-command.ts';
import { choiceOf, modeOf, type Options, switchOf, wholeNumberOf } from '../option-values.ts';
import { USER_OPTIONS, userFieldsOf } from '../user-options.ts';

/** What `config init` and `config set` take beside the flags of the server (compatibility.md 9.3). */
export const CONFIG_OPTIONS: readonly CliOption[] = [
  { name: 'signup', letter: 's', help: 'let strangers make an account for themselves' },
  { name: 'createUserDir', help: 'make a home folder for each new user' },
  { name: 'userHomeBasePath', takes: 'folder', help: 'where homes are made, in the root' },
  { name: 'minimumPasswordLength', takes: 'number', help: 'of passwords that are chosen' },
  { name: 'hideLoginButton', help: 'show no way to the sign-in page to visitors of a link' },
  { name: 'auth.method', takes: 'way', help: 'json, noauth, proxy or hook' },
  {
    name: 'auth.header',
    takes: 'name',
    help: 'header in which a trusted proxy names the user; for --auth.method proxy',
  },
  {
    name: 'auth.command',
    takes: 'line',
    help: 'program that judges name and password, by its path or name; for --auth.method hook',
  },
  { name: 'auth.logoutPage', takes: 'address', help: 'where the page goes after signing out' },
  { name: 'recaptcha.host', takes: 'address', help: 'where the captcha comes from' },
  { name: 'recaptcha.key', takes: 'key', help: 'its site key; "" for no captcha' },
  { name: 'recaptcha.secret', takes: 'key', help: 'its secret key' },
  { name: 'branding.name', takes: 'name', help: 'instead of File Browser' },
  { name: 'branding.theme', takes: 'theme', help: 'light, dark or "" for what the device says' },
  { name: 'branding.color', takes: 'color', help: 'such as #2979ff' },
  { name: 'branding.files', takes: 'folder', help: 'folder with custom.css and img/' },
  { name: 'branding.disableExternal', help: 'show no links to other sites' },
  { name: 'branding.disableUsedPercentage', help: 'do not show how full the disk is' },
  { name: 'tus.chunkSize', takes: 'bytes', help: 'uploads are sent in pieces of so many bytes' },
  { name: 'tus.retryCount', takes: 'number', help: 'so often a piece is sent again, up to 65535' },
  { name: 'fileMode', takes: 'mode', help: 'permissions of new files, such as 0640' },
  { name: 'dirMode', takes: 'mode', help: 'permissions of new folders, such as 0750' },
  {
    name: 'shell',
    takes: 'line',
    help: 'what command lines are given to, such as "/bin/sh -c", once --allowShell is on; "" for none',
  },
  ...USER_OPTIONS.map((option) => ({ ...option, help: `new users: ${option.help}` })),
  // Nothing of it was stored there either.
  { name: 'lockPassword', help: 'accepted for scripts of File Browser 2, without effect' },
];

/** The flags of the server that can be stored, and those that say where. */
export const STORABLE_SETTINGS: readonly SettingName[] = ALL_SETTINGS.filter(
  ({ name, stored }) => stored !== undefined || name === 'database' || name === 'config',
).map(({ name }) => name);

/** What was typed, as changes of the settings. */
export function settingsChangesOf(
  options: Options,
  stored: StoredGlobalSettings,
): StoredSettingsChanges {
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
    shell: options
      .get('shell')
      ?.split(/\s+/)
      .filter((word) => word !== ''),
  });
}
