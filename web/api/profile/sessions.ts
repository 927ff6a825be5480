import { type ListedSession, sessionsUrl, sessionUrl } from '#contract/sessions.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callJson } from '../http.ts';

/** Where one is signed in, the last used first. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => callJson<ListedSession[]>('GET', sessionsUrl(), { signal }),
});

/** Signs out one place. Throws ApiError 404 when it has been signed out before. */
export async function endSession(id: string): Promise<void> {
  await call('DELETE', sessionUrl(id));
}

/** Signs out everywhere but here. */
export async function endOtherSessions(): Promise<void> {
  await call('DELETE', sessionsUrl());
}
