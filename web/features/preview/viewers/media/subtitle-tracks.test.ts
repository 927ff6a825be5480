import { beforeEach, expect, test } from 'vitest';
import { fakeServer } from '../../../../testing/fake-server.ts';
import { subtitleTracks } from './subtitle-tracks.ts';

beforeEach(() => void fakeServer());

const tracksOf = (...subtitles: string[]) => subtitleTracks({ name: 'Film.mp4', subtitles }, 'en');
const labels = (...subtitles: string[]) => tracksOf(...subtitles).map(({ label }) => label);

test('languages are named from the part between the name of the video and the extension', () => {
  expect(labels('/Film.de.srt', '/Film.pt-BR.vtt', '/Film.eng.forced.ass')).toEqual([
    'German',
    'Brazilian Portuguese',
    'English forced',
  ]);
});

test('without a language, the file name is used', () => {
  expect(labels('/Film.srt', '/subs/2_Commentary.srt', '/subs/to be or not.srt')).toEqual([
    'Film',
    '2 Commentary',
    'to be or not',
  ]);
});

test('two tracks of one language have different names', () => {
  expect(labels('/Film.en.srt', '/Film.en.ass')).toEqual([
    'English (Film.en.srt)',
    'English (Film.en.ass)',
  ]);
});

test('tracks in the language of the page are shown initially, otherwise the first ones', () => {
  const shown = (...subtitles: string[]) =>
    tracksOf(...subtitles).find(({ isDefault }) => isDefault)?.label;

  expect(shown('/Film.de.srt', '/Film.en.srt')).toBe('English');
  expect(shown('/Film.de.srt', '/Film.fr.srt')).toBe('German');
  expect(subtitleTracks({ name: 'Film.mp4' }, 'en')).toEqual([]);
});

test('subtitles are requested as WebVTT, whatever their names', () => {
  expect(tracksOf('/a b/Film.en#1.srt')[0]?.address).toBe(
    '/api/subtitle/a%20b/Film.en%231.srt?inline=true',
  );
});
