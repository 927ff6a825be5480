import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';

/** Creates a built page whose main script has this name. */
async function builtPage(script: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'filebrowser-page-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'assets'));
  const html = `<!--FB_HEAD--><script type="module" src="/__FB_STATIC__/assets/${script}"></script>`;
  for (const name of ['index.html', 'share.html']) await writeFile(join(folder, name), html);
  return pathToFileURL(`${folder}/`);
}

/** Returns the build in the page, and the builds in the headers of other responses. */
async function buildsOf(script: string) {
  await using app = await startTestApp({ page: await builtPage(script) });
  const { text } = await app.visitor.get('/files/');
  const user = await app.logIn({ username: 'anna' });
  const answers = [
    await user.get('/api/resources/'),
    await user.get('/api/resources/nothing'),
    await app.visitor.get('/api/resources/'),
    await app.visitor.get('/health'),
  ];
  const builds = new Set(answers.map(({ headers }) => headers['x-page-build']));
  return { page: /"Build":"([^"]+)"/.exec(text)?.[1], builds: [...builds] };
}

test('every response contains the build of the page, including refusals', async () => {
  const first = await buildsOf('main-1a2b.js');
  expect(first.page).toMatch(/^[0-9a-f]{12}$/);
  expect(first.builds).toEqual([first.page]);
  expect(await buildsOf('main-1a2b.js')).toEqual(first);

  const second = await buildsOf('main-3c4d.js');
  expect(second.builds).toEqual([second.page]);
  expect(second.page).not.toBe(first.page);
});
