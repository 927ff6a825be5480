import { type OwnField, type User, userUrl } from '#contract/users.ts';
import { call } from './http.ts';

/** Changes what users may change about themselves; only the given fields. */
export async function updateOwnPreferences(
  id: number,
  fields: Partial<Pick<User, Exclude<OwnField, 'password'>>>,
): Promise<void> {
  await call('PUT', userUrl(id), {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ what: 'user', which: Object.keys(fields), data: { id, ...fields } }),
  });
}
