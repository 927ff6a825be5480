import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aTokenUser, fakeServer } from '../testing/fake-server.ts';
import { session } from './session.ts';
import { changeStars, isStarred, starred } from './starred.ts';

const docs = { path: '/docs' };
const photos = { path: '/photos' };

beforeEach(() => {
  session.setState({ user: aTokenUser({ id: 1 }) });
  starred.setState({ paths: new Set() });
});
afterEach(() => session.setState({ user: undefined }));

test('a star that is removed before it is stored is gone at last', async () => {
  const { promise: isStored, resolve: store } = resolvable();
  const server = fakeServer()
    .on('PUT', '/api/starred/docs', () => isStored.then(() => ({ status: 204 })))
    .on('DELETE', '/api/starred/docs', { status: 204 });
  const adding = changeStars([docs], true);
  const removing = changeStars([docs], false);
  await vi.waitFor(() => expect(server.calls).toHaveLength(1));
  store();
  await Promise.all([adding, removing]);
  expect(server.calls.map(({ method }) => method)).toEqual(['PUT', 'DELETE']);
  expect(isStarred(docs)).toBe(false);
});

test('only items whose star could not be stored lose it again', async () => {
  fakeServer()
    .on('PUT', '/api/starred/docs', { status: 204 })
    .on('PUT', '/api/starred/photos', { status: 500 });
  const { ended } = starred.getState();
  await expect(changeStars([docs, photos], true)).rejects.toMatchObject({ status: 500 });
  expect([isStarred(docs), isStarred(photos)]).toEqual([true, false]);
  expect(starred.getState()).toMatchObject({ ended: ended + 1, pending: 0 });
});

test.each([
  ['removed', [true, false], [500, 500], false],
  ['removed and added again', [true, false, true], [500, 204, 204], true],
  ['added, removed and added again', [true, false, true], [204, 204, 500], false],
])(
  'a star that is %s while earlier changes wait is as the server has it at last',
  async (_, changes, statuses, isStored) => {
    const replies = [...statuses];
    const reply = () => ({ status: replies.shift() ?? 404 });
    fakeServer().on('PUT', '/api/starred/docs', reply).on('DELETE', '/api/starred/docs', reply);
    await Promise.allSettled(changes.map((wanted) => changeStars([docs], wanted)));
    expect(replies).toEqual([]);
    expect(isStarred(docs)).toBe(isStored);
  },
);

test.each([
  ['another user', 2],
  ['the same user', 1],
])('stars that wait when the session ends are not stored, also when %s logs in', async (_, id) => {
  const { promise: isStored, resolve: store } = resolvable();
  const server = fakeServer().on('PUT', '/api/starred/docs', () =>
    isStored.then(() => ({ status: 204 })),
  );
  const changes = Promise.all([changeStars([docs], true), changeStars([photos], true)]);
  await vi.waitFor(() => expect(server.calls).toHaveLength(1));
  session.setState({ user: undefined });
  session.setState({ user: aTokenUser({ id }) });
  store();
  await changes;
  expect(server.calls).toHaveLength(1);
  expect(isStarred(photos)).toBe(false);
});

/** Returns a promise with the function that resolves it. */
function resolvable(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
