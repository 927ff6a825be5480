import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { metadataUrl } from '#contract/metadata.ts';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { quarteredPicture } from '../../testing/pictures.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const EXIF = {
  IFD0: { Make: 'Canon', Model: 'Canon EOS R6' },
  IFD2: { DateTimeOriginal: '2025:07:12 08:20:11', FNumber: '28/10' },
};

test('a photo tells what its camera has stored, to whom may download it', async () => {
  await using app = await startTestApp({ files: { '/home/anna/note.txt': 'text', '/b.jpg': 'x' } });
  const photo = await quarteredPicture(16, 8).withExif(EXIF).jpeg().toBuffer();
  await writeFile(join(app.root, 'home/anna/a.jpg'), photo);
  const anna = await app.logIn({ username: 'anna', scope: '/home/anna' });

  const reply = await anna.get(metadataUrl('/a.jpg'));
  expect(reply.status).toBe(200);
  expect(reply.json()).toEqual({
    photo: { camera: 'Canon EOS R6', takenAt: '2025-07-12T08:20:11', aperture: 2.8 },
  });
  for (const plain of ['/note.txt', '/']) {
    expect((await anna.get(metadataUrl(plain))).json()).toEqual({});
  }
  expect((await anna.get(metadataUrl('/../b.jpg'))).status).toBeGreaterThanOrEqual(400);
  expect((await anna.get(metadataUrl('/gone.jpg'))).status).toBe(404);

  const perm = { ...aStoredUser().perm, download: false };
  const bert = await app.logIn({ username: 'bert', scope: '/home/anna', perm });
  expect((await bert.get(metadataUrl('/a.jpg'))).status).toBe(403);
  expect((await app.visitor.get(metadataUrl('/a.jpg'))).status).toBe(401);
});
