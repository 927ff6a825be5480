import { type PointerEvent, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { KindGlyph } from '../kind-glyph.tsx';
import styles from './film-player.module.css';
import { toggleFullScreen } from './full-screen.ts';
import { togglePlaying } from './media-commands.ts';
import { PlayerControls } from './player-controls.tsx';
import { type PlayerProps, usePlayback } from './use-playback.ts';
import { useSystemControls } from './use-system-controls.ts';

/** Video with subtitles, which fills its container. A click plays or pauses it, and a double click toggles full screen. */
export function FilmPlayer(props: PlayerProps) {
  const { source, queue } = props;
  const { t } = useTranslation();
  const media = useRef<HTMLVideoElement>(null);
  const playback = usePlayback(props, media);
  useSystemControls(playback, { title: source.name });
  const { state } = playback;
  const tracks = source.tracks ?? [];
  const onClick = ({ pointerType }: PointerEvent<HTMLVideoElement>) => {
    // A touch only shows the controls.
    if (pointerType !== 'touch' && media.current) togglePlaying(media.current);
  };
  return (
    <div className={styles.film} data-theme="dark">
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- the existing ones are below */}
      <video
        ref={media}
        {...playback.element}
        className={styles.picture}
        aria-label={source.name}
        playsInline
        onClick={onClick}
        onDoubleClick={() => toggleFullScreen(media.current)}
      >
        {tracks.map(({ address, label, language, isDefault }) => (
          <track
            key={address}
            kind="subtitles"
            src={address}
            label={label}
            srcLang={language}
            default={isDefault}
          />
        ))}
      </video>
      {!state.hasPicture && (
        <p className={styles.soundOnly} role="status">
          <KindGlyph kind="video" size={96} />
          {t('player.soundOnly')}
        </p>
      )}
      {/* The controls stay visible while the video is paused. */}
      <div className={styles.controls} data-chrome data-awake={!state.isPlaying || undefined}>
        <PlayerControls
          playback={playback}
          kind="video"
          isQueued={queue.files.length > 1}
          labels={tracks.map(({ label }) => label)}
        />
      </div>
    </div>
  );
}
