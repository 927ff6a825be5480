import { z } from 'zod';
import { Rule, type SomePermissions, UserPermissions, ViewMode } from './users.ts';

export const AuthMethod = z.enum(['json', 'noauth', 'proxy', 'hook']);
export type AuthMethod = z.infer<typeof AuthMethod>;

/** What a new user starts with. */
export const UserDefaults = z.object({
  scope: z.string(),
  locale: z.string(),
  viewMode: ViewMode,
  singleClick: z.boolean(),
  redirectAfterCopyMove: z.boolean(),
  /** As `Sorting`; '' is told until somebody has chosen, and means by name. */
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
  disableExternal: z.boolean(),
  disableUsedPercentage: z.boolean(),
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
  minimumPasswordLength: z.int().nonnegative(),
  userHomeBasePath: z.string(),
  defaults: UserDefaults,
  authMethod: AuthMethod,
  rules: z.array(Rule),
  branding: Branding,
  tus: TusSettings,
  shell: z.array(z.string()),
  commands: z.record(z.string(), z.array(z.string())),
});
export type GlobalSettings = z.infer<typeof GlobalSettings>;

/** What PUT changes: absent keys stay, nested objects key by key, lists and `commands` whole. */
export interface SettingsChanges extends Partial<
  Omit<GlobalSettings, 'defaults' | 'branding' | 'tus' | 'authMethod'>
> {
  readonly defaults?: Partial<Omit<UserDefaults, 'perm'>> & { readonly perm?: SomePermissions };
  readonly branding?: Partial<Branding>;
  readonly tus?: Partial<TusSettings>;
}

/** GET and PUT: for administrators. */
export const SETTINGS_URL = '/api/settings';
