/** What a user may be allowed to do, in the order the wire lists it. */
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

/** What can be done at a place in the tree. `see` covers listing and reading facts, not contents. */
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

/** Which permission an action asks for; `see` asks for none beyond scope and rules. */
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
