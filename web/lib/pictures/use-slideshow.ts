import type { Entry, FileInfo } from '#contract/files.ts';
import { useEffect, useEffectEvent, useState } from 'react';
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
  /** True if the file is shown, or will not be. */
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
  const stop = () => setWanted(false);
  useTurn(isPlaying && isReady, { path: file.path, isInDialog }, () => {
    const next = series[series.findIndex(({ path }) => path === file.path) + 1] ?? series[0];
    if (next !== undefined) onGo(next.path);
  });
  useFullScreen(isPlaying && !isInDialog, stop);
  useAwakeScreen(isPlaying);
  return { isPossible, isPlaying, toggle: () => setWanted(!isPlaying), stop };
}

/** Calls `turn` once when the picture has been shown for its time. */
function useTurn(
  isRunning: boolean,
  { path, isInDialog }: { readonly path: string; readonly isInDialog: boolean },
  turn: () => void,
): void {
  const onTurn = useEffectEvent(turn);
  useEffect(() => {
    if (!isRunning) return undefined;
    let timer = window.setTimeout(end, SHOWN_MS);
    function end(): void {
      const isCovered = isDialogOrMenuOpen(isInDialog ? 1 : 0);
      if (document.hidden || isCovered) timer = window.setTimeout(end, LOOK_AGAIN_MS);
      else onTurn();
    }
    return () => window.clearTimeout(timer);
  }, [isRunning, path, isInDialog]);
}

/** Fills the screen while `isOn`, and calls `stop` when the user leaves full screen. */
function useFullScreen(isOn: boolean, stop: () => void): void {
  const onLeft = useEffectEvent(stop);
  useEffect(() => {
    // Browsers on phones may have no full screen for pages.
    if (!isOn || !document.fullscreenEnabled) return undefined;
    const follow = () => {
      if (document.fullscreenElement === null) onLeft();
    };
    document.addEventListener('fullscreenchange', follow);
    // A browser may refuse. The pictures are shown in the window then.
    document.documentElement.requestFullscreen().catch(() => undefined);
    return () => {
      document.removeEventListener('fullscreenchange', follow);
      if (document.fullscreenElement !== null) void document.exitFullscreen();
    };
  }, [isOn]);
}

/** Keeps the display from turning off while `isOn`, where the browser can do that. */
function useAwakeScreen(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return undefined;
    // A low battery is a reason to refuse.
    const lock = navigator.wakeLock.request('screen').catch(() => undefined);
    return () => void lock.then((held) => held?.release());
  }, [isOn]);
}
