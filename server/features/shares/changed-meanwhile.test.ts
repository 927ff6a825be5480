import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import type { Client, Reply } from '../../testing/client.ts';
import { shareOf } from '../../testing/shares.ts';

const SECRET = 'never shared with anybody';

/** Sends three concurrent requests for each path until `end` resolves. Returns all responses. */
async function visitUntil(
  end: Promise<unknown>,
  visitor: Client,
  paths: readonly string[],
): Promise<Reply[]> {
  let isOver = false;
  const replies: Reply[] = [];
  const visit = async (path: string): Promise<void> => {
    while (!isOver) replies.push(await visitor.get(`/api/public/${path}`));
  };
  const visits = paths.flatMap((path) => [visit(path), visit(path), visit(path)]);
  await end;
  isOver = true;
  await Promise.all(visits);
  return replies;
}

async function swapFromOutside(root: string, one: string, other: string): Promise<void> {
  const [here, there, aside] = [join(root, one), join(root, other), join(root, `aside-${one}`)];
  for (let round = 0; round < 150; round += 1) {
    await rename(here, aside);
    await rename(there, here);
    await delay(Math.random() * 3);
    await rename(here, there);
    await rename(aside, here);
    await delay(Math.random() * 3);
  }
}

test('reveals nothing of another entry that has the name of the shared item for a moment', async () => {
  const files = {
    '/a.txt': 'shared',
    '/b.txt': SECRET,
    '/f/x.txt': 'shared',
    '/g/x.txt': SECRET,
    '/g/secret.txt': SECRET,
  };
  await using app = await startTestApp({ files });
  const anna = await app.logIn();
  const { hash: file } = await shareOf(anna, '/a.txt');
  const { hash: folder } = await shareOf(anna, '/f/');
  const swapping = Promise.all([
    swapFromOutside(app.root, 'a.txt', 'b.txt'),
    swapFromOutside(app.root, 'f', 'g'),
  ]);
  const replies = await visitUntil(swapping, app.visitor, [
    `dl/${file}`,
    `share/${file}`,
    `dl/${folder}/x.txt`,
    `dl/${folder}/secret.txt`,
    `dl/${folder}?algo=tar`,
    `dl/${folder}?algo=tar&files=x.txt,secret.txt`,
    `share/${folder}`,
  ]);

  const leaks = replies.filter(({ text }) => /never|secret|"size":25/.test(text));
  expect(leaks.map(({ text }) => text)).toEqual([]);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 404]));
}, 60_000);

test('a share works while its owner saves, moves or renames its item', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'shared', '/f/x.txt': 'shared' } });
  const anna = await app.logIn();
  const { hash: file } = await shareOf(anna, '/a.txt');
  const { hash: folder } = await shareOf(anna, '/f/');
  const act = async (): Promise<void> => {
    for (let round = 0; round < 12; round += 1) {
      const [from, to] = round % 2 === 0 ? ['f', 'g'] : ['g', 'f'];
      await anna.put('/api/resources/a.txt', { body: 'shared' });
      await anna.patch(`/api/resources/${from}?action=rename&destination=%2F${to}`);
    }
  };
  const paths = [`dl/${file}`, `share/${file}`, `dl/${folder}/x.txt`, `dl/${folder}?algo=tar`];
  const replies = await visitUntil(act(), app.visitor, paths);

  expect(replies.length).toBeGreaterThan(20);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
}, 60_000);

test('a share is not created for another item that a symlink above it leads to meanwhile', async () => {
  await using app = await startTestApp({
    files: { '/one/a.txt': 'one', '/two/a.txt': 'two' },
    config: { storage: 'folder' },
  });
  await symlink('one', join(app.root, 'link'));
  const anna = await app.logIn();
  for (const path of ['/one/a.txt', '/two/a.txt']) await shareOf(anna, path);
  const stored = () => app.db.read.selectFrom('share').select(['place', 'item']).execute();
  const items = new Map((await stored()).map(({ place, item }) => [place, item]));
  const statuses = new Set<number>();
  // The symlink changes while passwords are hashed, one after another. Nothing says how many requests have followed it before.
  for (let round = 0; !statuses.has(423); round += 1) {
    const body = JSON.stringify({ password: 'secret' });
    const making = Array.from({ length: 20 }, () => anna.post('/api/share/link/a.txt', { body }));
    await Promise.race(making);
    await symlink(round % 2 === 0 ? 'two' : 'one', join(app.root, 'later'));
    await rename(join(app.root, 'later'), join(app.root, 'link'));
    for (const { status } of await Promise.all(making)) statuses.add(status);
    for (const { place, item } of await stored()) expect(item).toBe(items.get(place));
  }
  expect(statuses).toEqual(new Set([200, 423]));
}, 60_000);
