import { z } from 'zod';
import { Rule, type SomePermissions, UserPermissions, ViewMode } from './users.ts';

export const AuthMethod = z.enum(['json', 'noauth', 'proxy', 'hook']);
export type AuthMethod = z.infer<typeof AuthMethod>;

/** Defaults for new users. */
export const UserDefaults = z.object({
  scope: z.string(),
  locale: z.string(),
  viewMode: ViewMode,
  singleClick: z.boolean(),
  redirectAfterCopyMove: z.boolean(),
  /** Like `Sorting`; '' means by name. */
  sorting: z.object({ by: z.string().regex(/^[\w-]{0,64}$/), asc: z.boolean() }),
  perm: UserPermissions,
  commands: z.array(z.string()),
  hideDotfiles: z.boolean(),
  dateFormat: z.boolean(),
  aceEditorTheme: z.string(),
});
export type UserDefaults = z.infer<typeof UserDefaults>;

export const Branding = z.object({
  name: z.string(),
  /** True hides links to other sites. */
  disableExternal: z.boolean(),
  /** True hides the used disk space. */
  disableUsedPercentage: z.boolean(),
  /** Path of the branding folder, with custom.css and img/; '' for none. */
  files: z.string(),
  theme: z.enum(['', 'light', 'dark']),
  color: z.string(),
});
export type Branding = z.infer<typeof Branding>;

export const TusSettings = z.object({
  /** Bytes. */
  chunkSize: z.int().nonnegative(),
  retryCount: z.int().min(0).max(65_535),
});
export type TusSettings = z.infer<typeof TusSettings>;

/** Settings that administrators change while the server runs (compatibility.md 7.3). */
export const GlobalSettings = z.object({
  signup: z.boolean(),
  hideLoginButton: z.boolean(),
  createUserDir: z.boolean(),
  /** Bytes. */
  minimumPasswordLength: z.int().nonnegative(),
  userHomeBasePath: z.string(),
  defaults: UserDefaults,
  authMethod: AuthMethod,
  rules: z.array(Rule),
  branding: Branding,
  tus: TusSettings,
  /** Shell and its arguments, to which command lines are passed; [] runs them without a shell. */
  shell: z.array(z.string()),
  /** Command lines of event hooks, by `Trigger`. */
  commands: z.record(z.string(), z.array(z.string())),
  /** Paths of folders, from the root, in which replaced files are not kept as versions. */
  foldersWithoutVersions: z.array(z.string()),
});
export type GlobalSettings = z.infer<typeof GlobalSettings>;

export const RETENTION_NAMES = [
  'trash',
  'trashRetention',
  'trashLimit',
  'versions',
  'versionLimit',
  'versionRetention',
] as const;
export type RetentionName = (typeof RETENTION_NAMES)[number];

/** Settings of the trash and of versions, named as their flags. */
export const RetentionSettings = z.object({
  /** False deletes items for good. */
  trash: z.boolean(),
  /** Time after which items in the trash are deleted for good. Days. */
  trashRetention: z.number().positive(),
  /** Part of each disk that its trash may use, in percent. */
  trashLimit: z.int(),
  /** False keeps nothing of what is replaced. */
  versions: z.boolean(),
  /** Maximum number of versions of a file. */
  versionLimit: z.int(),
  /** Time after which versions are deleted. Days. */
  versionRetention: z.number().positive(),
});
export type RetentionSettings = z.infer<typeof RetentionSettings>;

/** Maximum values of settings of the trash and of versions. The minimum is 1. */
export const MAX_RETENTION = { days: 36_500, trashLimit: 100, versionLimit: 1_000 } as const;

/** Reply of GET /api/settings. */
export const ShownSettings = GlobalSettings.extend({
  retention: RetentionSettings,
  /** Settings of `retention` that a flag, a variable or the configuration file sets, so that they cannot be changed here. */
  fixed: z.array(z.enum(RETENTION_NAMES)),
});
export type ShownSettings = z.infer<typeof ShownSettings>;

/** Body of PUT /api/settings. Absent keys stay unchanged; nested objects are merged key by key; lists and `commands` are replaced whole. */
export interface SettingsChanges extends Partial<
  Omit<GlobalSettings, 'defaults' | 'branding' | 'tus' | 'authMethod'>
> {
  readonly defaults?: Partial<Omit<UserDefaults, 'perm'>> & { readonly perm?: SomePermissions };
  readonly branding?: Partial<Branding>;
  readonly tus?: Partial<TusSettings>;
  readonly retention?: Partial<RetentionSettings>;
}

/** GET returns and PUT changes the settings. Administrators only. */
export const SETTINGS_URL = '/api/settings';
