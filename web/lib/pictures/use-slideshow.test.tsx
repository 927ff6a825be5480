import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anEntry } from '../../testing/fake-server.ts';
import { useSlideshow } from './use-slideshow.ts';

const sea = anEntry('/sea.jpg', { type: 'image' });
const hill = anEntry('/hill.jpg', { type: 'image' });
const film = anEntry('/film.mp4', { type: 'video' });

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  for (const name of ['hidden', 'fullscreenEnabled', 'fullscreenElement', 'exitFullscreen']) {
    Reflect.deleteProperty(document, name);
  }
  Reflect.deleteProperty(document.documentElement, 'requestFullscreen');
});

const define = (target: object, values: object) => {
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(target, name, { value, configurable: true });
  }
};

function show(options: { isInDialog?: boolean } = {}) {
  return renderHook(
    ({ file }) =>
      useSlideshow(file, { series: [sea, hill], isReady: false, onGo: () => {}, ...options }),
    { initialProps: { file: sea } },
  );
}

/** Stands for a browser whose full screen begins when `begin` is called. */
function fullScreen() {
  let shown: Element | null = null;
  const changed = () => document.dispatchEvent(new Event('fullscreenchange'));
  const beginnings: (() => void)[] = [];
  define(document, {
    fullscreenEnabled: true,
    exitFullscreen: async () => {
      shown = null;
      changed();
    },
  });
  Object.defineProperty(document, 'fullscreenElement', { get: () => shown, configurable: true });
  define(document.documentElement, {
    requestFullscreen: () =>
      new Promise<void>((resolve) => {
        beginnings.push(() => {
          shown = document.documentElement;
          changed();
          resolve();
        });
      }),
  });
  return {
    isOn: () => shown !== null,
    begin: () => act(async () => beginnings.splice(0).forEach((one) => one())),
  };
}

test('a slideshow that is stopped before full screen has begun leaves it', async () => {
  const screen = fullScreen();
  const { result } = show();
  act(() => result.current.toggle());
  act(() => result.current.stop());
  await screen.begin();
  expect(screen.isOn()).toBe(false);
});

test('a slideshow that is stopped and started at once stays in full screen', async () => {
  const screen = fullScreen();
  const { result } = show();
  act(() => result.current.toggle());
  act(() => result.current.stop());
  act(() => result.current.toggle());
  await screen.begin();
  expect(screen.isOn()).toBe(true);
  expect(result.current.isPlaying).toBe(true);

  await act(async () => document.exitFullscreen());
  expect(result.current.isPlaying).toBe(false);
});

test('a slideshow that ended at a video does not start again at the next picture', () => {
  const { result, rerender } = show({ isInDialog: true });
  act(() => result.current.toggle());
  expect(result.current.isPlaying).toBe(true);

  rerender({ file: film });
  expect(result.current.isPossible).toBe(false);
  rerender({ file: hill });
  expect(result.current.isPossible).toBe(true);
  expect(result.current.isPlaying).toBe(false);
});

test('the display stays on again after the page was hidden, until the slideshow ends', async () => {
  const held = new Set<object>();
  const release = () => held.clear();
  define(navigator, {
    wakeLock: {
      request: async () => {
        const lock = { release: async () => void held.delete(lock) };
        held.add(lock);
        return lock;
      },
    },
  });
  const setHidden = (hidden: boolean) => {
    define(document, { hidden });
    if (hidden) release();
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const { result } = show({ isInDialog: true });
  await act(async () => result.current.toggle());
  expect(held.size).toBe(1);

  await act(async () => setHidden(true));
  expect(held.size).toBe(0);
  await act(async () => setHidden(false));
  expect(held.size).toBe(1);

  await act(async () => result.current.stop());
  expect(held.size).toBe(0);
  await act(async () => setHidden(false));
  expect(held.size).toBe(0);
  Reflect.deleteProperty(navigator, 'wakeLock');
});
