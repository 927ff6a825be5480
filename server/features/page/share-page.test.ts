import { expect, test } from 'vitest';
import { defaultGlobalSettings } from '../../metadata/setting-documents.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { shareOf } from '../../testing/shares.ts';

const FILES = { '/album/day 100%.txt': 'sunny', '/secret/plan.txt': 'hidden' };

async function withOwner(app: TestApp): Promise<Client> {
  return app.logIn({ username: 'olga' });
}

function titleOf(html: string): string | undefined {
  return /<title>([^]*?)<\/title>/.exec(html)?.[1];
}

/** Returns the properties that link previews use, by name. */
function propertiesOf(html: string): Record<string, string> {
  const found = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)" \/>/g);
  return Object.fromEntries([...found].map(([, name = '', content = '']) => [name, content]));
}

test('every address of a share returns the share page, also with a base path', async () => {
  await using app = await startTestApp({ config: { baseUrl: '/fb' } });
  for (const path of [
    '/share',
    '/share/',
    '/share/abcdefgh',
    '/share/abcdefgh/',
    '/share/abcdefgh/sub/100%25%20%23%3F.txt',
    '/share/abcdefgh/%F0%9F%98%80/a%0Ab',
    '/share/abcdefgh?x=1',
    '/share/%3C%2Ftitle%3E',
  ]) {
    const reply = await app.visitor.get(path);
    expect([path, reply.status]).toEqual([path, 200]);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.text).toContain('src="/fb/static/assets/share.js"');
    expect(reply.text).not.toContain('__FB_');
    expect(titleOf(reply.text)).toBe('File Browser');
  }
  for (const path of ['/shared', '/files/share/a', '/shares/abcdefgh']) {
    expect((await app.visitor.get(path)).text).toContain('assets/main.js');
  }
});

test('search engines and other sites do not learn the address of a share', async () => {
  await using app = await startTestApp();
  const { headers } = await app.visitor.get('/share/abcdefgh');
  expect(headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'cache-control': 'no-cache, no-store, must-revalidate',
  });
  expect(headers['content-security-policy']).toContain("script-src 'self' 'nonce-");
  expect((await app.visitor.get('/files/')).headers['x-robots-tag']).toBeUndefined();
});

test('link previews show what is shared', async () => {
  await using app = await startTestApp({ files: FILES });
  const owner = await withOwner(app);
  const folder = await shareOf(owner, '/album/');
  const file = await shareOf(owner, '/album/day%20100%25.txt');

  const ofFolder = (await app.visitor.get(`/share/${folder.hash}`)).text;
  expect(titleOf(ofFolder)).toBe('album – File Browser');
  expect(propertiesOf(ofFolder)).toMatchObject({
    'og:title': 'album',
    'og:site_name': 'File Browser',
    description: 'A folder',
  });
  const ofFile = (await app.visitor.get(`/share/${file.hash}/whatever`)).text;
  expect(propertiesOf(ofFile)).toMatchObject({
    'og:title': 'day 100%.txt',
    'og:description': 'A file of 5 B',
  });
});

test('link previews of shares with a password, and of expired ones, show only the product name', async () => {
  await using app = await startTestApp({ files: FILES });
  const owner = await withOwner(app);
  const locked = await shareOf(owner, '/secret/', { password: 'a long secret' });
  const ended = await shareOf(owner, '/secret/plan.txt');
  await owner.delete(`/api/share/${ended.hash}`);
  const gone = await shareOf(owner, '/album/');
  await owner.delete('/api/resources/album/');

  for (const hash of [locked.hash, ended.hash, gone.hash, 'abcdefgh']) {
    const { text } = await app.visitor.get(`/share/${hash}/plan.txt`);
    expect(titleOf(text)).toBe('File Browser');
    expect(propertiesOf(text)).not.toHaveProperty('description');
    expect(text).not.toMatch(/secret|plan|album/);
  }
});

test('a file name cannot inject HTML into the title or a property', async () => {
  const name = `</title><script>alert(1)<\\script>"'&$&\n\u202e.txt`.replaceAll('/', '');
  const { branding } = defaultGlobalSettings();
  await using app = await startTestApp({
    files: { [`/${name}`]: 'x' },
    settings: { branding: { ...branding, name: '"><b>' } },
  });
  const { hash } = await shareOf(await withOwner(app), `/${encodeURIComponent(name)}`);

  const { text } = await app.visitor.get(`/share/${hash}`);

  expect(text.match(/<script/g)).toHaveLength(2);
  expect(text.match(/<title/g)).toHaveLength(1);
  expect(text).not.toContain('<b>');
  expect(text).not.toContain('\u202e');
  expect(titleOf(text)).toContain('&lt;title&gt;&lt;script&gt;alert(1)');
  expect(propertiesOf(text)['og:title']).toContain('&#34;&#39;&amp;$&amp;');
});
