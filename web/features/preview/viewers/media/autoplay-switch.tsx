import { ListVideo } from 'lucide-react';
import { useStore } from 'zustand';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { SlotContent } from '../../../../ui/slots.tsx';
import { changePlayerPreferences, playerPreferences } from '../../../../ui/player/player-memory.ts';

/** Switch that makes a file play when it opens, and the next one when it ends. */
export function AutoplaySwitch() {
  const { t } = useTranslation();
  const isOn = useStore(playerPreferences, ({ playsAtOnce }) => playsAtOnce);
  return (
    <SlotContent name="preview-tools">
      <IconButton
        label={t('preview.autoplay')}
        icon={ListVideo}
        aria-pressed={isOn}
        onClick={() => changePlayerPreferences({ playsAtOnce: !isOn })}
      />
    </SlotContent>
  );
}
