import { STATUS_CODES } from 'node:http';
import type { ErrorCode } from '#contract/errors.ts';
import { type Refusal, REFUSAL_HEADER, writeRefusal } from '#contract/refusals.ts';
import { AppError } from '../errors.ts';

const STATUS: Readonly<Record<ErrorCode, number>> = {
  'invalid-path': 400,
  'invalid-request': 400,
  'not-authenticated': 401,
  'wrong-credentials': 403,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'already-exists': 409,
  'wrong-offset': 409,
  stale: 412,
  'too-large': 413,
  'unsupported-type': 415,
  // Not registered; defined by the checksum extension of tus.
  'checksum-mismatch': 460,
  locked: 423,
  'too-many-requests': 429,
  'storage-failed': 500,
  // A configured command or an external host failed.
  'outside-failed': 500,
  'no-space': 507,
  // A mounted file system does not respond.
  'not-answering': 503,
  // The root folder is not mounted, or another folder is in its place.
  'root-missing': 503,
  'database-unavailable': 503,
  'shutting-down': 503,
  starting: 503,
};

/** Errors whose reason is part of the reply. Reasons of other errors could reveal what exists. */
const WITH_REASON: ReadonlySet<ErrorCode> = new Set([
  'invalid-path',
  'invalid-request',
  'checksum-mismatch',
  'not-answering',
  'root-missing',
]);

export interface ErrorReply {
  readonly status: number;
  readonly body: string;
  /** Values by header name in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

export function errorReply(error: unknown): ErrorReply {
  if (error instanceof AppError) {
    const reason = WITH_REASON.has(error.code) ? error.message : undefined;
    const reply = statusReply(STATUS[error.code], reason);
    return error.refusal ? { ...reply, headers: refusalHeader(error.refusal) } : reply;
  }
  if (isRefusedRequest(error)) return statusReply(error.statusCode);
  return statusReply(500);
}

/** Returns the body `<status> <reason phrase>`, as File Browser 2 clients expect it, and the reason if there is one. */
export function statusReply(status: number, reason?: string): ErrorReply {
  const line = `${status} ${reasonPhraseOf(status)}`;
  const hasReason = reason !== undefined && reason !== '';
  return { status, body: hasReason ? `${line} (${reason})\n` : `${line}\n` };
}

/** Returns the words that follow a status. Node knows none for 460. */
export function reasonPhraseOf(status: number): string {
  return REASONS[status] ?? STATUS_CODES[status] ?? 'Error';
}

function refusalHeader(refusal: Refusal): Record<string, string> {
  return { [REFUSAL_HEADER.toLowerCase()]: writeRefusal(refusal) };
}

/** Reason phrases of File Browser 2 that differ from Node's, and one that Node does not know. */
const REASONS: Readonly<Record<number, string>> = {
  413: 'Request Entity Too Large',
  460: 'Checksum Mismatch',
};

/** Fastify's own refusals, such as a header block that is too large. */
function isRefusedRequest(error: unknown): error is Error & { statusCode: number } {
  return (
    error instanceof Error &&
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    error.statusCode >= 400 &&
    error.statusCode < 500
  );
}
