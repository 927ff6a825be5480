import { readRefusal, REFUSAL_HEADER } from '#contract/refusals.ts';
import type { DetailedError, HttpResponse } from 'tus-js-client';
import { type FailedCommand, failedCommandIn } from '../../api/failed-command.ts';
import { ApiError } from '../../api/http.ts';

/** Thrown when the server has rejected HEAD, so that the library keeps the address of the upload instead of starting over. */
export class OffsetRefused extends Error {
  override readonly name = 'OffsetRefused';
  readonly status: number;

  constructor(status: number) {
    super(`asking for the offset was answered with ${status}`);
    this.status = status;
  }
}

/**
 * Reads the response of the server from an error of the library. The cause of a rejected HEAD has its status. Status 0
 * means that no response arrived.
 */
export function readError(error: Error | DetailedError) {
  if (!('originalRequest' in error)) {
    const failure = new ApiError(0, error.message);
    return { status: 0, isCreation: false, failure, failedCommand: undefined };
  }
  const cause = error.causingError;
  const response = error.originalResponse;
  const refused = cause instanceof OffsetRefused ? cause.status : 0;
  const status = response?.getStatus() ?? refused;
  const message = response?.getBody().trim() || (cause?.message ?? error.message);
  const refusal = readRefusal(response?.getHeader(REFUSAL_HEADER));
  return {
    status,
    isCreation: error.originalRequest.getMethod() === 'POST',
    failure: new ApiError(status, message, { refusal }),
    failedCommand: response ? commandIn(response) : undefined,
  };
}

/** Returns the kind of command that failed, by a header of the response; undefined if none failed. */
export function commandIn(response: HttpResponse): FailedCommand | undefined {
  return failedCommandIn((name) => response.getHeader(name));
}
