import { join } from 'node:path';
import { CHROMIUM_FLAGS } from './support/chromium-flags.ts';
import { expect, ownServerTest as test } from './support/journey.ts';
import { expectFolder, fillLogin } from './support/pages.ts';
import { startPrefixProxy } from './support/prefix-proxy.ts';

const PREFIX = '/tools/files';

test.use({ serverFlags: ['--baseURL', PREFIX] });

test('the page can be installed, behind a base URL, under the operator’s name', async ({
  playwright,
  launchOptions,
  server,
}) => {
  server.run('config', 'set', '--branding.name', 'Our files', '--branding.color', '#0a7d4f');
  const proxy = await startPrefixProxy({ prefix: PREFIX, targetPort: server.port, strips: false });
  // Chromium refuses to install from a private window.
  const profile = join(server.scratch, 'profile');
  const context = await playwright.chromium.launchPersistentContext(profile, {
    ...launchOptions,
    args: [...CHROMIUM_FLAGS],
  });
  const page = await context.newPage();
  // Behind a proxy, the login page helper must find the base path.
  await page.goto(`${proxy.url}/files/`);
  await fillLogin(page, server.admin);
  await expectFolder(page, 'My files');
  const client = await context.newCDPSession(page);
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
  const { data, errors, url } = await client.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(url).toBe(`${proxy.url}/static/manifest.json`);
  const manifest = JSON.parse(data ?? '') as { icons: { src: string; sizes: string }[] };
  expect(manifest).toMatchObject({
    id: `${PREFIX}/`,
    start_url: `${PREFIX}/`,
    scope: `${PREFIX}/`,
    name: 'Our files',
    theme_color: '#0a7d4f',
  });
  const sizes = await page.evaluate(async (icons) => {
    const drawn = icons.map(async ({ src }) => {
      const picture = new Image();
      picture.src = src;
      await picture.decode();
      return `${picture.naturalWidth}x${picture.naturalHeight}`;
    });
    return Promise.all(drawn);
  }, manifest.icons);
  expect(sizes).toEqual(manifest.icons.map((icon) => icon.sizes));
  await context.close();
  await proxy.close();
});
