import type { UserPermissions } from '#contract/users.ts';

/** For the moment between the end of a session and the page that says so. */
export const NO_PERMISSIONS: UserPermissions = {
  admin: false,
  execute: false,
  create: false,
  rename: false,
  modify: false,
  delete: false,
  share: false,
  download: false,
};
