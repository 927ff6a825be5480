import { Gauge } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { setSpeed } from './media-commands.ts';
import { PlayerMenu } from './player-menu.tsx';
import { SPEEDS } from './player-memory.ts';
import type { Playback } from './use-playback.ts';

export function SpeedMenu({ playback: { media, state } }: { playback: Playback }) {
  const { t, locale } = useTranslation();
  return (
    <PlayerMenu
      label={t('player.speed')}
      icon={Gauge}
      isOn={state.speed !== 1}
      items={SPEEDS.map((speed) => ({
        id: String(speed),
        label: `${speed.toLocaleString(locale)}×`,
        checked: speed === state.speed,
        run: () => media.current && setSpeed(media.current, speed),
      }))}
    />
  );
}
