import { z } from 'zod';
import { TRIGGERS } from './commands.ts';

/** What is kept of what people do. `session-end` is the end of sessions by somebody, `sign-out` that of the one that asks. */
export const AUDIT_ACTS = [
  'sign-in',
  'sign-out',
  'sign-up',
  'session-end',
  'upload',
  'folder-make',
  'save',
  'copy',
  'move',
  'delete',
  'download',
  'share-make',
  'share-change',
  'share-remove',
  'user-make',
  'user-change',
  'user-remove',
  'settings-change',
] as const;
export type AuditAct = (typeof AUDIT_ACTS)[number];

/** Something that somebody has done, or was refused. */
export const AuditEntry = z.object({
  id: z.int(),
  /** Unix milliseconds. */
  at: z.int(),
  act: z.enum(AUDIT_ACTS),
  /** Who: of a sign-in, the name that was given, whether there is such a user or not. */
  username: z.string(),
  /** From where. */
  address: z.string(),
  /** Of files and links the place, counted from the served root; of users their name; else ''. */
  about: z.string(),
  /** Of copies and moves. */
  destination: z.string().optional(),
  /** Of users and settings, what has changed: names, and never values. */
  fields: z.array(z.string()).readonly().optional(),
  /** How it ended: below 400 it is done, 401, 403 and 429 are refusals, from 500 on it has failed. */
  status: z.int(),
  /** The command that was set up for it and has failed: one before it has kept it from being done; after it, it is done. */
  failedCommand: z.enum(TRIGGERS).optional(),
  /** Number of further operations that this entry stands for: repetitions, or those after the limit of a user or network. */
  more: z.int().optional(),
});
export type AuditEntry = Readonly<z.infer<typeof AuditEntry>>;

/** GET, for administrators: the latest first. */
export const AUDIT_URL = '/api/audit';
export function auditUrl(query: AuditQuery = {}): string {
  const text = new URLSearchParams({ ...query }).toString();
  return text === '' ? AUDIT_URL : `${AUDIT_URL}?${text}`;
}
export interface AuditQuery {
  /** The id of the last entry that is known. */
  readonly before?: string;
  /** At most 500; 100 without it. */
  readonly limit?: string;
  /** What this user did: the name as it is written. */
  readonly user?: string;
  readonly what?: AuditAct;
  /** 'true': only what was refused or has failed, be it a command. */
  readonly failed?: 'true';
  /** Unix milliseconds: only what had happened before. */
  readonly until?: string;
}
export const AuditPage = z.object({
  entries: z.array(AuditEntry),
  /** There are older ones. */
  hasMore: z.boolean(),
  /** Entries are kept so long. Milliseconds. */
  keptMs: z.int(),
  /** What users download is kept as well. */
  keepsDownloads: z.boolean(),
});
export type AuditPage = Readonly<z.infer<typeof AuditPage>>;
