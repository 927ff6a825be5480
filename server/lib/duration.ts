const MS_PER_UNIT = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3, // U+00B5 and U+03BC look alike; both are accepted
  μs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
} as const;

const PART = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h|d)/gy;

/**
 * Parses a duration in Go's notation (`2h30m`, `1.5h`, `90s`), with `d` for days in addition. Returns milliseconds, or undefined
 * for other text and for negative durations.
 */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  let total = 0;
  let end = 0;
  for (const part of text.matchAll(PART)) {
    // Safe: the pattern matches only these units.
    total += Number(part[1]) * MS_PER_UNIT[part[2] as keyof typeof MS_PER_UNIT];
    end = part.index + part[0].length;
  }
  const whole = Math.round(total);
  return text !== '' && end === text.length && Number.isSafeInteger(whole) ? whole : undefined;
}
