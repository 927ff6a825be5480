import { z } from 'zod';
import { Sorting } from './files.ts';
import type { Permission } from './permissions.ts';

export const UserPermissions = z.object({
  admin: z.boolean(),
  execute: z.boolean(),
  create: z.boolean(),
  rename: z.boolean(),
  modify: z.boolean(),
  delete: z.boolean(),
  share: z.boolean(),
  download: z.boolean(),
} satisfies Record<Permission, z.ZodType>);
export type UserPermissions = z.infer<typeof UserPermissions>;

/** An access rule on paths from the user's scope. The last matching rule decides. */
export const Rule = z.object({
  regex: z.boolean(),
  allow: z.boolean(),
  path: z.string(),
  regexp: z.object({ raw: z.string() }).nullable(),
});
export type Rule = z.infer<typeof Rule>;

export const ViewMode = z.enum(['list', 'mosaic', 'mosaic gallery']);
export type ViewMode = z.infer<typeof ViewMode>;

/** A user in the API, with the fields of File Browser 2 (compatibility.md 7.1). `password` is always '' in replies. */
export const User = z.object({
  id: z.int().positive(),
  username: z.string(),
  password: z.string(),
  /** '' in replies to callers who are not administrators. */
  scope: z.string(),
  locale: z.string(),
  /** True if the user may not change the password. */
  lockPassword: z.boolean(),
  viewMode: ViewMode,
  /** True if a single click opens an entry. */
  singleClick: z.boolean(),
  /** True if the page shows the destination after a copy or move. */
  redirectAfterCopyMove: z.boolean(),
  perm: UserPermissions,
  /** Names of the programs that the user may run. */
  commands: z.array(z.string()),
  sorting: Sorting,
  rules: z.array(Rule),
  hideDotfiles: z.boolean(),
  /** True if the page shows exact dates instead of relative ones. */
  dateFormat: z.boolean(),
  /** Theme of the text editor; '' for the one that goes with the theme of the page. */
  aceEditorTheme: z.string(),
});
export type User = z.infer<typeof User>;

/** A user in replies to administrators. `lastSeen` is RFC 3339; absent if the user never logged in. */
export const ListedUser = User.extend({ lastSeen: z.string().optional() });
export type ListedUser = z.infer<typeof ListedUser>;

/** Numbers of items that are deleted with a user. The user's files stay. */
export const UserBelongings = z.object({
  sessions: z.int().nonnegative(),
  shares: z.int().nonnegative(),
  /** Unfinished uploads. */
  uploads: z.int().nonnegative(),
});
export type UserBelongings = Readonly<z.infer<typeof UserBelongings>>;

/** Fields that users may change for themselves (compatibility.md 7.2). */
export const OWN_FIELDS = [
  'password',
  'locale',
  'viewMode',
  'singleClick',
  'redirectAfterCopyMove',
  'sorting',
  'hideDotfiles',
  'dateFormat',
  'aceEditorTheme',
] as const;
export type OwnField = (typeof OWN_FIELDS)[number];

/** Some permissions. Absent ones are false for a new user and unchanged for an existing one. */
export const SomePermissions = z.strictObject({
  admin: z.boolean().exactOptional(),
  execute: z.boolean().exactOptional(),
  create: z.boolean().exactOptional(),
  rename: z.boolean().exactOptional(),
  modify: z.boolean().exactOptional(),
  delete: z.boolean().exactOptional(),
  share: z.boolean().exactOptional(),
  download: z.boolean().exactOptional(),
} satisfies Record<Permission, z.ZodType>);
export type SomePermissions = z.infer<typeof SomePermissions>;

/** Body of POST and PUT /api/users. */
export const UserEnvelope = z.object({
  what: z.literal('user'),
  /** Names of the fields in `data` that PUT changes; [] or ['all'] for all of them. */
  which: z.array(z.string()).default([]),
  /** Password of the caller, which confirms the change. */
  current_password: z.string().optional(),
  data: User.extend({ perm: SomePermissions }).partial(),
});
export type UserEnvelope = z.infer<typeof UserEnvelope>;

/** GET lists all users by id, POST creates one. Administrators only. */
export const USERS_URL = '/api/users';
/** Columns that pages of users can be sorted by (`sort` of PageQuery). The first is the default. In ascending order, administrators and those last seen come first. */
export const USER_COLUMNS = ['name', 'role', 'scope', 'seen'] as const;
export type UserColumn = (typeof USER_COLUMNS)[number];

/** Address of a user: GET, PUT and DELETE. Users can access their own, administrators any. */
export function userUrl(id: number): string {
  return `/api/users/${id}`;
}

/** GET returns `UserBelongings`. Administrators only. */
export function belongingsUrl(id: number): string {
  return `/api/users/${id}/belongings`;
}
