import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scriptArguments, modulePath } from '../testing/child-script.ts';
import { rfc3339 } from './rfc3339.ts';

const SECOND = 1_000_000_000n;

/** The time zone of a process is set when it starts. */
function textsIn(zone: string, times: readonly bigint[]): string[] {
  const script = `import { rfc3339 } from ${JSON.stringify(modulePath('lib/rfc3339.ts'))};
    console.log(JSON.stringify([${times.map((time) => `rfc3339(${time}n)`).join(',')}]));`;
  const printed = execFileSync(process.execPath, scriptArguments(script), {
    env: { ...process.env, TZ: zone },
    encoding: 'utf8',
  });
  return JSON.parse(printed) as string[]; // as the script prints it
}

describe('a time', () => {
  const seen = textsIn('UTC', [
    0n,
    1_700_000_000n * SECOND,
    1_700_000_000n * SECOND + 123_456_789n,
    1_700_000_000n * SECOND + 120_000_000n,
    1_700_000_000n * SECOND + 1n,
    -1n,
    -SECOND,
    -3n * SECOND + 500_000_000n,
  ]);

  test('has the necessary digits of a second, and is correct before 1970', () => {
    expect(seen).toEqual([
      '1970-01-01T00:00:00Z',
      '2023-11-14T22:13:20Z',
      '2023-11-14T22:13:20.123456789Z',
      '2023-11-14T22:13:20.12Z',
      '2023-11-14T22:13:20.000000001Z',
      '1969-12-31T23:59:59.999999999Z',
      '1969-12-31T23:59:59Z',
      '1969-12-31T23:59:57.5Z',
    ]);
  });

  test.each([
    ['Europe/Berlin', ['2023-11-14T23:13:20+01:00', '2023-07-22T10:26:40+02:00']],
    ['America/St_Johns', ['2023-11-14T18:43:20-03:30', '2023-07-22T05:56:40-02:30']],
    ['Asia/Kathmandu', ['2023-11-15T03:58:20+05:45', '2023-07-22T14:11:40+05:45']],
  ])('is told in the zone of the server: %s', (zone, expected) => {
    expect(textsIn(zone, [1_700_000_000n * SECOND, 1_690_014_400n * SECOND])).toEqual(expected);
  });

  test('in a zone that was off by seconds is still the same moment', () => {
    for (const zone of ['Africa/Monrovia', 'Europe/Amsterdam']) {
      for (const time of [0n, -2_000_000_000n]) {
        const [text = ''] = textsIn(zone, [time * SECOND]);
        expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/);
        expect(Date.parse(text)).toBe(Number(time) * 1_000);
      }
    }
  });
});

test('is readable for every client, whatever the time of a file', () => {
  const nanoseconds = fc.bigInt({ min: -(2n ** 63n) * SECOND, max: 2n ** 63n * SECOND });
  fc.assert(
    fc.property(nanoseconds, (time) => {
      const text = rfc3339(time);
      expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/);
      expect(Date.parse(text)).not.toBeNaN();
    }),
  );
  for (const time of [-(2n ** 63n) * SECOND, 2n ** 63n * SECOND]) {
    expect(Date.parse(rfc3339(time))).not.toBeNaN();
  }
});

test('is exact to the nanosecond for current times', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 4n * 10n ** 18n }), (time) => {
      const text = rfc3339(time);
      const fraction = /\.(\d+)/.exec(text)?.[1] ?? '';
      expect(BigInt(Math.floor(Date.parse(text) / 1_000))).toBe(time / SECOND);
      expect(BigInt(fraction.padEnd(9, '0'))).toBe(time % SECOND);
    }),
  );
});
