import { expect, test } from 'vitest';
import { changeShareUrl, type Share, SHARE_PASSWORD_HEADER } from '#contract/shares.ts';
import { startTestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { shareOf, sharesSeen } from '../../testing/shares.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const FILES = { '/home/anna/a.txt': 'one' };
const ANNA = { username: 'anna', scope: '/home/anna' };

const change = (who: Client, { hash }: Share, body: object) =>
  who.patch(changeShareUrl(hash), { body: JSON.stringify(body) });

test('a share gets another expiry and password, and keeps what is not sent', async () => {
  await using app = await startTestApp({ files: FILES });
  const anna = await app.logIn(ANNA);
  const share = await shareOf(anna, '/a.txt', { password: 'first password' });
  const asVisitor = async (password: string) =>
    (
      await app.visitor.get(`/api/public/share/${share.hash}`, {
        headers: { [SHARE_PASSWORD_HEADER]: encodeURIComponent(password) },
      })
    ).status;

  const ended = (await change(anna, share, { expires: '2', unit: 'days' })).json<Share>();
  const inTwoDays = Date.now() / 1_000 + 2 * 86_400;
  expect(Math.abs(ended.expire - inTwoDays)).toBeLessThan(60);
  expect(ended.hasPassword).toBe(true);
  expect(await asVisitor('first password')).toBe(200);

  await change(anna, share, { password: 'second password' });
  expect(await asVisitor('first password')).toBe(401);
  expect(await asVisitor('second password')).toBe(200);
  expect((await sharesSeen(anna))[0]?.expire).toBe(ended.expire);

  const open = (await change(anna, share, { password: '', expires: '0' })).json<Share>();
  expect(open).toMatchObject({ hasPassword: false, expire: 0, state: 'live' });
  expect(await asVisitor('')).toBe(200);
});

test('only the owner and administrators change a share, and only to valid values', async () => {
  await using app = await startTestApp({ files: FILES });
  const anna = await app.logIn(ANNA);
  const bert = await app.logIn({ username: 'bert', scope: '/home' });
  const perm = { ...aStoredUser().perm, admin: true };
  const admin = await app.logIn({ username: 'root', perm });
  const share = await shareOf(anna, '/a.txt');

  expect((await change(bert, share, { expires: '1' })).status).toBe(403);
  expect((await change(app.visitor, share, { expires: '1' })).status).toBe(401);
  expect((await change(anna, { ...share, hash: 'none' }, { expires: '1' })).status).toBe(404);
  expect((await change(anna, share, { expires: '-1' })).status).toBe(400);
  expect((await change(anna, share, { expires: '1', unit: 'years' })).status).toBe(400);
  expect((await sharesSeen(anna))[0]?.expire).toBe(0);
  expect((await change(admin, share, { expires: '1' })).status).toBe(200);
  expect((await sharesSeen(anna))[0]?.expire).toBeGreaterThan(0);
});

test('changes of the password and of the expiry at the same time are both kept', async () => {
  await using app = await startTestApp({ files: FILES });
  const anna = await app.logIn(ANNA);
  const share = await shareOf(anna, '/a.txt');
  const replies = await Promise.all([
    change(anna, share, { password: 'a long password' }),
    change(anna, share, { expires: '2', unit: 'days' }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  const [seen] = await sharesSeen(anna);
  expect(seen?.hasPassword).toBe(true);
  expect(seen?.expire).toBeGreaterThan(0);
});
