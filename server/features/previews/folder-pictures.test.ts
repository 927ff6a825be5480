import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FolderPicture } from '#contract/folder-pictures.ts';
import { startTestApp } from '../../testing/app.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const FILES = {
  '/trip/notes.txt': 'x',
  '/trip/c.jpg': 'x',
  '/trip/a.png': 'x',
  '/odd/},{"type":"image".txt': 'x',
  '/odd/},{"type":"video".jpg': 'x',
  '/trip/b.mp4': 'x',
  '/trip/d.webp': 'x',
  '/trip/e.gif': 'x',
  '/trip/below/f.jpg': 'x',
  '/texts/a.txt': 'x',
};

const rule = (path: string) => ({ allow: false, regex: false, path, regexp: { raw: '' } });

describe('the pictures of a folder', () => {
  test('are its first images and videos by name', async () => {
    await using app = await startTestApp({ files: FILES });
    const anna = await app.logIn();
    const reply = await anna.get('/api/pictures/trip');
    expect(reply.status).toBe(200);
    const pictures = reply.json<FolderPicture[]>();
    expect(pictures.map(({ path, type }) => [path, type])).toEqual([
      ['/trip/a.png', 'image'],
      ['/trip/b.mp4', 'video'],
      ['/trip/c.jpg', 'image'],
      ['/trip/d.webp', 'image'],
    ]);
    const listing = (await anna.get('/api/resources/trip/')).json<{ items: FolderPicture[] }>();
    const listed = listing.items.find(({ path }) => path === '/trip/a.png');
    expect(pictures[0]?.modified).toBe(listed?.modified);
    expect((await anna.get('/api/pictures/texts')).json()).toEqual([]);
    const odd = (await anna.get('/api/pictures/odd')).json<FolderPicture[]>();
    expect(odd).toMatchObject([{ path: '/odd/},{"type":"video".jpg', type: 'image' }]);
  });

  test('are those of its first subfolder with some, if it has none itself', async () => {
    await using app = await startTestApp({
      files: {
        '/albums/a empty/notes.txt': 'x',
        '/albums/b secret/a.jpg': 'x',
        '/albums/c trip/a.jpg': 'x',
        '/albums/c trip/deep/b.jpg': 'x',
        '/albums/d late/a.jpg': 'x',
        '/deep/below/further/a.jpg': 'x',
      },
    });
    const ben = await app.logIn({ rules: [rule('/albums/b secret')] });
    const pictures = (await ben.get('/api/pictures/albums')).json<FolderPicture[]>();
    expect(pictures.map(({ path }) => path)).toEqual(['/albums/c trip/a.jpg']);
    expect((await ben.get('/api/pictures/deep')).json()).toEqual([]);
  });

  test('are only those that the user may see, from the home of the user', async () => {
    await using app = await startTestApp({ files: FILES });
    const ben = await app.logIn({ scope: '/trip', rules: [rule('/a.png')] });
    const pictures = (await ben.get('/api/pictures/')).json<FolderPicture[]>();
    expect(pictures.map(({ path }) => path)).toEqual(['/b.mp4', '/c.jpg', '/d.webp', '/e.gif']);
    expect((await ben.get('/api/pictures/../texts')).status).toBe(400);
    const carl = await app.logIn({ username: 'carl', rules: [rule('/trip')] });
    expect((await carl.get('/api/pictures/trip')).status).toBe(403);
  });

  test('need the permission to download, and a folder', async () => {
    await using app = await startTestApp({ files: FILES });
    const anna = await app.logIn();
    const perm = { ...aStoredUser().perm, download: false };
    const ben = await app.logIn({ username: 'ben', perm });
    expect((await ben.get('/api/pictures/trip')).status).toBe(403);
    expect((await anna.get('/api/pictures/trip/a.png')).status).toBe(400);
    expect((await anna.get('/api/pictures/none')).status).toBe(404);
  });

  test('of a large folder are not looked for', async () => {
    await using app = await startTestApp({ config: { storage: 'folder' } });
    const anna = await app.logIn();
    const folder = join(app.root, 'large');
    await mkdir(folder);
    const names = Array.from({ length: 6_001 }, (_, n) => `${n}.jpg`);
    await Promise.all(names.map((name) => writeFile(join(folder, name), '')));
    expect((await anna.get('/api/pictures/large')).json()).toEqual([]);
  });
});
