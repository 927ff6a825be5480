import { z } from 'zod';
import { Sorting } from './files.ts';

export const UserPermissions = z.object({
  admin: z.boolean(),
  execute: z.boolean(),
  create: z.boolean(),
  rename: z.boolean(),
  modify: z.boolean(),
  delete: z.boolean(),
  share: z.boolean(),
  download: z.boolean(),
});
export type UserPermissions = z.infer<typeof UserPermissions>;

/** An access rule in the coordinates of the user's own scope. The last rule that matches decides. */
export const Rule = z.object({
  regex: z.boolean(),
  allow: z.boolean(),
  path: z.string(),
  regexp: z.object({ raw: z.string() }).nullable(),
});
export type Rule = z.infer<typeof Rule>;

export const ViewMode = z.enum(['list', 'mosaic', 'mosaic gallery']);
export type ViewMode = z.infer<typeof ViewMode>;

/** A user as the API shows them: the password is always ''. */
export const User = z.object({
  id: z.int().positive(),
  username: z.string(),
  password: z.string(),
  /** '' when shown to someone who is no administrator. */
  scope: z.string(),
  locale: z.string(),
  lockPassword: z.boolean(),
  viewMode: ViewMode,
  singleClick: z.boolean(),
  redirectAfterCopyMove: z.boolean(),
  perm: UserPermissions,
  commands: z.array(z.string()),
  sorting: Sorting,
  rules: z.array(Rule),
  hideDotfiles: z.boolean(),
  dateFormat: z.boolean(),
  aceEditorTheme: z.string(),
});
export type User = z.infer<typeof User>;

/** Administrators are told more: when somebody was last there. RFC 3339; not there for whoever never was. */
export const ListedUser = User.extend({ lastSeen: z.string().optional() });
export type ListedUser = z.infer<typeof ListedUser>;

/** What goes with a user who is deleted; their files stay. */
export const UserBelongings = z.object({
  sessions: z.int().nonnegative(),
  links: z.int().nonnegative(),
  /** Unfinished ones. */
  uploads: z.int().nonnegative(),
});
export type UserBelongings = Readonly<z.infer<typeof UserBelongings>>;

/** What users may change about themselves without an administrator (compatibility.md 7.2). */
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

/** Permissions that are named. The others are false for a new user, and stay as they are for an existing one. */
export const SomePermissions = z.strictObject({
  admin: z.boolean().exactOptional(),
  execute: z.boolean().exactOptional(),
  create: z.boolean().exactOptional(),
  rename: z.boolean().exactOptional(),
  modify: z.boolean().exactOptional(),
  delete: z.boolean().exactOptional(),
  share: z.boolean().exactOptional(),
  download: z.boolean().exactOptional(),
});
export type SomePermissions = z.infer<typeof SomePermissions>;

/** The envelope of POST and PUT /api/users. */
export const UserEnvelope = z.object({
  what: z.literal('user'),
  which: z.array(z.string()).default([]),
  current_password: z.string().optional(),
  data: User.extend({ perm: SomePermissions }).partial(),
});
export type UserEnvelope = z.infer<typeof UserEnvelope>;

/** GET all, in the order of their ids, and POST a new one: for administrators. */
export const USERS_URL = '/api/users';
/** Columns that pages of users can be sorted by (`sort` of PageQuery). The first is the default. In ascending order, administrators and those last seen come first. */
export const USER_COLUMNS = ['name', 'role', 'scope', 'seen'] as const;
export type UserColumn = (typeof USER_COLUMNS)[number];

/** GET, PUT and DELETE: one's own, and every one for administrators. */
export function userUrl(id: number): string {
  return `/api/users/${id}`;
}

/** GET what goes with a user: for administrators. */
export function belongingsUrl(id: number): string {
  return `/api/users/${id}/belongings`;
}
