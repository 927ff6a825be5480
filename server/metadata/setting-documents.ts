import { TRIGGERS } from '#contract/commands.ts';
import {
  type AuthMethod,
  Branding,
  GlobalSettings,
  TusSettings,
  UserDefaults,
} from '#contract/settings.ts';
import { z } from 'zod';

/** The settings that administrators see, and three that only the command line shows. */
export const StoredGlobalSettings = GlobalSettings.extend({
  /** Page to open after logout when a proxy in front of the server handles logins. */
  logoutPage: z.string(),
  /** Modes of new files and folders. */
  fileMode: z.int().nonnegative(),
  dirMode: z.int().nonnegative(),
});
export type StoredGlobalSettings = z.infer<typeof StoredGlobalSettings>;

/** Settings of the auth methods. `authMethod` selects which of them applies. */
export const AuthSettings = z.object({
  recaptcha: z.object({ host: z.string(), key: z.string(), secret: z.string() }).nullable(),
  /** Name of the header in which the proxy sends the user name. */
  header: z.string(),
  /** Command of the login hook. */
  command: z.string(),
});
export type AuthSettings = z.infer<typeof AuthSettings>;
export type Captcha = NonNullable<AuthSettings['recaptcha']>;

const DEFAULT_CAPTCHA_HOST = 'https://www.google.com';

/** Returns the captcha settings; undefined while the key or the secret is missing. */
export function captchaOf({ recaptcha }: AuthSettings): Captcha | undefined {
  if (recaptcha === null || recaptcha.key === '' || recaptcha.secret === '') return undefined;
  return { ...recaptcha, host: recaptcha.host || DEFAULT_CAPTCHA_HOST };
}

/** The File Browser 2 database that this database was migrated from, as it was then. */
export const MigrationSource = z.object({
  file: z.string(),
  size: z.int().nonnegative(),
  modifiedMs: z.number(),
  /** SHA-256 of the file, in hexadecimal. */
  digest: z.string(),
  /** Unix milliseconds. */
  at: z.int(),
});
export type MigrationSource = z.infer<typeof MigrationSource>;

const NO_COMMANDS: GlobalSettings['commands'] = Object.fromEntries(
  TRIGGERS.map((trigger) => [trigger, []]),
);

const DEFAULT_HOME_BASE = '/users';
const DEFAULT_LOGOUT_PAGE = '/login';
const DEFAULT_PASSWORD_LENGTH = 12;
const DEFAULT_TUS: TusSettings = { chunkSize: 10_485_760, retryCount: 5 };
const DEFAULT_FILE_MODE = 0o640;
const DEFAULT_DIR_MODE = 0o750;

/** Returns the default settings (compatibility.md 9.2). */
export function defaultGlobalSettings(
  { authMethod }: { authMethod: AuthMethod } = { authMethod: 'json' },
): StoredGlobalSettings {
  return {
    signup: false,
    hideLoginButton: true,
    createUserDir: false,
    minimumPasswordLength: DEFAULT_PASSWORD_LENGTH,
    userHomeBasePath: DEFAULT_HOME_BASE,
    defaults: defaultsOfNewUsers(),
    authMethod,
    rules: [],
    branding: {
      name: '',
      disableExternal: false,
      disableUsedPercentage: false,
      files: '',
      theme: '',
      color: '',
    },
    tus: { ...DEFAULT_TUS },
    shell: [],
    commands: structuredClone(NO_COMMANDS),
    foldersWithoutVersions: [],
    logoutPage: DEFAULT_LOGOUT_PAGE,
    fileMode: DEFAULT_FILE_MODE,
    dirMode: DEFAULT_DIR_MODE,
  };
}

function defaultsOfNewUsers(): UserDefaults {
  return {
    scope: '.',
    locale: 'en',
    viewMode: 'mosaic',
    singleClick: false,
    redirectAfterCopyMove: true,
    sorting: { by: '', asc: false },
    perm: {
      admin: false,
      execute: true,
      create: true,
      rename: true,
      modify: true,
      delete: true,
      share: true,
      download: true,
    },
    commands: [],
    hideDotfiles: false,
    dateFormat: false,
    aceEditorTheme: '',
  };
}

/** A document that an earlier version may have stored, without later keys. */
const OldGlobalSettings = StoredGlobalSettings.partial().extend({
  branding: Branding.partial().optional(),
  tus: TusSettings.partial().optional(),
  defaults: UserDefaults.partial().optional(),
});

/** Returns the stored document with defaults for absent and empty values (compatibility.md 7.3). */
export function readGlobalDocument(stored: unknown): StoredGlobalSettings {
  const standard = defaultGlobalSettings();
  const old = OldGlobalSettings.parse(stored);
  const whole = StoredGlobalSettings.parse({
    ...standard,
    ...old,
    branding: { ...standard.branding, ...old.branding },
    tus: { ...standard.tus, ...old.tus },
    defaults: { ...standard.defaults, ...old.defaults },
    commands: { ...NO_COMMANDS, ...old.commands },
  });
  const noTus = whole.tus.chunkSize === 0 && whole.tus.retryCount === 0;
  return {
    ...whole,
    minimumPasswordLength: whole.minimumPasswordLength || DEFAULT_PASSWORD_LENGTH,
    userHomeBasePath: whole.userHomeBasePath || DEFAULT_HOME_BASE,
    logoutPage: whole.logoutPage || DEFAULT_LOGOUT_PAGE,
    // File Browser 2 stores one empty word for no shell.
    shell: whole.shell[0] === '' ? [] : whole.shell,
    tus: noTus ? { ...DEFAULT_TUS } : whole.tus,
    fileMode: whole.fileMode || DEFAULT_FILE_MODE,
    dirMode: whole.dirMode || DEFAULT_DIR_MODE,
  };
}

/** Completes a document before it is stored: every event has a list, and new users have a language. */
export function completeGlobalDocument(settings: StoredGlobalSettings): StoredGlobalSettings {
  return {
    ...settings,
    defaults: { ...settings.defaults, locale: settings.defaults.locale || 'en' },
    commands: { ...NO_COMMANDS, ...settings.commands },
  };
}
