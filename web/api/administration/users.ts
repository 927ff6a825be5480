import {
  explainUrl,
  type Explanation,
  RULE_TRIAL_URL,
  type RuleTrial,
  type RuleTrialOutcome,
} from '#contract/rules.ts';
import { type ListedSession, sessionsUrl } from '#contract/sessions.ts';
import {
  belongingsUrl,
  type ListedUser,
  type Rule,
  type User,
  type UserBelongings,
  type UserColumn,
  USERS_URL,
  userUrl,
} from '#contract/users.ts';
import { queryOptions } from '@tanstack/react-query';
import { asJson } from '../as-json.ts';
import { call, callJson } from '../http.ts';
import { callPage, type ListOptions, pagesQuery } from '../pages.ts';

/** Prefix of the keys of all user queries. Invalidating it reloads them all. */
export const USERS_KEY = ['users'] as const;

/** Prefix of the keys of user lists. */
export const USER_LISTS_KEY = [...USERS_KEY, 'list'] as const;

/** Pages of users whose name or scope contains the text. All calls in this file require an administrator. */
export const userPagesQuery = (options: ListOptions<UserColumn>) =>
  pagesQuery<ListedUser, UserColumn>(USER_LISTS_KEY, USERS_URL, options);

/** First users whose name or scope contains the text, as suggestions. */
export const suggestedUsersQuery = (search: string) =>
  queryOptions({
    queryKey: [...USER_LISTS_KEY, 'suggested', search],
    queryFn: ({ signal }) =>
      callPage<ListedUser>(USERS_URL, { limit: MAX_SUGGESTED, search }, { signal }),
  });

const MAX_SUGGESTED = 50;

/** One user. Fails with ApiError 404 if the id does not exist. */
export const userQuery = (id: number) =>
  queryOptions({
    queryKey: [...USERS_KEY, id],
    queryFn: ({ signal }) => callJson<ListedUser>('GET', userUrl(id), { signal }),
  });

export const belongingsQuery = (id: number) =>
  queryOptions({
    queryKey: [...USERS_KEY, id, 'belongings'],
    queryFn: ({ signal }) => callJson<UserBelongings>('GET', belongingsUrl(id), { signal }),
  });

/** Sessions of a user, most recently used first. */
export const sessionsOfQuery = (id: number) =>
  queryOptions({
    queryKey: [...USERS_KEY, id, 'sessions'],
    queryFn: ({ signal }) => callJson<ListedSession[]>('GET', sessionsUrl(id), { signal }),
  });

/** Ends all sessions of a user, except the current session. */
export async function endSessionsOf(id: number): Promise<void> {
  await call('DELETE', sessionsUrl(id));
}

/** Password of the calling administrator, for servers that require it before users are changed. */
type CurrentPassword = string | undefined;

/** Creates a user and returns the new id. Throws ApiError 409 if the name or its home folder is taken. */
export async function createUser(
  fields: Partial<User>,
  currentPassword: CurrentPassword,
): Promise<number> {
  const reply = await send('POST', USERS_URL, { which: [], data: fields }, currentPassword);
  return Number(reply.headers.get('Location')?.split('/').at(-1));
}

/** Stores the given fields only. Throws ApiError 409 if the name is taken. */
export async function updateUser(
  id: number,
  fields: Partial<User>,
  currentPassword: CurrentPassword,
): Promise<void> {
  const change = { which: Object.keys(fields), data: { id, ...fields } };
  await send('PUT', userUrl(id), change, currentPassword);
}

/** Deletes a user. Throws ApiError 403 for the only administrator, and 404 if the user was deleted before. */
export async function deleteUser(id: number, currentPassword: CurrentPassword): Promise<void> {
  await send('DELETE', userUrl(id), { which: [] }, currentPassword);
}

/** Explains each permission of a user at a path, given as the user sees it. */
export const explanationQuery = (id: number, path: string) =>
  queryOptions({
    queryKey: [...USERS_KEY, id, 'explain', path],
    queryFn: ({ signal }) => callJson<Explanation>('GET', explainUrl(id, path), { signal }),
  });

/** Evaluates unsaved rules for a path. */
export function tryRules(
  rules: { global: readonly Rule[]; user: readonly Rule[] },
  path: string,
): Promise<RuleTrialOutcome> {
  const trial: RuleTrial = { global: [...rules.global], user: [...rules.user], path };
  return callJson<RuleTrialOutcome>('POST', RULE_TRIAL_URL, asJson(trial));
}

function send(
  method: string,
  url: string,
  change: object,
  currentPassword: CurrentPassword,
): Promise<Response> {
  const own = currentPassword === undefined ? {} : { current_password: currentPassword };
  return call(method, url, asJson({ what: 'user', ...change, ...own }));
}
