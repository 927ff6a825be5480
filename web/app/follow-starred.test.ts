import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { starredQuery } from '../api/places.ts';
import { changeStars, starred } from '../state/starred.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { followStarred } from './follow-starred.ts';

beforeEach(() => starred.setState({ paths: new Set() }));

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

test('a list that arrives after a star was stored, and was requested before, is read again', async () => {
  let list: readonly { path: string }[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  fakeServer()
    .on('GET', '/api/starred', () => {
      const json = list;
      return held.then(() => ({ json }));
    })
    .on('PUT', '/api/starred/docs', () => {
      list = [{ path: '/docs' }];
      return { status: 204 };
    });
  const queries = new QueryClient();
  const stop = followStarred(queries);
  await changeStars([{ path: '/docs' }], true);
  release();
  const { queryKey } = starredQuery;
  await vi.waitFor(() => expect(queries.getQueryData(queryKey)).toBeDefined());
  expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true);
  stop();
});
