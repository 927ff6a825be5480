import { expect, test } from 'vitest';
import { checkClock, checkNode, pictureFinding, videoFinding } from './check-machine.ts';

const at = (day: string) => Date.parse(day);

test.each([
  ['18.20.0', '2026-01-01', 'bad', 'too old'],
  ['20.18.3', '2026-01-01', 'bad', 'too old'],
  ['20.19.0', '2026-01-01', 'ok', 'until 2026-04-30'],
  ['20.19.0', '2026-03-01', 'warn', 'after 2026-04-30'],
  ['20.20.2', '2026-11-22', 'warn', 'since 2026-04-30'],
  ['23.1.0', '2026-01-01', 'warn', 'months'],
  ['24.4.1', '2026-11-22', 'ok', 'until 2028-04-30'],
  ['25.2.0', '2026-01-01', 'warn', 'months'],
  ['27.0.0-alpha.2', '2026-11-22', 'warn', 'test version'],
  ['27.0.0', '2027-05-01', 'ok', 'until 2030-04-30'],
  ['28.0.0', '2026-11-22', 'ok', '28.0.0'],
])('Node %s on %s is %s', (version, day, verdict, seen) => {
  const finding = checkNode(version, at(day));
  expect(finding.verdict).toBe(verdict);
  expect(finding.seen).toContain(seen);
});

test.each([
  [{ ffmpeg: false, prlimit: true, sandbox: [] }, 'ok', /ffmpeg is not installed/],
  [{ ffmpeg: true, prlimit: true, sandbox: ['/usr/bin/bwrap', '--'] }, 'ok', /inside bubblewrap/],
  [{ ffmpeg: true, prlimit: true, sandbox: [] }, 'warn', /with the access of the server/],
] as const)('%j is told', (programs, verdict, seen) => {
  expect(videoFinding(programs)).toMatchObject({ verdict, seen: expect.stringMatching(seen) });
});

test('images that are decoded outside bubblewrap, or not at all, are reported with advice', () => {
  const inside = { verdict: 'ok', seen: 'are made inside bubblewrap' };
  expect(pictureFinding('confined')).toMatchObject(inside);
  expect(pictureFinding('unconfined')).toMatchObject({
    verdict: 'warn',
    seen: expect.stringMatching(/with the access of the server/),
    advice: expect.stringMatching(/install bubblewrap/),
  });
  expect(pictureFinding('impossible')).toMatchObject({
    verdict: 'warn',
    seen: expect.stringMatching(/are not made: .* cannot be loaded/),
    advice: expect.stringMatching(/install File Browser again/),
  });
});

test('a clock behind the newest record of a user is bad, however many users there are', () => {
  const now = at('2026-12-01');
  const users = Array.from({ length: 200_000 }, () => ({
    updatedAt: now - 1_000,
    lastSeenAt: undefined,
  }));
  expect(checkClock(users, now)).toMatchObject({ verdict: 'ok' });
  const later = [...users, { updatedAt: now, lastSeenAt: now + 3_600_000 }];
  expect(checkClock(later, now)).toMatchObject({
    verdict: 'bad',
    seen: expect.stringContaining('records from 2026-12-01T01:00'),
  });
});
