import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublicFile } from '#contract/shares.ts';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { quarteredPicture } from '../../testing/pictures.ts';
import { shareOf } from '../../testing/shares.ts';

test('a shared image has a resolution, so that the page can reserve space', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'text' } });
  const picture = await quarteredPicture(300, 200).png().toBuffer();
  await writeFile(join(app.root, 'a.png'), picture);
  const owner = await app.logIn({ username: 'olga' });
  const { hash } = await shareOf(owner, '/a.png');
  const text = await shareOf(owner, '/a.txt');

  const reply = await app.visitor.get(`/api/public/share/${hash}`);
  expect([reply.status, reply.text.slice(0, 100)]).toEqual([200, expect.anything()]);
  const shared = reply.json<PublicFile>();
  expect(shared.resolution).toEqual({ width: 300, height: 200 });
  const other = (await app.visitor.get(`/api/public/share/${text.hash}`)).json<PublicFile>();
  expect(other).not.toHaveProperty('resolution');
});
