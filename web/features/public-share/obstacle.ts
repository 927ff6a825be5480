import { ApiError } from '../../api/http.ts';

/** Why a password was not taken. */
export type PasswordRefusal =
  | { readonly kind: 'wrong' }
  | { readonly kind: 'throttled'; readonly seconds: number | undefined }
  | { readonly kind: 'no-connection' }
  | { readonly kind: 'trouble' };

/** What stands between a visitor and what they came for. */
export type Obstacle =
  | {
      readonly kind: 'password';
      /** They had been let in before, and the time of that is over. */
      readonly again: boolean;
      readonly refusal: PasswordRefusal | undefined;
    }
  /** No such link, or nothing at this place of it. */
  | { readonly kind: 'gone' }
  /** Its owner may not share it. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'throttled'; readonly seconds: number | undefined }
  /** The server, or the network, is away. */
  | { readonly kind: 'away' }
  | { readonly kind: 'trouble' };

/** Answers of a proxy whose server is being restarted. */
const AWAY = new Set([0, 502, 503, 504]);

/** What a failed look at a place means, save that a password is needed. */
export function obstacleOf(failure: unknown): Obstacle {
  if (!(failure instanceof ApiError)) return { kind: 'trouble' };
  const { status, retryAfterSeconds: seconds } = failure;
  if (status === 404 || status === 400) return { kind: 'gone' };
  if (status === 403) return { kind: 'refused' };
  if (status === 429) return { kind: 'throttled', seconds };
  return { kind: AWAY.has(status) ? 'away' : 'trouble' };
}

/** Why a try with a password has failed; undefined where the password was not the matter. */
export function refusalOf(failure: unknown): PasswordRefusal | undefined {
  if (!(failure instanceof ApiError)) return { kind: 'trouble' };
  const { status, retryAfterSeconds: seconds } = failure;
  if (status === 401) return { kind: 'wrong' };
  if (status === 429) return { kind: 'throttled', seconds };
  if (AWAY.has(status)) return { kind: 'no-connection' };
  return status >= 500 ? { kind: 'trouble' } : undefined;
}
