import type { Permission } from '#contract/permissions.ts';
import type { UserPermissions } from '#contract/users.ts';

/** What can be given on the page, in the order it is shown; `admin` stands above them. */
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

/** Running commands is not spoken of where there are none. */
export function offeredPermissions(hasCommands: boolean): readonly OfferedPermission[] {
  return OFFERED_PERMISSIONS.filter((permission) => hasCommands || permission !== 'execute');
}

/** Administrators may do everything; whoever is one no longer keeps the rest, but for what the page does not show. */
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

/** A link is a download: nobody shares who may not download. */
export function withPermission(
  perm: UserPermissions,
  permission: OfferedPermission,
  isGiven: boolean,
): UserPermissions {
  const changed = { ...perm, [permission]: isGiven };
  return permission === 'download' && !isGiven ? { ...changed, share: false } : changed;
}
