import { symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MAX_PICTURE_NAMES, type PictureSizes } from '#contract/picture-sizes.ts';
import { startTestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { quarteredPicture } from '../../testing/pictures.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

async function sizesOf(user: Client, folder: string, names: readonly string[]) {
  const reply = await user.post(`/api/picture-sizes${folder}`, { body: JSON.stringify({ names }) });
  expect(reply.status).toBe(200);
  return reply.json<PictureSizes>().sizes;
}

const rule = (path: string) => ({ allow: false, regex: false, path, regexp: { raw: '' } });

describe('the sizes of images', () => {
  test('are those in which they are shown, in the order of the names', async () => {
    await using app = await startTestApp({ files: { '/trip/notes.txt': 'x', '/trip/below/': '' } });
    const anna = await app.logIn();
    const put = async (name: string, bytes: Promise<Buffer>) =>
      writeFile(join(app.root, 'trip', name), await bytes);
    await put('wide.jpg', quarteredPicture(64, 40).jpeg().toBuffer());
    await put(
      'turned.jpg',
      quarteredPicture(64, 40).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
    );
    await put('100% #1 ?.png', quarteredPicture(30, 50).png().toBuffer());
    await writeFile(join(app.root, 'trip', 'broken.jpg'), 'no picture');
    await symlink('wide.jpg', join(app.root, 'trip', 'linked.jpg'));
    await symlink('/etc/hostname', join(app.root, 'trip', 'outside.jpg'));

    const names = ['turned.jpg', 'wide.jpg', '100% #1 ?.png', 'linked.jpg'];
    expect(await sizesOf(anna, '/trip', names)).toEqual([
      [40, 64],
      [64, 40],
      [30, 50],
      [64, 40],
    ]);
    const others = [
      'broken.jpg',
      'notes.txt',
      'below',
      'missing.jpg',
      'outside.jpg',
      '',
      '..',
      'below/../wide.jpg',
    ];
    expect(await sizesOf(anna, '/trip', others)).toEqual(others.map(() => null));
  });

  test('follow a changed file', async () => {
    await using app = await startTestApp();
    const anna = await app.logIn();
    const file = join(app.root, 'a.png');
    await writeFile(file, await quarteredPicture(30, 20).png().toBuffer());
    expect(await sizesOf(anna, '/', ['a.png'])).toEqual([[30, 20]]);
    expect(await sizesOf(anna, '/', ['a.png'])).toEqual([[30, 20]]);
    await writeFile(file, await quarteredPicture(70, 80).png().toBuffer());
    await utimes(file, new Date(), new Date(Date.now() + 5_000));
    expect(await sizesOf(anna, '/', ['a.png'])).toEqual([[70, 80]]);
  });

  test('are refused with the permission to download, and hidden by rules', async () => {
    await using app = await startTestApp({ files: { '/trip/': '' } });
    await app.logIn();
    const picture = await quarteredPicture(30, 20).png().toBuffer();
    await writeFile(join(app.root, 'trip', 'a.png'), picture);
    await writeFile(join(app.root, 'trip', 'b.png'), picture);
    const ben = await app.logIn({ username: 'ben', scope: '/trip', rules: [rule('/a.png')] });
    expect(await sizesOf(ben, '/', ['a.png', 'b.png'])).toEqual([null, [30, 20]]);
    const perm = { ...aStoredUser().perm, download: false };
    const carl = await app.logIn({ username: 'carl', perm });
    const refused = await carl.post('/api/picture-sizes/trip', { body: '{"names":["a.png"]}' });
    expect(refused.status).toBe(403);
  });

  test('are asked for by a list of names that is not too long', async () => {
    await using app = await startTestApp();
    const anna = await app.logIn();
    const ask = async (body: unknown) =>
      (await anna.post('/api/picture-sizes/', { body: JSON.stringify(body) })).status;
    expect(await ask({ names: Array.from({ length: MAX_PICTURE_NAMES }, () => 'a') })).toBe(200);
    expect(await ask({ names: Array.from({ length: MAX_PICTURE_NAMES + 1 }, () => 'a') })).toBe(
      400,
    );
    expect(await ask({ names: [1] })).toBe(400);
    expect(await ask([])).toBe(400);
  });
});
