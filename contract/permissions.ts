/** Permissions of a user, in the order of the API. */
export const PERMISSIONS = [
  'admin',
  'execute',
  'create',
  'rename',
  'modify',
  'delete',
  'share',
  'download',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const NO_PERMISSIONS: Readonly<Record<Permission, boolean>> = {
  admin: false,
  execute: false,
  create: false,
  rename: false,
  modify: false,
  delete: false,
  share: false,
  download: false,
};

/**
 * Actions on a path. `see` covers names, sizes and times, not contents. What a file contains about itself (`metadata.ts`) is contents.
 */
export const FILE_ACTIONS = [
  'see',
  'download',
  'create',
  'modify',
  'rename',
  'delete',
  'share',
  'execute',
] as const;
export type FileAction = (typeof FILE_ACTIONS)[number];

/** Permission that an action requires. `see` requires none: scope, rules, hidden names and the server's own files decide. */
export const NEEDED_PERMISSION: Readonly<Record<FileAction, Permission | undefined>> = {
  see: undefined,
  download: 'download',
  create: 'create',
  modify: 'modify',
  rename: 'rename',
  delete: 'delete',
  share: 'share',
  execute: 'execute',
};
