import { expect, test } from 'vitest';
import { deviceOf } from './device-of.ts';
import { kindOfDevice } from './kind-of-device.ts';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'computer'],
  ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36', 'phone'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.4 Safari/604.1', 'phone'],
  ['curl/8.5.0', 'program'],
  ['', 'program'],
])('“%s” is a %s', (userAgent, kind) => {
  expect(kindOfDevice(deviceOf(userAgent))).toBe(kind);
});
