import { userUrl } from '#contract/users.ts';
import { call } from '../http.ts';

export interface PasswordChange {
  /** Undefined if the server does not require it. */
  readonly current: string | undefined;
  readonly wanted: string;
}

/**
 * Changes the password of the current user, which ends all other sessions. Throws ApiError 400 if the current
 * password is wrong or the new one is rejected, 403 if it is locked.
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
