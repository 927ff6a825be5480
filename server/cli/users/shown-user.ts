import type { ListedUser } from '#contract/users.ts';
import { PERMISSIONS } from '#contract/permissions.ts';
import { withoutUndefined } from '../../lib/without-undefined.ts';
import type { StoredUser } from '../../metadata/users.ts';
import { table } from '../../lib/table.ts';

/** For other programs: as the API shows a user, without the place for a password. */
export function userRecord(user: StoredUser): Omit<ListedUser, 'password'> {
  const { passwordHash: _, createdAt: __, updatedAt: ___, lastSeenAt, ...shown } = user;
  const lastSeen = lastSeenAt === undefined ? undefined : new Date(lastSeenAt).toISOString();
  return { ...shown, ...withoutUndefined({ lastSeen }) };
}

/** One user a line. */
export function userTable(users: readonly StoredUser[]): string {
  const head = ['ID', 'Username', 'Scope', 'Permissions', 'Password', 'Last seen'];
  const rows = users.map((user) => [
    String(user.id),
    user.username,
    user.scope,
    permissionsText(user),
    user.lockPassword ? 'locked' : '',
    timeText(user.lastSeenAt),
  ]);
  return table([head, ...rows]);
}

/** All of one user, a field a line. */
export function userDetails(user: StoredUser): string {
  return table([
    ['ID', String(user.id)],
    ['Username', user.username],
    ['Scope', user.scope],
    ['Permissions', permissionsText(user)],
    ['Password', user.lockPassword ? 'locked' : 'may be changed by the user'],
    ['Language', user.locale],
    ['View', user.viewMode],
    ['Sorting', `${user.sorting.by}, asc ${user.sorting.asc}`],
    ['Single click', yesOrNo(user.singleClick)],
    ['Go to copies', yesOrNo(user.redirectAfterCopyMove)],
    ['Hide dot files', yesOrNo(user.hideDotfiles)],
    ['Exact dates', yesOrNo(user.dateFormat)],
    ['Editor theme', user.aceEditorTheme],
    ['Commands', user.commands.join(' ')],
    ['Rules', String(user.rules.length)],
    ['Last seen', timeText(user.lastSeenAt)],
  ]);
}

function permissionsText({ perm }: Pick<StoredUser, 'perm'>): string {
  const granted = PERMISSIONS.filter((name) => perm[name]);
  if (granted.length === PERMISSIONS.length) return 'all';
  return granted.length === 0 ? 'none' : granted.join(' ');
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

/** To the minute, UTC; `never` for what never was. */
export function timeText(ms: number | undefined): string {
  if (ms === undefined) return 'never';
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
