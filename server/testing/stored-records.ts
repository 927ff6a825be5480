import { parseTreePath, type TreePath } from '#contract/paths.ts';
import type { NewJob } from '../metadata/jobs.ts';
import type { NewShare } from '../metadata/shares.ts';
import type { NewUpload } from '../metadata/uploads.ts';
import type { NewUser } from '../metadata/users.ts';

/** Returns a user with every permission except administration, changed by `differing`. */
export function aStoredUser(differing: Partial<NewUser> = {}): NewUser {
  return {
    username: 'anna',
    passwordHash: '$argon2id$anna',
    scope: '/',
    locale: 'en',
    lockPassword: false,
    viewMode: 'list',
    singleClick: false,
    redirectAfterCopyMove: true,
    perm: {
      admin: false,
      execute: true,
      create: true,
      rename: true,
      modify: true,
      delete: true,
      share: true,
      download: true,
    },
    commands: [],
    sorting: { by: 'name', asc: false },
    rules: [],
    hideDotfiles: false,
    dateFormat: false,
    aceEditorTheme: '',
    ...differing,
  };
}

export function anUpload(differing: Partial<NewUpload> & { userId: number }): NewUpload {
  return {
    path: treePath('/docs/plan.pdf'),
    length: 4_096,
    folder: treePath('/docs'),
    name: 'plan.pdf',
    partName: '.filebrowser-1.part',
    clientKey: '',
    override: false,
    createdAt: 1_000,
    modifiedMs: undefined,
    ...differing,
  };
}

/** Returns a share without a password and without an expiry, changed by `differing`. */
export function aShare(differing: Partial<NewShare> & { userId: number }): NewShare {
  return {
    hash: 'plan',
    path: treePath('/docs/plan.pdf'),
    isFolder: false,
    item: 'born 1',
    passwordHash: undefined,
    expire: 0,
    createdAt: 1_000,
    ...differing,
  };
}

export function treePath(text: string): TreePath {
  const path = parseTreePath(text);
  if (path === undefined) throw new Error(`bad path in a test: ${text}`);
  return path;
}

/** Returns a copy that another server works on, changed by `differing`. */
export function aStoredJob(differing: Partial<NewJob> = {}): NewJob {
  return {
    key: 'copy',
    kind: 'copy',
    userId: 1,
    username: 'anna',
    from: treePath('/a'),
    to: treePath('/b'),
    options: {},
    state: 'running',
    items: 3,
    bytes: 0,
    totalItems: undefined,
    totalBytes: undefined,
    startedAt: Date.now(),
    endedAt: undefined,
    operationId: undefined,
    bootId: undefined,
    outcome: {},
    server: 'other',
    asked: undefined,
    ...differing,
  };
}
