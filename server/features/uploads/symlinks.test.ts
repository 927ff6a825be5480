import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { TUS_CONTENT_TYPE } from '#contract/uploads.ts';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';

/** Makes a folder beside the served one, and symlinks that lead into it. */
function addLinksOut(app: TestApp): { readonly target: string; readonly link: string } {
  const outside = join(dirname(app.root), 'outside');
  mkdirSync(outside);
  const target = join(outside, 'target.txt');
  writeFileSync(target, 'of the target');
  const link = join(app.root, 'out-file');
  symlinkSync(target, link);
  symlinkSync(outside, join(app.root, 'out-folder'));
  symlinkSync('out-file', join(app.root, 'to-link'));
  return { target, link };
}

const TRUSTING = { files: { followExternalSymlinks: true, typeDetectionByHeader: true } };

test.each(['out-file', 'to-link'])(
  'writing to a trusted symlink out of the root is refused, and the symlink stays: %s',
  async (name) => {
    await using app = await startTestApp({ config: TRUSTING });
    const { target, link } = addLinksOut(app);
    writeFileSync(join(app.root, 'own.txt'), 'own');
    const anna = await app.logIn();
    expect((await anna.get(`/api/raw/${name}`)).text).toBe('of the target');
    const tus = { 'tus-resumable': '1.0.0', 'upload-length': '3' };

    const replies = [
      await anna.put(`/api/resources/${name}`, { body: 'new' }),
      await anna.put(`/api/resources/${name}`, { body: 'x'.repeat(300_000) }),
      await anna.post(`/api/resources/${name}?override=true`, { body: 'new' }),
      await anna.post(`/api/tus/${name}?override=true`, { headers: tus }),
      await anna.patch(`/api/resources/own.txt?action=copy&destination=/${name}&override=true`),
    ];

    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect((await anna.post(`/api/resources/${name}`, { body: 'new' })).status).toBe(409);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe('of the target');
  },
);

test.each(['copy', 'rename'])(
  'merging a folder never replaces a trusted symlink out of the root: %s',
  async (action) => {
    await using app = await startTestApp({ config: TRUSTING });
    const { target, link } = addLinksOut(app);
    const merge = async (from: string, into: string) => {
      const query = `action=${action}&destination=/${into}&override=true`;
      return (await anna.patch(`/api/resources/${from}?${query}`)).status;
    };
    const file = (path: string) => {
      mkdirSync(dirname(join(app.root, path)), { recursive: true });
      writeFileSync(join(app.root, path), path);
    };
    for (const each of ['file/a.txt', 'file/out', 'folder/a.txt', 'folder/out/target.txt'])
      file(each);
    for (const each of ['into-file/kept', 'into-folder/kept', 'link/kept', 'into-link/kept'])
      file(each);
    symlinkSync(target, join(app.root, 'into-file/out'));
    symlinkSync(dirname(target), join(app.root, 'into-folder/out'));
    for (const folder of ['link', 'into-link']) {
      symlinkSync(target, join(app.root, folder, 'out'));
      symlinkSync('kept', join(app.root, folder, 'inside'));
    }
    const anna = await app.logIn();

    expect(await merge('file', 'into-file')).toBe(403);
    expect(await merge('folder', 'into-folder')).toBe(403);
    expect(await merge('link', 'into-link')).toBe(403);

    expect(readlinkSync(join(app.root, 'into-file/out'))).toBe(target);
    expect(readlinkSync(join(app.root, 'into-folder/out'))).toBe(dirname(target));
    expect(readlinkSync(join(app.root, 'into-link/out'))).toBe(target);
    expect(readFileSync(target, 'utf8')).toBe('of the target');
    // Nothing has been changed before the refusal.
    expect(readdirSync(join(app.root, 'into-file')).toSorted()).toEqual(['kept', 'out']);
    expect(readdirSync(join(app.root, 'file')).toSorted()).toEqual(['a.txt', 'out']);

    rmSync(join(app.root, 'link/out'));
    expect(await merge('link', 'into-link')).toBe(200);
    expect(readlinkSync(join(app.root, 'into-link/inside'))).toBe('kept');
    expect(readlinkSync(join(app.root, 'into-link/out'))).toBe(target);
    expect(readFileSync(link, 'utf8')).toBe('of the target');
  },
);

test('files in a folder behind a trusted symlink are written where they are', async () => {
  await using app = await startTestApp({ config: TRUSTING });
  const { target } = addLinksOut(app);
  const anna = await app.logIn();

  expect((await anna.put('/api/resources/out-folder/target.txt', { body: 'saved' })).status).toBe(
    200,
  );

  expect(readFileSync(target, 'utf8')).toBe('saved');
});

test('a chunk for a path behind a symlink out of the scope is refused like everything there', async () => {
  await using app = await startTestApp({});
  addLinksOut(app);
  const anna = await app.logIn();
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': TUS_CONTENT_TYPE,
  };

  expect((await anna.patch('/api/tus/out-folder/a', { headers, body: 'a' })).status).toBe(403);
  expect((await anna.patch('/api/tus/nowhere/a', { headers, body: 'a' })).status).toBe(404);
});
