import { expect, test } from 'vitest';
import { seekBy, seekTo } from './media-commands.ts';

function aPlayer({ duration, currentTime }: { duration: number; currentTime: number }) {
  const media = document.createElement('audio');
  Object.defineProperty(media, 'duration', { value: duration });
  Object.defineProperty(media, 'currentTime', { value: currentTime, writable: true });
  return media;
}

test('seeking stays within the file', () => {
  const media = aPlayer({ duration: 60, currentTime: 55 });
  seekBy(media, 10);
  expect(media.currentTime).toBe(60);
  seekBy(media, -100);
  expect(media.currentTime).toBe(0);
});

test('a recording without a duration does not begin anew when it is moved forwards', () => {
  const media = aPlayer({ duration: Infinity, currentTime: 55 });
  seekBy(media, 10);
  expect(media.currentTime).toBe(65);
});

test('a part of a length that is not known yet changes nothing', () => {
  const media = aPlayer({ duration: Number.NaN, currentTime: 0 });
  seekTo(media, media.duration * 0.5);
  expect(media.currentTime).toBe(0);
});
