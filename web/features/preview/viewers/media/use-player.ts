import { type RefObject, type SyntheticEvent, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { isOffline } from '../../../../lib/connection.ts';
import { useKeys } from '../../../../lib/keyboard.ts';
import { isDiskMissing } from '../is-disk-missing.ts';
import { originalAddress } from '../original-address.ts';
import type { ViewerProps } from '../viewer.ts';
import { changeTaste, playerTaste, rememberedPosition, rememberPosition } from './player-memory.ts';

/** Common props of `<audio>` and `<video>`. */
export interface Player<Media extends HTMLMediaElement> {
  readonly ref: RefObject<Media | null>;
  readonly controls: true;
  readonly preload: 'metadata';
  readonly autoPlay: boolean;
  onLoadedMetadata(event: SyntheticEvent<Media>): void;
  onVolumeChange(event: SyntheticEvent<Media>): void;
  onEnded(): void;
  onError(event: SyntheticEvent<Media>): void;
}

/** Plays with the user's preferences and restores the position. Leaving stops playback and download. */
export function usePlayer<Media extends HTMLMediaElement>({
  file: { path, modified },
  onUnshowable,
  onFinished,
}: ViewerProps): Player<Media> {
  const { t } = useTranslation();
  const ref = useRef<Media>(null);
  const playsAtOnce = useStore(playerTaste, (taste) => taste.playsAtOnce);
  const version = `${path} ${modified}`;
  const address = originalAddress(path, modified);

  useEffect(() => {
    const media = ref.current;
    if (!media) return undefined;
    const { volume, isMuted } = playerTaste.getState();
    media.volume = volume;
    media.muted = isMuted;
    // Sets the source after mounting, so that early events are not missed.
    media.src = address;
    return () => {
      rememberPosition(version, media.currentTime, media.duration);
      media.pause();
      media.removeAttribute('src');
      media.load();
    };
  }, [version, address]);
  useKeys('viewer', (event) => {
    if (!isForPlayer(event)) return false;
    toggle(ref.current);
    return true;
  });

  const reportReason = async (isLost: boolean) => {
    if (!isOffline() && (await isDiskMissing(path))) {
      onUnshowable(t('errors.diskUnavailable'), 'try-again');
    } else if (isLost) onUnshowable(t('preview.notLoaded'), 'try-again');
    else onUnshowable(t('preview.cannotPlay'));
  };

  return {
    ref,
    controls: true,
    preload: 'metadata',
    autoPlay: playsAtOnce,
    onLoadedMetadata({ currentTarget }) {
      const seconds = rememberedPosition(version);
      if (seconds !== undefined) currentTarget.currentTime = seconds;
    },
    onVolumeChange: ({ currentTarget: { volume, muted } }) =>
      changeTaste({ volume, isMuted: muted }),
    onEnded() {
      if (playsAtOnce) onFinished();
    },
    onError({ currentTarget: { error } }) {
      const isLost = isOffline() || error?.code === MediaError.MEDIA_ERR_NETWORK;
      void reportReason(isLost);
    },
  };
}

/** Returns true unless a focused player or button uses the space bar itself. */
function isForPlayer({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (key !== ' ' || ctrlKey || metaKey || altKey) return false;
  return !(target instanceof Element && target.closest('button, a, input, audio, video'));
}

function toggle(media: HTMLMediaElement | null): void {
  if (!media) return;
  if (!media.paused) media.pause();
  // The browser may block playback; its controls show that.
  else media.play().catch(() => {});
}
