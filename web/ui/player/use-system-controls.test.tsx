import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useSystemControls } from './use-system-controls.ts';

afterEach(() => vi.unstubAllGlobals());

/** Opens a player, and returns it with a function that sends it a command of the system. */
function openPlayer() {
  const handlers = new Map<string, (details: { action: string }) => void>();
  vi.stubGlobal('MediaMetadata', vi.fn<() => void>());
  vi.stubGlobal('navigator', {
    mediaSession: {
      setActionHandler: (action: string, handler: () => void) => handlers.set(action, handler),
    },
  });
  const media = document.createElement('audio');
  const step = () => {};
  const playback = { hasNext: false, hasPrevious: false, toNext: step, toPrevious: step };
  renderHook(() => useSystemControls({ media: { current: media }, ...playback }, { title: 'Sea' }));
  return { media, send: (action: string) => handlers.get(action)?.({ action }) };
}

test.each([
  { action: 'play', isPaused: true, calls: [1, 0] },
  // Headphones and lock screens may repeat a command, or send it late.
  { action: 'play', isPaused: false, calls: [1, 0] },
  { action: 'pause', isPaused: true, calls: [0, 1] },
  { action: 'pause', isPaused: false, calls: [0, 1] },
])(
  '$action of the system never does the opposite (paused: $isPaused)',
  ({ action, isPaused, calls }) => {
    const { media, send } = openPlayer();
    vi.spyOn(media, 'paused', 'get').mockReturnValue(isPaused);
    const play = vi.spyOn(media, 'play').mockResolvedValue();
    const pause = vi.spyOn(media, 'pause').mockReturnValue();
    send(action);
    expect([play.mock.calls.length, pause.mock.calls.length]).toEqual(calls);
  },
);
