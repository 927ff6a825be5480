import { type OwnField, type User, userUrl } from '#contract/users.ts';
import { call } from './http.ts';

/** Stores the given preferences of the current user only. */
export async function updateOwnPreferences(
  id: number,
  fields: Partial<Pick<User, Exclude<OwnField, 'password'>>>,
): Promise<void> {
  await call('PUT', userUrl(id), {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ what: 'user', which: Object.keys(fields), data: { id, ...fields } }),
  });
}
