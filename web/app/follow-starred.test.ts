import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { starredQuery } from '../api/places.ts';
import { changeStars } from '../state/starred.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { followStarred } from './follow-starred.ts';

test('a list that was requested before a star was stored is read again', async () => {
  fakeServer()
    .on('GET', '/api/starred', { json: [] })
    .on('PUT', '/api/starred/docs', { status: 204 });
  const queries = new QueryClient();
  const stop = followStarred(queries);
  const { queryKey } = starredQuery;
  await vi.waitFor(() => expect(queries.getQueryData(queryKey)).toEqual([]));
  await changeStars([{ path: '/docs' }], true);
  expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true);
  stop();
});
