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

test('a list that was requested before stars were stored does not remove them', async () => {
  const stars: { path: string }[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = fakeServer().on('GET', '/api/starred', async () => {
    const json = [...stars];
    await held;
    return { json };
  });
  for (const name of ['docs', 'photos']) {
    server.on('PUT', `/api/starred/${name}`, () => {
      stars.push({ path: `/${name}` });
      return { status: 204 };
    });
  }
  const queries = new QueryClient();
  const stop = followStarred(queries);
  const changes = [
    changeStars([{ path: '/docs' }], true),
    changeStars([{ path: '/photos' }], true),
  ];
  release();
  await Promise.all(changes);
  const shown = () => [...starred.getState().paths].toSorted();
  expect(shown()).toEqual(['/docs', '/photos']);
  await vi.waitFor(() => expect(queries.getQueryData(starredQuery.queryKey)).toHaveLength(2));
  expect(shown()).toEqual(['/docs', '/photos']);
  stop();
});
