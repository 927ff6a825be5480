import { z } from 'zod';
import { TRIGGERS } from './commands.ts';

/**
 * Operations that the audit log records. The names are stored and part of the API; the page shows the first two as login and logout.
 * `session-end`: a user or administrator ended other sessions.
 */
export const AUDITED_OPERATIONS = [
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
  'restore',
  'trash-delete',
  'download',
  'share-make',
  'share-change',
  'share-remove',
  'user-make',
  'user-change',
  'user-remove',
  'settings-change',
] as const;
export type AuditedOperation = (typeof AUDITED_OPERATIONS)[number];

/** One entry of the audit log: an operation that was done, refused or failed. */
export const AuditEntry = z.object({
  id: z.int(),
  /** Unix milliseconds. */
  at: z.int(),
  act: z.enum(AUDITED_OPERATIONS),
  /**
   * The user; '' in an entry that counts operations of several users or clients. For a login, the name that was sent, even if no such user
   * exists.
   */
  username: z.string(),
  /**
   * IP address of the client; its network, such as `2001:db8::/64`, in an entry that counts several clients; '' if no client is known.
   */
  address: z.string(),
  /** Object of the operation: the path of a file or share from the served root, the name of a user, or ''. */
  about: z.string(),
  /** Target path of a copy, move or restore, from the served root. */
  destination: z.string().optional(),
  /** Names of the changed fields of a user or of the settings. Values are never recorded. */
  fields: z.array(z.string()).readonly().optional(),
  /**
   * HTTP status: below 400 the operation was done; 401, 403 and 429 are refusals, and any other status below 500 is that of a failed `before_`
   * hook; 500 and above are failures.
   */
  status: z.int(),
  /** Event hook whose command failed. A failed `before_` hook prevented the operation; a failed `after_` hook did not. */
  failedCommand: z.enum(TRIGGERS).optional(),
  /** Number of further operations that were counted here instead of stored: repetitions, or more than one user or network may store. */
  more: z.int().optional(),
});
export type AuditEntry = Readonly<z.infer<typeof AuditEntry>>;

/** GET returns an `AuditPage`, newest entries first. Administrators only. */
export const AUDIT_URL = '/api/audit';
export function auditUrl(query: AuditQuery = {}): string {
  const text = new URLSearchParams({ ...query }).toString();
  return text === '' ? AUDIT_URL : `${AUDIT_URL}?${text}`;
}
export interface AuditQuery {
  /** Returns only entries older than the one with this id. */
  readonly before?: string;
  /** Maximum number of entries, up to 500. Default: 100. */
  readonly limit?: string;
  /** Exact name of a user. */
  readonly user?: string;
  readonly what?: AuditedOperation;
  /** 'true' returns only refused or failed operations, including those with a failed hook. */
  readonly failed?: 'true';
  /** Unix milliseconds. Returns only entries at or after this time. */
  readonly since?: string;
  /** Unix milliseconds. Returns only entries before this time. */
  readonly until?: string;
  /**
   * Path as the administrator who sends the request sees it, from their scope. Returns only entries about this item or an item below it, also as
   * the target of a copy, move or restore.
   */
  readonly path?: string;
}
export const AuditPage = z.object({
  entries: z.array(AuditEntry),
  /** True if older entries exist. */
  hasMore: z.boolean(),
  /** Time after which entries are deleted. Milliseconds. */
  keptMs: z.int(),
  /** True if downloads are recorded too. */
  keepsDownloads: z.boolean(),
});
export type AuditPage = Readonly<z.infer<typeof AuditPage>>;
