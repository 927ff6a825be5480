import type { ApiError } from '../../api/http.ts';
import type { UploadFailure } from '../../state/upload-job.ts';

/** What a refused or unanswered request means for an upload. `status` 0: no answer came. */
export function failureOf(failure: ApiError): { reason: UploadFailure; isRetryable: boolean } {
  const code = CODES[failure.status];
  if (code !== undefined) return { reason: { code }, isRetryable: !LASTING.has(code) };
  return { reason: { code: 'refused', failure }, isRetryable: true };
}

/** A command of the administrator's did not let it happen. It may another time, but nobody is to ask again and again. */
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
  507: 'no-space',
};

/** Another try would meet the same answer. */
const LASTING: ReadonlySet<UploadFailure['code']> = new Set(['forbidden', 'too-large']);
