import { mkdir, mkdtemp, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const ADMIN = { username: 'root', perm: { ...aStoredUser().perm, admin: true } };
const ICON = '<link rel="icon" href="/__FB_STATIC__/img/icons/favicon.svg" type="image/svg+xml" />';

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'filebrowser-branding-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await fill(folder, files);
  return folder;
}

async function fill(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, contents] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), contents);
  }
}

/** A page with a logo and an icon of its own, as the built one has them. */
async function builtPage(): Promise<URL> {
  const html = `<html><head>${ICON}<!--FB_HEAD--></head><body>\n  </body></html>`;
  const folder = await folderWith({
    'index.html': html,
    'share.html': html,
    'img/logo.svg': '<svg id="ours"/>',
    'img/icons/favicon.svg': '<svg id="our icon"/>',
  });
  return pathToFileURL(`${folder}/`);
}

async function setFolder(admin: Client, files: string): Promise<void> {
  const body = JSON.stringify({ branding: { files } });
  expect((await admin.put('/api/settings', { body })).status).toBe(200);
}

async function startBranded(files: Readonly<Record<string, string>>) {
  const folder = await folderWith(files);
  const app = await startTestApp({ page: await builtPage() });
  const admin = await app.logIn(ADMIN);
  await setFolder(admin, folder);
  return { app, admin, folder };
}

function logoOf(app: TestApp) {
  return app.visitor.get('/static/img/logo.svg?now');
}

test('custom.css and pictures of the folder are handed out, and the built-in ones where it has none', async () => {
  const { app, folder } = await startBranded({
    'custom.css': 'body { color: red; }\n',
    'img/logo.svg': '<svg id="theirs"/>',
    'img/deep/er/photo.jpg': 'jpeg',
    'img/note.txt': 'a note\n',
  });
  await using _ = app;

  const css = await app.visitor.get('/static/custom.css');
  expect(css).toMatchObject({ status: 200, text: 'body { color: red; }\n' });
  expect(css.headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=86400',
    'accept-ranges': 'bytes',
  });
  const { mtime } = await stat(join(folder, 'custom.css'));
  expect(css.headers['last-modified']).toBe(mtime.toUTCString());

  const logo = await logoOf(app);
  expect(logo.text).toBe('<svg id="theirs"/>');
  expect(logo.headers['content-type']).toBe('image/svg+xml');
  expect(String(logo.headers['content-security-policy'])).toMatch(/default-src 'none'.*sandbox/);
  const photo = await app.visitor.get('/static/img/deep/er/photo.jpg');
  expect([photo.status, photo.headers['content-type']]).toEqual([200, 'image/jpeg']);
  const note = await app.visitor.get('/static/img/note.txt');
  expect([note.text, note.headers['content-type']]).toEqual([
    'a note\n',
    'text/plain; charset=utf-8',
  ]);
  const icon = await app.visitor.get('/static/img/icons/favicon.svg');
  expect([icon.status, icon.text]).toEqual([200, '<svg id="our icon"/>']);
});

test('nothing else in the folder is handed out, no page, no script, nothing outside of it', async () => {
  const { app, folder } = await startBranded({
    'other.txt': 'secret',
    'img/page.html': '<script>1</script>',
    'img/script.js': '1',
    'img/data.json': '{}',
    'img/noextension': 'x',
    'assets/main.js': '1',
    'manifest.json': '{"name":"theirs"}',
    'img/sub/custom.css': 'p {}',
  });
  await using _ = app;
  const outside = await folderWith({ 'secret.png': 'secret', 'custom.css': 'secret' });
  await symlink(join(outside, 'secret.png'), join(folder, 'img/out.png'));
  await symlink(join(outside, 'custom.css'), join(folder, 'custom.css'));
  await symlink(outside, join(folder, 'img/away'));
  await mkdir(join(folder, 'img/folder.png'));
  for (const path of [
    '/static/other.txt',
    '/static/branding/other.txt',
    '/static/img/page.html',
    '/static/img/script.js',
    '/static/img/data.json',
    '/static/img/noextension',
    '/static/img/sub/custom.css',
    '/static/img/out.png',
    '/static/img/away/secret.png',
    '/static/img/folder.png',
    '/static/custom.css',
    '/static/img/',
    '/static/img',
  ]) {
    const { status } = await app.visitor.get(path);
    expect([path, status]).toEqual([path, 404]);
  }
  expect((await app.visitor.get('/static/img/../other.txt')).status).toBe(400);
  expect((await app.visitor.get('/static/img/%2e%2e/other.txt')).status).toBe(400);
  expect((await app.visitor.get('/static/manifest.json')).text).toContain('"name":"File Browser"');
  expect((await app.visitor.get('/')).text).not.toContain('custom.css');
});

