import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { useState } from 'react';
import { formatPercent } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../icon-button.tsx';
import { setVolume, toggleMuted } from './media-commands.ts';
import styles from './player-controls.module.css';
import { Slider } from './slider.tsx';
import type { Playback } from './use-playback.ts';

/** Button that mutes and unmutes, and a slider for the volume from 0 to 1. While muted, the slider shows 0. */
export function Volume({
  playback: { media, state },
}: {
  playback: Pick<Playback, 'media' | 'state'>;
}) {
  const { t, locale } = useTranslation();
  const [isAdjustable] = useState(isVolumeAdjustable);
  const volume = state.isMuted ? 0 : state.volume;
  const icon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
  return (
    <>
      <IconButton
        label={t(volume === 0 ? 'player.unmute' : 'player.mute')}
        shortcut="M"
        icon={icon}
        onClick={() => media.current && toggleMuted(media.current)}
      />
      {isAdjustable && (
        <div className={styles.volume}>
          <Slider
            label={t('player.volume')}
            text={formatPercent(100 * volume, locale)}
            value={volume}
            max={1}
            step={0.05}
            largeStep={0.2}
            onChange={(value) => media.current && setVolume(media.current, value)}
          />
        </div>
      )}
    </>
  );
}

/** Returns false where pages cannot change the volume: iPhones and iPads keep that to their own buttons. */
function isVolumeAdjustable(): boolean {
  const probe = document.createElement('audio');
  probe.volume = 0.5;
  return probe.volume === 0.5;
}
