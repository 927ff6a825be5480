import { PERMISSIONS } from '#contract/permissions.ts';
import type { Sorting } from '#contract/files.ts';
import { type UserPermissions, ViewMode } from '#contract/users.ts';
import { z } from 'zod';

/** Fields of a user in the output of a hook. Missing ones keep their value. */
export interface HookUserFields {
  scope?: string;
  locale?: string;
  viewMode?: ViewMode;
  singleClick?: boolean;
  redirectAfterCopyMove?: boolean;
  hideDotfiles?: boolean;
  commands?: string[];
  sorting: Partial<Sorting>;
  perm: Partial<UserPermissions>;
}

export type HookReply =
  | { readonly action: 'auth'; readonly fields: HookUserFields }
  | { readonly action: 'block' | 'pass' };

/** Parses lines of `key=value` (compatibility.md 2.4). Ignores unknown keys. Returns undefined for an unknown action. */
export function parseHookReply(output: string): HookReply | undefined {
  const pairs = new Map(output.split('\n').flatMap(pairIn));
  const action = pairs.get('hook.action');
  if (action === 'block' || action === 'pass') return { action };
  return action === 'auth' ? { action, fields: fieldsIn(pairs) } : undefined;
}

function pairIn(line: string): [string, string][] {
  const equals = line.indexOf('=');
  if (equals < 0) return [];
  return [[line.slice(0, equals).trim(), line.slice(equals + 1).trim()]];
}

type Pairs = ReadonlyMap<string, string>;

function fieldsIn(pairs: Pairs): HookUserFields {
  const fields: HookUserFields = { sorting: sortingIn(pairs), perm: permissionsIn(pairs) };
  for (const name of ['singleClick', 'redirectAfterCopyMove', 'hideDotfiles'] as const) {
    const value = pairs.get(`user.${name}`);
    if (value !== undefined) fields[name] = value === 'true';
  }
  for (const name of ['scope', 'locale'] as const) {
    const value = pairs.get(`user.${name}`);
    if (value !== undefined && value !== '') fields[name] = value;
  }
  const viewMode = ViewMode.safeParse(pairs.get('user.viewMode'));
  if (viewMode.success) fields.viewMode = viewMode.data;
  const commands = pairs.get('user.commands');
  if (commands !== undefined) fields.commands = commands.split(' ').filter((word) => word !== '');
  return fields;
}

/** Accepted sort fields. Other values, which old clients could store, are ignored in the output of a hook. */
const SortedBy = z.enum(['name', 'size', 'modified']);

function sortingIn(pairs: Pairs): Partial<Sorting> {
  const by = SortedBy.safeParse(pairs.get('user.sorting.by'));
  const asc = pairs.get('user.sorting.asc');
  return { ...(by.success && { by: by.data }), ...(asc !== undefined && { asc: asc === 'true' }) };
}

/** Returns the permissions. An administrator has all of them. */
function permissionsIn(pairs: Pairs): Partial<UserPermissions> {
  const perm: Partial<UserPermissions> = {};
  for (const name of PERMISSIONS) {
    const value = pairs.get('user.perm.admin') === 'true' ? 'true' : pairs.get(`user.perm.${name}`);
    if (value !== undefined) perm[name] = value === 'true';
  }
  return perm;
}
