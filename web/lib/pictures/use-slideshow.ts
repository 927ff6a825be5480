import type { Entry, FileInfo } from '#contract/files.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isDialogOrMenuOpen } from '../keyboard.ts';

/** Time for which a picture is shown after it has loaded. Milliseconds. */
const SHOWN_MS = 5_000;
/** Time after which to look again whether a dialog has been closed, or the page is visible. Milliseconds. */
const LOOK_AGAIN_MS = 500;

export interface Slideshow {
  /** False for a file that is not a picture, and for the only picture of a folder. */
  readonly isPossible: boolean;
  readonly isPlaying: boolean;
  toggle(): void;
  stop(): void;
}

interface SlideshowOptions {
  /** Pictures of the folder, in order. */
  readonly series: readonly Entry[];
  /** True once the current picture is shown, or has failed to load. */
  readonly isReady: boolean;
  /** True for a viewer that is a modal dialog, which full screen would cover. */
  readonly isInDialog?: boolean;
  onGo(path: string): void;
}

/**
 * Shows the pictures of a folder one after the other, and then from the beginning, in full screen where the browser can do that. Waits while a
 * picture loads, a dialog or a menu is open above it, or the page is hidden. Ends with full screen, which the browser ends by Escape.
 */
export function useSlideshow(
  file: Pick<FileInfo, 'path' | 'type'>,
  { series, isReady, isInDialog = false, onGo }: SlideshowOptions,
): Slideshow {
  const [isWanted, setWanted] = useState(false);
  const isPossible = file.type === 'image' && series.length > 1;
  const isPlaying = isWanted && isPossible;
  // Otherwise it would start again by itself at the next picture.
  if (isWanted && !isPossible) setWanted(false);
  const stop = () => setWanted(false);
  useTimer(isPlaying && isReady, { path: file.path, isInDialog }, () => {
    const next = series[series.findIndex(({ path }) => path === file.path) + 1] ?? series[0];
    if (next !== undefined) onGo(next.path);
  });
  useFullScreen(isPlaying && !isInDialog, stop);
  useAwakeScreen(isPlaying);
  return { isPossible, isPlaying, toggle: () => setWanted(!isPlaying), stop };
}

/**
 * Calls `onElapsed` once, `SHOWN_MS` after `isRunning` became true or `path` changed; later while a dialog or a menu is open
 * or the page is hidden.
 */
function useTimer(
  isRunning: boolean,
  { path, isInDialog }: { readonly path: string; readonly isInDialog: boolean },
  onElapsed: () => void,
): void {
  const notify = useEffectEvent(onElapsed);
  useEffect(() => {
    if (!isRunning) return undefined;
    let timer = window.setTimeout(end, SHOWN_MS);
    function end(): void {
      const isCovered = isDialogOrMenuOpen(isInDialog ? 1 : 0);
      if (document.hidden || isCovered) timer = window.setTimeout(end, LOOK_AGAIN_MS);
      else notify();
    }
    return () => window.clearTimeout(timer);
  }, [isRunning, path, isInDialog]);
}

/** Fills the screen while `isOn`, and calls `stop` when the user leaves full screen. */
function useFullScreen(isOn: boolean, stop: () => void): void {
  const onLeft = useEffectEvent(stop);
  const isWanted = useRef(false);
  useEffect(() => {
    // Browsers on phones may have no full screen for pages.
    if (!isOn || !document.fullscreenEnabled) return undefined;
    const follow = () => {
      if (document.fullscreenElement === null) onLeft();
    };
    document.addEventListener('fullscreenchange', follow);
    isWanted.current = true;
    // A browser may refuse. The pictures are shown in the window then.
    const entered = document.documentElement.requestFullscreen().catch(() => undefined);
    return () => {
      document.removeEventListener('fullscreenchange', follow);
      isWanted.current = false;
      // Full screen may begin only after a slideshow that is stopped at once.
      void entered.then(() => {
        if (isWanted.current || document.fullscreenElement === null) return undefined;
        return document.exitFullscreen().catch(() => undefined);
      });
    };
  }, [isOn]);
}

/** Keeps the display from turning off while `isOn`, where the browser can do that. */
function useAwakeScreen(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return undefined;
    let lock: Promise<WakeLockSentinel | undefined> | undefined;
    // The browser releases the lock when the page is hidden.
    const request = () => {
      if (document.hidden) return;
      // A low battery is a reason to refuse.
      lock = navigator.wakeLock.request('screen').catch(() => undefined);
    };
    request();
    document.addEventListener('visibilitychange', request);
    return () => {
      document.removeEventListener('visibilitychange', request);
      void lock?.then((held) => held?.release());
    };
  }, [isOn]);
}
