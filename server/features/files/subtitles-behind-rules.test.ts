import type { FileInfo } from '#contract/files.ts';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';

test('subtitles that a rule hides are not listed', async () => {
  await using app = await startTestApp({
    files: { '/video.mp4': '', '/video.en.vtt': '', '/video.secret.vtt': '' },
  });
  const who = await app.logIn({
    rules: [{ regex: false, allow: false, path: '/video.secret.vtt', regexp: null }],
  });

  const video = (await who.get('/api/resources/video.mp4')).json<FileInfo>();

  expect(video.subtitles).toEqual(['/video.en.vtt']);
});
