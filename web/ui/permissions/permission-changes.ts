import type { Permission } from '#contract/permissions.ts';
import type { UserPermissions } from '#contract/users.ts';

/** Permissions on the page in display order, below `admin`. */
const OFFERED_PERMISSIONS = [
  'download',
  'create',
  'modify',
  'rename',
  'delete',
  'share',
  'execute',
] as const satisfies readonly Permission[];
export type OfferedPermission = (typeof OFFERED_PERMISSIONS)[number];

/** Returns the permissions that the page shows: without `execute` if commands are disabled. */
export function offeredPermissions(hasCommands: boolean): readonly OfferedPermission[] {
  return OFFERED_PERMISSIONS.filter((permission) => hasCommands || permission !== 'execute');
}

/**
 * Grants or revokes `admin`. Administrators get all permissions. Users who lose it keep them, except `execute` where
 * commands are disabled, because the page does not show that permission.
 */
export function withAdmin(
  perm: UserPermissions,
  { admin, hasCommands }: { admin: boolean; hasCommands: boolean },
): UserPermissions {
  if (!admin) return { ...perm, admin, execute: hasCommands && perm.execute };
  return {
    admin,
    execute: true,
    create: true,
    rename: true,
    modify: true,
    delete: true,
    share: true,
    download: true,
  };
}

/** Grants or revokes a permission. Revoking `download` also revokes `share`, which requires it. */
export function withPermission(
  perm: UserPermissions,
  permission: OfferedPermission,
  isGiven: boolean,
): UserPermissions {
  const changed = { ...perm, [permission]: isGiven };
  return permission === 'download' && !isGiven ? { ...changed, share: false } : changed;
}
