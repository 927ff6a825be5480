import { type RefObject, useEffect, useRef, useState } from 'react';
import { callAddress } from '../../../api/http.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { KindGlyph } from '../../../ui/kind-glyph.tsx';
import { bytesUrl } from '../addresses.ts';
import type { ViewerProps } from './viewer-props.ts';
import styles from './viewers.module.css';

/** Audio file in the browser's player. */
export function AudioViewer({ link, file, onFailed }: ViewerProps) {
  const player = usePlayer<HTMLAudioElement>(callAddress(bytesUrl(link, file, { inline: true })));
  return (
    <div className={styles.sound}>
      <KindGlyph kind="audio" size={96} />
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- user files have no captions */}
      <audio
        ref={player}
        controls
        preload="metadata"
        aria-label={file.name}
        data-own-gestures
        onError={onFailed}
      />
    </div>
  );
}

/** Video in the browser's player. */
export function VideoViewer({ link, file, onFailed }: ViewerProps) {
  const { t } = useTranslation();
  const player = usePlayer<HTMLVideoElement>(callAddress(bytesUrl(link, file, { inline: true })));
  const [hasPicture, setHasPicture] = useState(true);
  return (
    <div className={styles.film}>
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- as above */}
      <video
        ref={player}
        controls
        playsInline
        preload="metadata"
        aria-label={file.name}
        data-own-gestures
        onLoadedMetadata={({ currentTarget }) => setHasPicture(currentTarget.videoWidth > 0)}
        onError={onFailed}
      />
      {!hasPicture && (
        <p className={styles.soundOnly} role="status">
          {t('viewer.soundOnly')}
        </p>
      )}
    </div>
  );
}

/** Leaving stops playback and download. */
function usePlayer<Media extends HTMLMediaElement>(address: string): RefObject<Media | null> {
  const ref = useRef<Media>(null);
  useEffect(() => {
    const media = ref.current;
    if (!media) return undefined;
    // Sets the source after mounting, so that early events are not missed.
    media.src = address;
    return () => {
      media.pause();
      media.removeAttribute('src');
      media.load();
    };
  }, [address]);
  return ref;
}
