import { useSyncExternalStore } from 'react';

/** Video elements of iPhones, on which only videos can fill the screen. */
interface PhoneVideo extends HTMLVideoElement {
  webkitEnterFullscreen?(): void;
}

/** Shows the page in full screen, or ends that. The whole page fills the screen, so that dialogs and menus stay visible. */
export function toggleFullScreen(video: HTMLVideoElement | null = null): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else fillScreen(video);
}

/** Shows the page in full screen, or on iPhones the video. Does nothing where the browser refuses. */
export function fillScreen(video: HTMLVideoElement | null = null): void {
  const phoneVideo: PhoneVideo | null = video;
  if (document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(() => {});
  else phoneVideo?.webkitEnterFullscreen?.();
}

/** Returns true while the page is shown in full screen. */
export function useFullScreen(): boolean {
  return useSyncExternalStore(subscribe, () => Boolean(document.fullscreenElement));
}

function subscribe(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}
