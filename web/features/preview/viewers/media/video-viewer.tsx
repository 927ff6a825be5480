import { type PointerEvent, useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { KindGlyph } from '../../../../ui/kind-glyph.tsx';
import type { ViewerProps } from '../viewer.ts';
import { AutoplaySwitch } from './autoplay-switch.tsx';
import styles from './media.module.css';
import { subtitleTracks } from './subtitle-tracks.ts';
import { usePlayer } from './use-player.ts';

/** Height of the browser's controls. */
const CONTROLS_PX = 96;

/** Video with subtitles in the browser's player. */
export function VideoViewer(props: ViewerProps) {
  const { file } = props;
  const { t, locale } = useTranslation();
  const player = usePlayer<HTMLVideoElement>(props);
  const [hasPicture, setHasPicture] = useState(true);
  return (
    <div className={styles.film}>
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- those that there are stand below */}
      <video
        {...player}
        className={styles.screen}
        aria-label={file.name}
        playsInline
        onLoadedMetadata={(event) => {
          player.onLoadedMetadata(event);
          setHasPicture(event.currentTarget.videoWidth > 0);
        }}
        onPointerDown={keepForControls}
      >
        {subtitleTracks(file, locale).map(({ address, label, language, isDefault }) => (
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
      {!hasPicture && (
        <p className={styles.soundOnly} role="status">
          <KindGlyph kind="video" size={96} />
          {t('preview.soundOnly')}
        </p>
      )}
      <AutoplaySwitch />
    </div>
  );
}

/** Seeking by touch must not swipe to the next file. */
function keepForControls(event: PointerEvent<HTMLVideoElement>): void {
  const { bottom } = event.currentTarget.getBoundingClientRect();
  if (event.clientY > bottom - CONTROLS_PX) event.stopPropagation();
}
