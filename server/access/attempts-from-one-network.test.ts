import { expect, test } from 'vitest';
import { createAttemptThrottle } from './attempt-throttle.ts';

test('changing between the IPv6 addresses of one connection wins no further attempts', () => {
  const throttle = createAttemptThrottle(() => 0);
  for (let attempt = 0; attempt < 15; attempt += 1) {
    throttle.begin(`2001:db8:1:2::${attempt.toString(16)}`, `name ${attempt}`);
  }
  expect(() => throttle.begin('2001:db8:1:2:3:4:5:6', 'another name')).toThrow('too many');
  expect(() => throttle.begin('2001:db8:1:3::1', 'another name')).not.toThrow();
  expect(() => throttle.begin('::ffff:192.0.2.7', 'another name')).not.toThrow();
});
