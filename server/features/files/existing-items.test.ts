import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExistingItem, ExistingItems } from '#contract/existing.ts';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';

const UGLY = 'a #1 100%? “b” 🙂 שלום\n.txt';
const FILES = {
  '/docs/plan.txt': 'plan',
  '/docs/plan(1).txt': 'x',
  '/docs/photos/2024/a.jpg': 'abc',
  '/docs/secret/key': 'k',
  [`/docs/${UGLY}`]: 'ugly',
};

type Caller = Awaited<ReturnType<Awaited<ReturnType<typeof startTestApp>>['logIn']>>;

async function ask(user: Caller, folder: string, paths: readonly string[]) {
  const reply = await user.post(`/api/existing${folder}`, { body: JSON.stringify({ paths }) });
  expect(reply.status).toBe(200);
  return reply.json<ExistingItems>().items;
}

const brief = ({ path, isDir, size, freeName }: ExistingItem) => [
  path,
  isDir ? 'folder' : size,
  freeName,
];

test('the taken ones among names and paths are answered in their order, with a free name', async () => {
  await using app = await startTestApp({ files: FILES });
  const anna = await app.logIn();
  const paths = ['photos', 'new.txt', UGLY, 'photos/2024/a.jpg', 'none/below.txt', 'plan.txt'];
  const items = await ask(anna, '/docs/', paths);
  expect(items.map(brief)).toEqual([
    ['photos', 'folder', 'photos(1)'],
    [UGLY, Buffer.byteLength('ugly'), UGLY.replace('.txt', '(1).txt')],
    ['photos/2024/a.jpg', 3, undefined],
    ['plan.txt', 4, 'plan(2).txt'],
  ]);
  expect(Date.parse(items[0]?.modified ?? '')).toBeGreaterThan(0);
});

test('a path below a file and names that no entry can have do not refuse the other paths', async () => {
  const long = `${'x'.repeat(250)}.txt`;
  await using app = await startTestApp({ files: { ...FILES, [`/docs/${long}`]: 'long' } });
  const anna = await app.logIn();
  const paths = ['plan.txt/a.jpg', long, '\u{fffd}.txt', 'x'.repeat(300), 'plan.txt'];
  expect((await ask(anna, '/docs/', paths)).map(brief)).toEqual([
    [long, 4, undefined],
    ['plan.txt', 4, 'plan(2).txt'],
  ]);
});

test('what a user may not see is not told, and nothing leads out of the home', async () => {
  await using app = await startTestApp({ files: { ...FILES, '/outside.txt': 'o' } });
  const rules = [{ regex: false, allow: false, path: '/secret', regexp: { raw: '' } }];
  const anna = await app.logIn({ scope: '/docs', rules });
  await symlink('../outside.txt', join(app.root, 'docs/out.txt'));
  const paths = ['secret', 'secret/key', '../outside.txt', '/plan.txt', '', 'a//b', 'out.txt'];
  // A link that leads out takes its name, as in a listing.
  expect((await ask(anna, '/', paths)).map(({ path }) => path)).toEqual(['out.txt']);
});

test('a file, a missing folder, a forbidden one and too many paths are refused', async () => {
  await using app = await startTestApp({ files: FILES });
  const rules = [{ regex: false, allow: false, path: '/docs/secret', regexp: { raw: '' } }];
  const anna = await app.logIn({ rules });
  const statusOf = async (folder: string, body: unknown) =>
    (await anna.post(`/api/existing${folder}`, { body: JSON.stringify(body) })).status;
  expect(await statusOf('/docs/plan.txt', { paths: ['a'] })).toBe(400);
  expect(await statusOf('/none/', { paths: ['a'] })).toBe(404);
  expect(await statusOf('/docs/secret/', { paths: ['key'] })).toBe(403);
  expect(await statusOf('/docs/', { paths: Array.from({ length: 5_001 }, String) })).toBe(400);
  expect(await statusOf('/docs/', { paths: 'a' })).toBe(400);
});
