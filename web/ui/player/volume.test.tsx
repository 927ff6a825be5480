import { cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startI18n } from '../../i18n/i18n.ts';
import en from '../../i18n/languages/en.json';
import { useMedia } from './use-media.ts';
import { Volume } from './volume.tsx';

beforeAll(() => startI18n(en));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Player() {
  const media = useRef(document.createElement('audio'));
  const state = useMedia(media);
  return <Volume playback={{ media, state }} />;
}

test('the volume has a slider, except where pages cannot change it', () => {
  const { unmount } = render(<Player />);
  expect(screen.getByRole('slider', { name: 'Volume' })).toBeTruthy();
  unmount();

  vi.spyOn(HTMLMediaElement.prototype, 'volume', 'get').mockReturnValue(1);
  render(<Player />);
  expect(screen.getByRole('button', { name: 'Mute' })).toBeTruthy();
  expect(screen.queryByRole('slider')).toBeNull();
});
