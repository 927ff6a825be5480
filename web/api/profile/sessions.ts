import { type ListedSession, sessionsUrl, sessionUrl } from '#contract/sessions.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callJson } from '../http.ts';

/** Sessions of the current user, most recently used first. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => callJson<ListedSession[]>('GET', sessionsUrl(), { signal }),
});

/** Ends one session. Throws ApiError 404 if it has ended before. */
export async function endSession(id: string): Promise<void> {
  await call('DELETE', sessionUrl(id));
}

/** Ends all sessions except the current one. */
export async function endOtherSessions(): Promise<void> {
  await call('DELETE', sessionsUrl());
}
