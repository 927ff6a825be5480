import { useMemo } from 'react';
import { callAddress } from '../../../api/http.ts';
import { readPublicPart } from '../../../api/public-files.ts';
import { FilmPlayer } from '../../../ui/player/film-player.tsx';
import type { PlayerSource } from '../../../ui/player/player-source.ts';
import { SoundPlayer } from '../../../ui/player/sound-player.tsx';
import type { PlayerProps } from '../../../ui/player/use-playback.ts';
import { bytesUrl } from '../addresses.ts';
import { stepViewer } from '../viewing.ts';
import type { ViewerProps } from './viewer-props.ts';

/** Sound in the player. */
export function AudioViewer(props: ViewerProps) {
  return <SoundPlayer {...usePlayerProps(props, 'audio')} />;
}

/** Video in the player. */
export function VideoViewer(props: ViewerProps) {
  return <FilmPlayer {...usePlayerProps(props, 'video')} />;
}

function usePlayerProps(
  { share, file, series, onFailed }: ViewerProps,
  kind: PlayerSource['kind'],
): PlayerProps {
  const { path, name, size, modified } = file;
  const url = bytesUrl(share, file, { inline: true });
  const source = useMemo(
    (): PlayerSource => ({
      kind,
      path,
      name,
      size,
      address: callAddress(url),
      version: `${path} ${modified}`,
      read: (from, length) => readPublicPart(url, from, length),
    }),
    [kind, path, name, size, modified, url],
  );
  const files = useMemo(() => series.filter(({ type }) => type === kind), [series, kind]);
  return { source, queue: { files, open: stepViewer }, keys: 'dialog-viewer', onError: onFailed };
}
