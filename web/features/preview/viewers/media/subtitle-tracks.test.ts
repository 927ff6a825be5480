import { beforeEach, expect, test } from 'vitest';
import { fakeServer } from '../../../../testing/fake-server.ts';
import { subtitleTracks } from './subtitle-tracks.ts';

beforeEach(() => void fakeServer());

const tracksOf = (...subtitles: string[]) => subtitleTracks({ name: 'Film.mp4', subtitles }, 'en');
const labels = (...subtitles: string[]) => tracksOf(...subtitles).map(({ label }) => label);

test('languages are told in words, from what stands between the name of the film and the extension', () => {
  expect(labels('/Film.de.srt', '/Film.pt-BR.vtt', '/Film.eng.forced.ass')).toEqual([
    'German',
    'Brazilian Portuguese',
    'English forced',
  ]);
});

test('what names no language is called as the file is', () => {
  expect(labels('/Film.srt', '/subs/2_Commentary.srt', '/subs/to be or not.srt')).toEqual([
    'Film',
    '2 Commentary',
    'to be or not',
  ]);
});

test('two of one language can be told apart', () => {
  expect(labels('/Film.en.srt', '/Film.en.ass')).toEqual([
    'English (Film.en.srt)',
    'English (Film.en.ass)',
  ]);
});

test('those in the language of the page are shown at once, else the first', () => {
  const shown = (...subtitles: string[]) =>
    tracksOf(...subtitles).find(({ isDefault }) => isDefault)?.label;

  expect(shown('/Film.de.srt', '/Film.en.srt')).toBe('English');
  expect(shown('/Film.de.srt', '/Film.fr.srt')).toBe('German');
  expect(subtitleTracks({ name: 'Film.mp4' }, 'en')).toEqual([]);
});

test('they are asked for as WebVTT, whatever their names hold', () => {
  expect(tracksOf('/a b/Film.en#1.srt')[0]?.address).toBe(
    '/api/subtitle/a%20b/Film.en%231.srt?inline=true',
  );
});
