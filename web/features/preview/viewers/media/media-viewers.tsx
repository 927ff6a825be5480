import { useMemo } from 'react';
import { readPart } from '../../../../api/contents.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { isOffline } from '../../../../lib/connection.ts';
import { FilmPlayer } from '../../../../ui/player/film-player.tsx';
import type { PlayerSource } from '../../../../ui/player/player-source.ts';
import { SoundPlayer } from '../../../../ui/player/sound-player.tsx';
import type { PlayerProps } from '../../../../ui/player/use-playback.ts';
import { isDiskMissing } from '../is-disk-missing.ts';
import { originalAddress } from '../original-address.ts';
import type { ViewerProps } from '../viewer.ts';
import { AutoplaySwitch } from './autoplay-switch.tsx';
import { subtitleTracks } from './subtitle-tracks.ts';

/** Sound in the player. */
export function AudioViewer(props: ViewerProps) {
  return (
    <>
      <SoundPlayer {...usePlayerProps(props, 'audio')} />
      <AutoplaySwitch />
    </>
  );
}

/** Video with subtitles in the player. */
export function VideoViewer(props: ViewerProps) {
  return (
    <>
      <FilmPlayer {...usePlayerProps(props, 'video')} />
      <AutoplaySwitch />
    </>
  );
}

function usePlayerProps(
  { file, series, onGo, onUnshowable }: ViewerProps,
  kind: PlayerSource['kind'],
): PlayerProps {
  const { t, locale } = useTranslation();
  const { path, name, size, modified } = file;
  const source = useMemo(
    (): PlayerSource => ({
      kind,
      path,
      name,
      size,
      address: originalAddress(path, modified),
      version: `${path} ${modified}`,
      read: (from, length) => readPart(path, from, length),
      tracks: kind === 'video' ? subtitleTracks(file, locale) : [],
    }),
    [kind, path, name, size, modified, file, locale],
  );
  const reportReason = async (isLost: boolean) => {
    if (!isOffline() && (await isDiskMissing(path))) {
      onUnshowable(t('errors.diskUnavailable'), 'try-again');
    } else if (isLost) onUnshowable(t('preview.notLoaded'), 'try-again');
    else onUnshowable(t('preview.cannotPlay'));
  };
  return {
    source,
    queue: { files: series, open: onGo },
    keys: 'viewer',
    onError(error) {
      const isLost = isOffline() || error?.code === MediaError.MEDIA_ERR_NETWORK;
      void reportReason(isLost);
    },
  };
}
