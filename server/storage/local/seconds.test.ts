import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repetitions } from '../../testing/repetitions.ts';
import { secondsOf } from './seconds.ts';

const year2100 = 4_102_444_800;

test('a time is itself once whole microseconds are cut from it, and nearly itself when they are not', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: year2100 }),
      fc.integer({ min: 0, max: 999_999 }),
      (seconds, micros) => {
        const set = secondsOf(seconds, micros);
        expect(Math.floor(set)).toBe(seconds);
        // Converts like Node 20, in C.
        expect(Math.trunc(set * 1_000_000) % 1_000_000).toBe(micros);
        expect((set - seconds) * 1_000_000 - micros).toBeLessThan(0.5);
      },
    ),
    { numRuns: repetitions({ usually: 1_000, soaking: 1_000_000 }) },
  );
  expect(secondsOf(1_700_000_000, 0)).toBe(1_700_000_000);
});
