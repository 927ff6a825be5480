import { expect, test } from 'vitest';
import type { PublicFile, PublicFolder, Share } from '#contract/shares.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';

const FILES = {
  '/docs/b.txt': 'bee',
  '/docs/sub/c.txt': 'sea',
  '/docs/sub/page.html': '<script>1</script>',
  '/docsecret/d.txt': 'secret',
  '/a.txt': 'hello',
};

async function linkTo(who: Client, path: string, body: object = {}): Promise<string> {
  const reply = await who.post(`/api/share${path}`, { body: JSON.stringify(body) });
  if (reply.status !== 200) throw new Error(`no link: ${reply.status} ${reply.text}`);
  return reply.json<Share>().hash;
}

async function start(files: Readonly<Record<string, string>> = FILES): Promise<{
  app: TestApp;
  anna: Client;
  anybody: Client;
}> {
  const app = await startTestApp({ files });
  return { app, anna: await app.logIn(), anybody: app.visitor };
}

test('a visitor of a folder lists it and downloads its entries', async () => {
  const { app, anna, anybody } = await start();
  await using _ = app;
  const hash = await linkTo(anna, '/docs/');

  const folder = (await anybody.get(`/api/public/share/${hash}`)).json<PublicFolder>();
  expect(folder).toMatchObject({
    path: '/',
    name: 'docs',
    isDir: true,
    numDirs: 1,
    numFiles: 1,
    sorting: { by: 'name', asc: false },
  });
  expect(folder.items.map(({ path }) => path)).toEqual(['/sub', '/b.txt']);
  expect(folder).not.toHaveProperty('token');

  const below = (await anybody.get(`/api/public/share/${hash}/sub/`)).json<PublicFolder>();
  expect([below.path, below.name]).toEqual(['/sub', 'sub']);
  expect(below.items.map(({ path }) => path)).toEqual(['/sub/c.txt', '/sub/page.html']);

  const file = (await anybody.get(`/api/public/share/${hash}/sub/c.txt`)).json<PublicFile>();
  expect(file).toMatchObject({ path: '/sub/c.txt', name: 'c.txt', type: 'text' });
  expect(file).not.toHaveProperty('content');

  const reply = await anybody.get(`/api/public/dl/${hash}/sub/c.txt`);
  expect([reply.status, reply.text]).toEqual([200, 'sea']);
  const zip = await anybody.get(`/api/public/dl/${hash}/`);
  expect(zip.headers['content-disposition']).toBe("attachment; filename*=utf-8''docs.zip");
  const inline = await anybody.get(`/api/public/dl/${hash}/sub/page.html?inline=true`);
  expect(inline.headers['content-type']).toMatch(/^text\/plain/);
});

test('every path below a shared file means the file', async () => {
  const { app, anna, anybody } = await start();
  await using _ = app;
  const hash = await linkTo(anna, '/a.txt');

  for (const end of ['', '/', '/any/name.txt']) {
    const shared = (await anybody.get(`/api/public/share/${hash}${end}`)).json<PublicFile>();
    expect(shared).toMatchObject({ path: '', name: 'a.txt', size: 5, type: 'text' });
    const reply = await anybody.get(`/api/public/dl/${hash}${end}`);
    expect([reply.status, reply.text]).toEqual([200, 'hello']);
    expect(reply.headers['content-disposition']).toBe("attachment; filename*=utf-8''a.txt");
  }
});
