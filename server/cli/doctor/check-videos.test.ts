import { expect, test } from 'vitest';
import { videoFinding } from './check-videos.ts';

test.each([
  [{ ffmpeg: false, prlimit: true, sandbox: [] }, 'ok', /ffmpeg is not installed/],
  [{ ffmpeg: true, prlimit: true, sandbox: ['/usr/bin/bwrap', '--'] }, 'ok', /inside bubblewrap/],
  [{ ffmpeg: true, prlimit: true, sandbox: [] }, 'warn', /with the access of the server/],
] as const)('%j is told', (programs, verdict, seen) => {
  expect(videoFinding(programs)).toMatchObject({ verdict, seen: expect.stringMatching(seen) });
});
