import { beforeEach, expect, test, vi } from 'vitest';
import { rememberedPosition, rememberPosition } from './player-memory.ts';

beforeEach(() => vi.resetModules());

/** Reads the state as after a page load. */
const laterVisit = async () => (await import('./player-memory.ts')).playerPreferences.getState();

test('the volume applies to the next file and is stored', async () => {
  const { changePlayerPreferences } = await import('./player-memory.ts');
  changePlayerPreferences({ volume: 0.3, isMuted: true, repeat: 'all' });
  vi.resetModules();

  expect(await laterVisit()).toEqual({
    volume: 0.3,
    isMuted: true,
    playsAtOnce: false,
    repeat: 'all',
  });
});

test.each(['', 'nonsense', 'null', '{"volume":7,"isMuted":"yes","repeat":"twice"}'])(
  'a storage that holds %j does no harm',
  async (text) => {
    localStorage.setItem('player', text);
    expect(await laterVisit()).toEqual({
      volume: 1,
      isMuted: false,
      playsAtOnce: false,
      repeat: 'off',
    });
  },
);

test('reopening a video resumes it, except near its start and end', () => {
  rememberPosition('/film.mp4', 61, 120);
  expect(rememberedPosition('/film.mp4')).toBe(61);
  rememberPosition('/film.mp4', 118, 120);
  expect(rememberedPosition('/film.mp4')).toBeUndefined();
  rememberPosition('/film.mp4', 2, 120);
  expect(rememberedPosition('/film.mp4')).toBeUndefined();
});

test('a file that is left before its length is known keeps its position', () => {
  rememberPosition('/film.mp4', 61, 120);
  rememberPosition('/film.mp4', 0, Number.NaN);
  expect(rememberedPosition('/film.mp4')).toBe(61);
});
