import { expect, test } from 'vitest';
import { formatTimeLeft, sampleSpeed, secondsLeft, startSpeedMeter } from './upload-speed.ts';

const after = (bytesPerTick: readonly number[]) => {
  let bytes = 0;
  return bytesPerTick.reduce(
    (meter, more, index) => {
      bytes += more;
      return sampleSpeed(meter, bytes, (index + 1) * 1_000);
    },
    startSpeedMeter(0, 0),
  );
};

test('the first second shows the measured speed', () => {
  expect(after([4_000]).bytesPerSecond).toBe(4_000);
});

test('the newest mean has a weight of one fifth', () => {
  // The mean of 4000 and 0 is 2000: 0.2 × 2000 + 0.8 × 4000.
  expect(after([4_000, 0]).bytesPerSecond).toBe(3_600);
});

test('only the last five seconds count', () => {
  expect(after([9, 1, 2, 3, 4, 5]).samples).toEqual([1, 2, 3, 4, 5]);
});

test('a cancelled upload does not make the speed negative', () => {
  expect(after([1_000, -800]).samples).toEqual([1_000, 0]);
});

test('a clock without progress changes nothing', () => {
  const meter = startSpeedMeter(0, 5);
  expect(sampleSpeed(meter, 100, 5)).toBe(meter);
});

test('the remaining time has hours, minutes and seconds', () => {
  expect(formatTimeLeft(secondsLeft(3_725_000, 1_000))).toBe('01:02:05');
  expect(formatTimeLeft(0)).toBe('00:00:00');
});

test('the remaining time is unknown without progress or if too long', () => {
  expect(formatTimeLeft(secondsLeft(1_000, 0))).toBe('--:--:--');
  expect(formatTimeLeft(360_000)).toBe('--:--:--');
});
