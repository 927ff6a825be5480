import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LOGO_URL, MAX_LOGO_BYTES } from '#contract/logo.ts';
import { startTestApp } from '../../testing/app.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const ADMIN = { username: 'root', perm: { ...aStoredUser().perm, admin: true } };
const SVG = '<?xml version="1.0"?>\n<!-- ours -->\n<svg xmlns="http://www.w3.org/2000/svg"/>';
const PNG = Buffer.from('89504e470d0a1a0a00', 'hex');
const LOGO = '/static/img/logo.svg?now';

test.each<[string, string | Buffer]>([
  ['image/svg+xml', SVG],
  ['image/svg+xml', `\uFEFF${SVG}`],
  ['image/png', PNG],
  ['image/jpeg', Buffer.from('ffd8ffe000', 'hex')],
  ['image/webp', Buffer.from('RIFF\x04\0\0\0WEBPVP8L', 'latin1')],
])(
  'an uploaded logo of type %s replaces the built-in one, for visitors too',
  async (type, body) => {
    await using app = await startTestApp();
    const admin = await app.logIn(ADMIN);
    expect((await admin.put(LOGO_URL, { body })).status).toBe(200);

    const shown = await app.visitor.get(LOGO);
    expect([shown.status, shown.headers['content-type'], shown.bytes]).toEqual([
      200,
      type,
      Buffer.from(body),
    ]);
    // An SVG image may contain scripts, which never run.
    expect(shown.headers['content-security-policy']).toContain("default-src 'none'");
    expect(shown.headers['x-content-type-options']).toBe('nosniff');
    expect((await admin.get(LOGO_URL)).json()).toEqual({ source: 'uploaded', isUploaded: true });
  },
);

test('pages get another address of the logo after each upload, so that browsers load it again', async () => {
  await using app = await startTestApp();
  const admin = await app.logIn(ADMIN);
  const suffix = async () =>
    /"ImageSuffix":"(\?\d+)"/.exec((await app.visitor.get('/login')).text)?.[1];
  expect(await suffix()).toBeUndefined();
  await admin.put(LOGO_URL, { body: PNG });
  expect(await suffix()).toMatch(/^\?\d{13}$/);
});

test('a removed logo is gone, and the default one is shown', async () => {
  await using app = await startTestApp();
  const admin = await app.logIn(ADMIN);
  const before = await app.visitor.get(LOGO);
  await admin.put(LOGO_URL, { body: PNG });
  expect((await admin.delete(LOGO_URL)).status).toBe(200);
  expect((await admin.get(LOGO_URL)).json()).toEqual({ source: 'default', isUploaded: false });
  expect((await app.visitor.get(LOGO)).bytes).toEqual(before.bytes);
  // Again, it changes nothing.
  expect((await admin.delete(LOGO_URL)).status).toBe(200);
});

test('an uploaded logo survives a restart, and the branding folder comes before it', async () => {
  await using app = await startTestApp();
  const admin = await app.logIn(ADMIN);
  await admin.put(LOGO_URL, { body: PNG });
  await using restarted = await app.restart();
  expect((await restarted.visitor.get(LOGO)).bytes).toEqual(PNG);

  const folder = mkdtempSync(join(tmpdir(), 'filebrowser-logo-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'img'));
  writeFileSync(join(folder, 'img', 'logo.svg'), SVG);
  const again = await restarted.logIn({ ...ADMIN, username: 'other' });
  const body = JSON.stringify({ branding: { files: folder } });
  expect((await again.put('/api/settings', { body })).status).toBe(200);
  expect((await restarted.visitor.get(LOGO)).text).toBe(SVG);
  expect((await again.get(LOGO_URL)).json()).toEqual({ source: 'folder', isUploaded: true });
});

test.each<[string, string | Buffer, number]>([
  ['nothing', '', 400],
  ['text', 'a logo', 400],
  ['a page', '<html><script>alert(1)</script></html>', 400],
  ['a GIF', 'GIF89a', 400],
  ['too many bytes', Buffer.concat([PNG, Buffer.alloc(MAX_LOGO_BYTES)]), 413],
])('%s is refused, and the logo stays', async (_, body, status) => {
  await using app = await startTestApp();
  const admin = await app.logIn(ADMIN);
  await admin.put(LOGO_URL, { body: SVG });
  expect((await admin.put(LOGO_URL, { body })).status).toBe(status);
  expect((await app.visitor.get(LOGO)).text).toBe(SVG);
});

test('only administrators may change the logo, and the audit log names it', async () => {
  await using app = await startTestApp();
  const admin = await app.logIn(ADMIN);
  const anna = await app.logIn();
  for (const refused of [
    await anna.put(LOGO_URL, { body: PNG }),
    await anna.delete(LOGO_URL),
    await anna.get(LOGO_URL),
  ])
    expect(refused.status).toBe(403);
  await admin.put(LOGO_URL, { body: PNG });
  const { entries } = (await admin.get('/api/audit?what=settings-change')).json<{
    entries: { fields?: string[]; status: number }[];
  }>();
  expect(entries.find(({ status }) => status === 200)?.fields).toEqual(['branding.logo']);
});
