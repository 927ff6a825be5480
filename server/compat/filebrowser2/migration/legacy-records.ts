import { Sorting } from '#contract/files.ts';
import { Branding, UserDefaults } from '#contract/settings.ts';
import { Rule, UserPermissions, ViewMode } from '#contract/users.ts';
import { z } from 'zod';
import { StartupError } from '../../../lib/startup-error.ts';
import {
  readGlobalDocument,
  type StoredGlobalSettings,
} from '../../../metadata/setting-documents.ts';
import type { LegacyRecord } from './legacy-database.ts';

/** A switch that older versions lacked. Default: off. */
const off = z.boolean().default(false);

const Permissions = z.object(
  Object.fromEntries(Object.keys(UserPermissions.shape).map((name) => [name, off])),
);

const Rules = z.array(
  Rule.extend({
    regex: off,
    allow: off,
    path: z.string().default(''),
    regexp: Rule.shape.regexp.default(null),
  }),
);

const Lines = z.array(z.string());

/** Sorting of listings. Unknown columns become the name. */
const LegacySorting = Sorting.catch({ by: 'name', asc: false });

/**
 * A user, with defaults for fields that older versions did not store (compatibility.md 7.1). Exports have the same
 * fields.
 */
export const LegacyUser = z.object({
  id: z.int().positive(),
  username: z.string().min(1, 'has to be given'),
  password: z.string(),
  scope: z.string().default('.'),
  locale: z.string().default('en'),
  lockPassword: off,
  // The server of File Browser 2 accepted any text.
  viewMode: ViewMode.catch('list'),
  singleClick: off,
  redirectAfterCopyMove: off,
  perm: Permissions.pipe(UserPermissions),
  commands: Lines.default([]),
  sorting: LegacySorting,
  rules: Rules.default([]),
  hideDotfiles: off,
  dateFormat: off,
  aceEditorTheme: z.string().default(''),
});
export type LegacyUser = z.infer<typeof LegacyUser>;

/** A share. `token` stands for the password in addresses that were given to visitors (decision 17). */
export const LegacyShare = z.object({
  hash: z.string().min(1),
  path: z.string(),
  userID: z.int().nonnegative(),
  expire: z.int().default(0),
  password_hash: z.string().default(''),
  token: z.string().default(''),
});
export type LegacyShare = z.infer<typeof LegacyShare>;

/** The settings, before `readGlobalDocument` completes them. */
const LegacySettings = z.looseObject({
  hideLoginButton: off,
  rules: Rules.default([]),
  branding: Branding.partial()
    .extend({ theme: Branding.shape.theme.catch('') })
    .default({ theme: '' }),
  defaults: UserDefaults.partial().extend({
    viewMode: ViewMode.catch('mosaic'),
    redirectAfterCopyMove: off,
    sorting: UserDefaults.shape.sorting.catch({ by: '', asc: false }),
  }),
});

/** Returns the settings, with the defaults of File Browser 2 (compatibility.md 7.3). Does not import the signing key. */
export function readLegacySettings(record: LegacyRecord): StoredGlobalSettings {
  const old = readRecord(LegacySettings, record);
  try {
    return readGlobalDocument(old);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw mistakeIn(record.name, error);
  }
}

export const LegacyServer = z.record(z.string(), z.unknown());

/** Settings of the auth method. Which of them are present depends on the method. */
export const LegacyAuther = z
  .object({
    recaptcha: z.object({ host: z.string(), key: z.string(), secret: z.string() }),
    header: z.string(),
    command: z.string(),
  })
  .partial();
export type LegacyAuther = z.infer<typeof LegacyAuther>;

/** Parses a record. File Browser 2 stores null for a list that was never created. */
export function readRecord<Schema extends z.ZodType>(
  schema: Schema,
  { name, content }: LegacyRecord,
): z.output<Schema> {
  const result = schema.safeParse(withoutNulls(content));
  if (result.success) return result.data;
  throw mistakeIn(name, result.error);
}

function mistakeIn(name: string, error: z.ZodError): StartupError {
  const [issue] = error.issues;
  const where = [name, issue?.path.join('.') ?? ''].filter((part) => part !== '').join(': ');
  return new StartupError(`${where}: ${issue?.message}`, { cause: error });
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutNulls(inner)]));
}
