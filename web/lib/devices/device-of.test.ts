import { expect, test } from 'vitest';
import { deviceOf } from './device-of.ts';

const described = (userAgent: string) => {
  const { program, system } = deviceOf(userAgent);
  return [program, system];
};

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
    'Safari',
    'Mac',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
])('a browser is told by its name and system: %s', (userAgent, program, system) => {
  expect(described(userAgent)).toEqual([program, system]);
});

test('a program other than a browser is identified by its name', () => {
  expect(described('curl/8.5.0')).toEqual(['curl', undefined]);
  expect(described('rclone')).toEqual(['rclone', undefined]);
});

test('an empty user agent identifies nothing', () => {
  expect(described('')).toEqual([undefined, undefined]);
  expect(described('Mozilla/5.0')).toEqual([undefined, undefined]);
});
