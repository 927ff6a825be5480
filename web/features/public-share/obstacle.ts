import { ApiError } from '../../api/http.ts';

/** Reason why a password was rejected. */
export type PasswordRefusal =
  | { readonly kind: 'wrong' }
  | { readonly kind: 'throttled'; readonly seconds: number | undefined }
  | { readonly kind: 'no-connection' }
  | { readonly kind: 'trouble' };

/** Reason why an item cannot be shown. */
export type Obstacle =
  | {
      readonly kind: 'password';
      /** True if an earlier authentication has expired. */
      readonly again: boolean;
      readonly refusal: PasswordRefusal | undefined;
    }
  /** The share or the item does not exist. */
  | { readonly kind: 'gone' }
  /** The owner is not allowed to share. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'throttled'; readonly seconds: number | undefined }
  /** The server is unreachable. */
  | { readonly kind: 'away' }
  | { readonly kind: 'trouble' };

/** Statuses of an unreachable server: no response, or that of a proxy in front of it. */
const AWAY = new Set([0, 502, 503, 504]);

/** Maps a failed request to an obstacle, except a required password. */
export function obstacleOf(failure: unknown): Obstacle {
  if (!(failure instanceof ApiError)) return { kind: 'trouble' };
  const { status, retryAfterSeconds: seconds } = failure;
  if (status === 404 || status === 400) return { kind: 'gone' };
  if (status === 403) return { kind: 'refused' };
  if (status === 429) return { kind: 'throttled', seconds };
  return { kind: AWAY.has(status) ? 'away' : 'trouble' };
}

/** Returns why a password attempt failed; undefined if the password was not the reason. */
export function refusalOf(failure: unknown): PasswordRefusal | undefined {
  if (!(failure instanceof ApiError)) return { kind: 'trouble' };
  const { status, retryAfterSeconds: seconds } = failure;
  if (status === 401) return { kind: 'wrong' };
  if (status === 429) return { kind: 'throttled', seconds };
  if (AWAY.has(status)) return { kind: 'no-connection' };
  return status >= 500 ? { kind: 'trouble' } : undefined;
}
