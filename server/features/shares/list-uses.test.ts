import { expect, test } from 'vitest';
import type { ShareUses } from '#contract/shares.ts';
import type { NewShareUse } from '../../metadata/share-uses.ts';
import { startTestApp } from '../../testing/app.ts';
import { recordUses, shareOf, sharesSeen } from '../../testing/shares.ts';

test('lists uses page by page, the newest first, and counts them in the list of shares', async () => {
  await using app = await startTestApp({ files: { '/a.txt': '', '/b.txt': '' } });
  const anna = await app.logIn();
  const { hash } = await shareOf(anna, '/a.txt');
  const other = await shareOf(anna, '/b.txt');
  const uses = Array.from({ length: 120 }, (_, index): NewShareUse => ({
    hash,
    kind: index % 2 === 0 ? 'opened' : 'downloaded',
    at: index * 1_000,
    address: '2001:db8::1',
    path: '/',
    bytes: index,
    whole: index !== 119,
  }));
  const ofOther = uses.slice(0, 1).map((use) => ({ ...use, hash: other.hash }));
  await recordUses(app.db, [...uses, ...ofOther]);

  const ask = async (query = '') =>
    (await anna.get(`/api/links/${hash}/uses${query}`)).json<ShareUses>();
  const first = await ask();
  expect(first.uses[0]).toEqual({
    id: expect.any(Number),
    kind: 'downloaded',
    time: '1970-01-01T00:01:59.000Z',
    address: '2001:db8::1',
    path: '/',
    bytes: 119,
    whole: false,
  });
  const second = await ask(`?before=${first.uses.at(-1)?.id}`);
  const third = await ask(`?before=${second.uses.at(-1)?.id}`);
  expect([first, second, third].map(({ uses, more }) => [uses.length, more])).toEqual([
    [50, true],
    [50, true],
    [20, false],
  ]);
  const all = [first, second, third].flatMap(({ uses }) => uses.map(({ bytes }) => bytes));
  expect(all).toEqual(Array.from({ length: 120 }, (_, index) => 119 - index));

  const [listed] = await sharesSeen(anna, '/api/share/a.txt');
  expect(listed).toMatchObject({
    opened: 60,
    downloaded: 60,
    lastUsed: '1970-01-01T00:01:59.000Z',
  });
});

test('lists no uses of an unused share', async () => {
  await using app = await startTestApp({ files: { '/a.txt': '' } });
  const anna = await app.logIn();
  const { hash } = await shareOf(anna, '/a.txt');
  const reply = await anna.get(`/api/links/${hash}/uses`);
  expect(reply.json<ShareUses>()).toEqual({ uses: [], more: false });
});

test('refuses an invalid position', async () => {
  await using app = await startTestApp({ files: { '/a.txt': '' } });
  const anna = await app.logIn();
  const { hash } = await shareOf(anna, '/a.txt');
  for (const before of ['x', '-1', '1.5', '', '1e3', '9999999999999999999']) {
    const { status } = await anna.get(`/api/links/${hash}/uses?before=${before}`);
    expect([before, status]).toEqual([before, 400]);
  }
});