test('a file that is too large is not used', async () => {
  const { app, folder } = await startBranded({ 'img/logo.svg': 'x' });
  await using _ = app;
  await writeFile(join(folder, 'img/logo.svg'), Buffer.alloc(8 * 1024 * 1024 + 1));
  expect((await logoOf(app)).text).toBe('<svg id="ours"/>');
});

test('the pages load custom.css at their end, and pictures regardless of caches', async () => {
  const { app, folder } = await startBranded({ 'custom.css': 'p {}' });
  await using _ = app;
  for (const address of ['/', '/login', '/share/abc']) {
    const { text } = await app.visitor.get(address);
    expect(text).toContain('"CSS":true');
    expect(text).toMatch(/<link rel="stylesheet" href="\/static\/custom\.css\?now" \/>\s*<\/body>/);
    expect(text).toContain('href="/static/img/icons/favicon.svg?now"');
    expect(text).toContain('"ImageSuffix":"?now"');
  }
  await rm(join(folder, 'custom.css'));
  const { text } = await app.visitor.get('/');
  expect(text).toContain('"CSS":false');
  expect(text).not.toContain('custom.css');
});

test('a logo that is changed shows at once, and one that is not is not sent again', async () => {
  const { app, folder } = await startBranded({ 'img/logo.svg': '<svg id="first"/>' });
  await using _ = app;
  const first = await logoOf(app);
  expect(first.headers['cache-control']).toBe('no-cache');
  const headers = { 'if-none-match': String(first.headers['etag']) };
  const since = { 'if-modified-since': String(first.headers['last-modified']) };
  expect((await app.visitor.get('/static/img/logo.svg?now', { headers })).status).toBe(304);
  expect((await app.visitor.get('/static/img/logo.svg?now', { headers: since })).status).toBe(304);
  expect((await app.visitor.head('/static/img/logo.svg?now')).status).toBe(200);

  await writeFile(join(folder, 'img/logo.svg'), '<svg id="second one"/>');
  const second = await app.visitor.get('/static/img/logo.svg?now', { headers });
  expect([second.status, second.text]).toEqual([200, '<svg id="second one"/>']);
});

test('another setting, and a replaced folder, have an effect at once', async () => {
  const { app, admin, folder } = await startBranded({ 'img/logo.svg': '<svg id="first"/>' });
  await using _ = app;
  expect((await logoOf(app)).text).toBe('<svg id="first"/>');

  const other = await folderWith({ 'img/logo.svg': '<svg id="other"/>' });
  await setFolder(admin, other);
  expect((await logoOf(app)).text).toBe('<svg id="other"/>');

  const fresh = await folderWith({ 'img/logo.svg': '<svg id="fresh"/>' });
  await rename(other, `${other}.old`);
  onTestFinished(() => rm(`${other}.old`, { recursive: true, force: true }));
  await rename(fresh, other);
  expect((await logoOf(app)).text).toBe('<svg id="fresh"/>');

  await rm(other, { recursive: true });
  expect((await logoOf(app)).text).toBe('<svg id="ours"/>');
  expect((await app.visitor.get('/')).status).toBe(200);
  await fill(other, { 'img/logo.svg': '<svg id="again"/>' });
  expect((await logoOf(app)).text).toBe('<svg id="again"/>');

  await setFolder(admin, '');
  expect((await logoOf(app)).text).toBe('<svg id="ours"/>');
  expect((await app.visitor.get('/')).text).not.toContain('ImageSuffix');
  await setFolder(admin, folder);
  expect((await logoOf(app)).text).toBe('<svg id="first"/>');
});

test('concurrent requests are answered while the folder changes', async () => {
  const { app, admin, folder } = await startBranded({ 'img/logo.svg': '<svg id="first"/>' });
  await using _ = app;
  const other = await folderWith({ 'img/logo.svg': '<svg id="other"/>' });
  const asking = Array.from({ length: 100 }, () => logoOf(app));
  await setFolder(admin, other);
  asking.push(...Array.from({ length: 100 }, () => logoOf(app)));
  await setFolder(admin, folder);
  asking.push(...Array.from({ length: 100 }, () => logoOf(app)));
  for (const { status, text } of await Promise.all(asking)) {
    expect(status).toBe(200);
    expect(['<svg id="first"/>', '<svg id="other"/>']).toContain(text);
  }
});
