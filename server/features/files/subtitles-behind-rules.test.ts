import type { FileInfo } from '#contract/files.ts';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';

test('a film does not tell of subtitles that a rule hides', async () => {
  await using app = await startTestApp({
    files: { '/film.mp4': '', '/film.en.vtt': '', '/film.secret.vtt': '' },
  });
  const who = await app.logIn({
    rules: [{ regex: false, allow: false, path: '/film.secret.vtt', regexp: null }],
  });

  const film = (await who.get('/api/resources/film.mp4')).json<FileInfo>();

  expect(film.subtitles).toEqual(['/film.en.vtt']);
});
