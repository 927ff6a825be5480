import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { defaultGlobalSettings } from '../../metadata/setting-documents.ts';
import { startTestApp } from '../../testing/app.ts';

interface Manifest {
  readonly icons: readonly { readonly src: string; readonly purpose: string }[];
}

test('the page is an application of its own below its base URL, named and coloured as the operator says', async () => {
  const { branding } = defaultGlobalSettings();
  await using app = await startTestApp({
    config: { baseUrl: '/fb' },
    settings: { branding: { ...branding, name: 'Our files', color: '#0a7d4f', theme: 'dark' } },
  });
  const { headers, json } = await app.visitor.get('/static/manifest.json');
  expect(headers['content-type']).toContain('application/manifest+json');
  expect(json()).toMatchObject({
    id: '/fb/',
    start_url: '/fb/',
    scope: '/fb/',
    name: 'Our files',
    short_name: 'Our files',
    display: 'standalone',
    theme_color: '#0a7d4f',
    background_color: '#0f1115',
  });
  const { text } = await app.visitor.get('/');
  expect(text.match(/name="theme-color"[^>]+/g)).toEqual([
    'name="theme-color" media="(prefers-color-scheme: light)" content="#0a7d4f" /',
    'name="theme-color" media="(prefers-color-scheme: dark)" content="#0a7d4f" /',
  ]);
});

test('without a colour of the operator’s the frame around a dark page is dark', async () => {
  await using app = await startTestApp();
  const { text } = await app.visitor.get('/');
  expect(text).toContain('media="(prefers-color-scheme: dark)" content="#151922"');
  expect(text).toContain('media="(prefers-color-scheme: light)" content="#2979ff"');
});

test('an operator’s icon is not combined with a built-in maskable one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'filebrowser-branding-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { branding } = defaultGlobalSettings();
  await using app = await startTestApp({ settings: { branding: { ...branding, files: folder } } });
  const purposes = async () => {
    const { icons } = (await app.visitor.get('/static/manifest.json')).json<Manifest>();
    for (const { src } of icons) expect(src).toMatch(/^\/static\/img\/icons\/.+\.png\?now$/);
    return icons.map(({ purpose }) => purpose);
  };
  expect(await purposes()).toEqual(['any', 'any', 'maskable']);

  const icons = join(folder, 'img', 'icons');
  await mkdir(icons, { recursive: true });
  await writeFile(join(icons, 'android-chrome-512x512.png'), 'theirs');
  expect(await purposes()).toEqual(['any', 'any']);
  await writeFile(join(icons, 'maskable-512x512.png'), 'theirs, too');
  expect(await purposes()).toEqual(['any', 'any', 'maskable']);
});
