import { playerSpeed, playerPreferences } from './player-memory.ts';

/** Seconds by which an arrow key (`SHORT_STEP`), and J or L (`LONG_STEP`), seeks. */
export const SHORT_STEP = 5;
export const LONG_STEP = 10;
const VOLUME_STEP = 0.05;
const HALF = 0.5;

export function togglePlaying(media: HTMLMediaElement): void {
  if (media.paused) startPlaying(media);
  else media.pause();
}

/** Plays a file that is paused; one that plays goes on. */
export function startPlaying(media: HTMLMediaElement): void {
  // The browser may block playback; the controls show that.
  media.play().catch(() => {});
}

/** Moves to a position in seconds, within the file. Does nothing for a part of a length that is not known yet. */
export function seekTo(media: HTMLMediaElement, seconds: number): void {
  if (!Number.isFinite(seconds)) return;
  // The length of a recording without a duration is infinite; the browser limits the position itself then.
  const end = Number.isNaN(media.duration) ? 0 : media.duration;
  media.currentTime = Math.min(Math.max(0, seconds), end);
}

/** Moves forwards, or backwards by a negative number of seconds, within the file. */
export function seekBy(media: HTMLMediaElement, seconds: number): void {
  seekTo(media, media.currentTime + seconds);
}

/** Sets the volume, from 0 to 1; 0 also mutes. The player stores it for the next files when the element reports the change. */
export function setVolume(media: HTMLMediaElement, volume: number): void {
  const within = Math.min(1, Math.max(0, volume));
  media.volume = within;
  media.muted = within === 0;
}

export function changeVolume(media: HTMLMediaElement, direction: 1 | -1): void {
  const steps = Math.round((media.muted ? 0 : media.volume) / VOLUME_STEP) + direction;
  setVolume(media, steps * VOLUME_STEP);
}

/** Mutes or unmutes. A volume of 0 becomes audible again. */
export function toggleMuted(media: HTMLMediaElement): void {
  if (media.muted && media.volume === 0) setVolume(media, HALF);
  else media.muted = !media.muted;
}

/** Sets the speed of this file and of the next ones. */
export function setSpeed(media: HTMLMediaElement, speed: number): void {
  media.playbackRate = speed;
  playerSpeed.setState({ speed });
}

/** Applies the volume and speed that were chosen for earlier files. */
export function applyPreferences(media: HTMLMediaElement): void {
  const { volume, isMuted } = playerPreferences.getState();
  const { speed } = playerSpeed.getState();
  media.volume = volume;
  media.muted = isMuted;
  media.defaultPlaybackRate = speed;
  media.playbackRate = speed;
}
