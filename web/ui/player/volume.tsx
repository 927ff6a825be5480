import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { formatPercent } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../icon-button.tsx';
import { setVolume, toggleMuted } from './media-commands.ts';
import styles from './player-controls.module.css';
import { Slider } from './slider.tsx';
import type { Playback } from './use-playback.ts';

export function Volume({ playback: { media, state } }: { playback: Playback }) {
  const { t, locale } = useTranslation();
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
    </>
  );
}
