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
import { call, callJson } from '../http.ts';
import { callPage, type ListAsked, pagesQuery } from '../pages.ts';

/** What all queries of users begin with: invalidating it asks for all of them anew. */
export const USERS_KEY = ['users'] as const;

/** What the queries of lists of users begin with. */
export const USER_LISTS_KEY = [...USERS_KEY, 'list'] as const;

/** All users whose name or scope contains the text, page by page. For administrators, as all of these calls. */
export const userPagesQuery = (asked: ListAsked<UserColumn>) =>
  pagesQuery<ListedUser, UserColumn>(USER_LISTS_KEY, USERS_URL, asked);

/** Some users whose names or scopes contain the text, to choose from. */
export const suggestedUsersQuery = (search: string) =>
  queryOptions({
    queryKey: [...USER_LISTS_KEY, 'suggested', search],
    queryFn: ({ signal }) =>
      callPage<ListedUser>(USERS_URL, { limit: MOST_SUGGESTED, search }, { signal }),
  });

const MOST_SUGGESTED = 50;

/** Fails with ApiError 404 when nobody has this id. */
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

/** Where a user is signed in, the last used first. */
export const sessionsOfQuery = (id: number) =>
  queryOptions({
    queryKey: [...USERS_KEY, id, 'sessions'],
    queryFn: ({ signal }) => callJson<ListedSession[]>('GET', sessionsUrl(id), { signal }),
  });

/** Signs a user out everywhere; oneself everywhere but here. */
export async function endSessionsOf(id: number): Promise<void> {
  await call('DELETE', sessionsUrl(id));
}

/** One's own password, for servers that ask for it before users are changed. */
type CurrentPassword = string | undefined;

/** Resolves with the id of the new user. Throws ApiError 409 when the name, or the home made for it, is taken. */
export async function createUser(
  fields: Partial<User>,
  currentPassword: CurrentPassword,
): Promise<number> {
  const reply = await send('POST', USERS_URL, { which: [], data: fields }, currentPassword);
  return Number(reply.headers.get('Location')?.split('/').at(-1));
}

/** Changes the fields that are given, and no others. Throws ApiError 409 when the name is taken. */
export async function updateUser(
  id: number,
  fields: Partial<User>,
  currentPassword: CurrentPassword,
): Promise<void> {
  const change = { which: Object.keys(fields), data: { id, ...fields } };
  await send('PUT', userUrl(id), change, currentPassword);
}

/** Throws ApiError 403 for the only administrator, 404 when they have gone before. */
export async function deleteUser(id: number, currentPassword: CurrentPassword): Promise<void> {
  await send('DELETE', userUrl(id), { which: [] }, currentPassword);
}

/** May this user do what at this path, and why not? The path as the user sees it. */
export const explanationQuery = (id: number, path: string) =>
  queryOptions({
    queryKey: [...USERS_KEY, id, 'explain', path],
    queryFn: ({ signal }) => callJson<Explanation>('GET', explainUrl(id, path), { signal }),
  });

/** What rules that are not saved yet would say of a path. */
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

function asJson(body: unknown): RequestInit {
  return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}
