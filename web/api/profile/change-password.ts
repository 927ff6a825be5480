import { userUrl } from '#contract/users.ts';
import { call } from '../http.ts';

export interface PasswordChange {
  /** Left out where it is not asked for. */
  readonly current: string | undefined;
  readonly wanted: string;
}

/**
 * Changes one's own password, which ends all other sessions. Throws ApiError 400 when the present one is wrong or the new one
 * is refused, 403 when it is locked.
 */
export async function changeOwnPassword(
  id: number,
  { current, wanted }: PasswordChange,
): Promise<void> {
  await call('PUT', userUrl(id), {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      what: 'user',
      which: ['password'],
      current_password: current,
      data: { id, password: wanted },
    }),
  });
}
