import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type TestContext } from 'vitest';
import { startTestApp, TRASH } from '../../testing/app.ts';

/**
 * Mounts an overlay file system whose lower layer holds the folder `old`, which it cannot rename, as in a container whose image has the
 * files.
 */
async function mountOverlay(context: TestContext): Promise<string> {
  const base = await mkdtemp(join(tmpdir(), 'filebrowser-overlay-'));
  const [lower, upper, work, root] = ['lower', 'upper', 'work', 'root'].map((name) =>
    join(base, name),
  );
  for (const folder of [`${lower}/old/sub`, upper, work, root])
    await mkdir(folder ?? '', { recursive: true });
  await writeFile(`${lower}/old/sub/a.txt`, 'a');
  await writeFile(`${lower}/b.txt`, 'b');
  const layers = `lowerdir=${lower},upperdir=${upper},workdir=${work},redirect_dir=off`;
  try {
    execFileSync('mount', ['-t', 'overlay', 'overlay', '-o', layers, root ?? ''], {
      stdio: 'ignore',
    });
  } catch {
    await rm(base, { recursive: true });
    return context.skip('no overlay file system can be mounted here');
  }
  context.onTestFinished(async () => {
    execFileSync('umount', ['--lazy', root ?? '']);
    await rm(base, { recursive: true });
  });
  return root ?? '';
}

test('a folder that cannot be renamed into the trash is deleted for good only on request', async (context) => {
  const root = await mountOverlay(context);
  await using app = await startTestApp({ config: { root, storage: 'folder', trash: TRASH } });
  const anna = await app.logIn();
  const refused = await anna.delete('/api/resources/old?permanent=false');
  expect([refused.status, refused.headers['x-refusal']]).toEqual([400, 'not-into-trash']);
  expect(await readFile(join(root, 'old/sub/a.txt'), 'utf8')).toBe('a');
  expect((await anna.delete('/api/resources/b.txt?permanent=false')).headers['x-trashed']).toBe(
    '1',
  );
  expect((await anna.delete('/api/resources/old?permanent=true')).status).toBe(204);
  expect((await anna.get('/api/resources/old')).status).toBe(404);
});

test('clients of File Browser 2 delete such a folder for good', async (context) => {
  const root = await mountOverlay(context);
  await using app = await startTestApp({ config: { root, storage: 'folder', trash: TRASH } });
  const anna = await app.logIn();
  const reply = await anna.delete('/api/resources/old');
  expect([reply.status, reply.headers['x-trashed']]).toEqual([204, undefined]);
  expect((await anna.get('/api/resources/old')).status).toBe(404);
});
