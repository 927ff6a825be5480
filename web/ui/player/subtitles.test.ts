import { expect, test } from 'vitest';
import { showTrack, shownTrack, toggleSubtitles } from './subtitles.ts';

/** Returns a video with three tracks of subtitles, of which the browser shows one by default. */
function aVideo(shown = -1): HTMLVideoElement {
  const video = document.createElement('video');
  const textTracks = [0, 1, 2].map((index) => ({ mode: index === shown ? 'showing' : 'disabled' }));
  Object.defineProperty(video, 'textTracks', { value: textTracks });
  return video;
}

test('the first subtitles are shown if none have been', () => {
  const video = aVideo();
  toggleSubtitles(video);
  expect(shownTrack(video)).toBe(0);
});

test('subtitles that were hidden are shown again, in the same language', () => {
  const video = aVideo(1);
  toggleSubtitles(video);
  expect(shownTrack(video)).toBe(-1);
  toggleSubtitles(video);
  expect(shownTrack(video)).toBe(1);

  showTrack(video, 2);
  showTrack(video, -1);
  expect(shownTrack(video)).toBe(-1);
  toggleSubtitles(video);
  expect(shownTrack(video)).toBe(2);
});
