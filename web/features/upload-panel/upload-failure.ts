import type { ApiError } from '../../api/http.ts';
import type { UploadFailure } from '../../state/upload-job.ts';

/** Maps a failed request to a reason. `status` 0 means that no response arrived. */
export function failureOf(failure: ApiError): { reason: UploadFailure; isRetryable: boolean } {
  const code = CODES[failure.status];
  if (code !== undefined) return { reason: { code }, isRetryable: !LASTING.has(code) };
  return { reason: { code: 'refused', failure }, isRetryable: true };
}

/** Failure of an upload that a before-command has rejected. The user may retry, but the page does not retry automatically. */
export const COMMAND_REFUSAL: { reason: UploadFailure; isRetryable: boolean } = {
  reason: { code: 'command-refused' },
  isRetryable: true,
};

const CODES: Readonly<Record<number, UploadFailure['code']>> = {
  0: 'no-connection',
  401: 'signed-out',
  403: 'forbidden',
  404: 'not-found',
  409: 'exists',
  413: 'too-large',
  460: 'damaged',
  507: 'no-space',
};

/** Reasons for which a retry would fail again. */
const LASTING: ReadonlySet<UploadFailure['code']> = new Set(['forbidden', 'too-large']);
