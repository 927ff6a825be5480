import { useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { SelectionStore } from '../../state/selection.ts';
import { announce } from '../../ui/live-region.tsx';

/** State of multi-select mode, and the function that switches it. */
export function useMultiple(selection: SelectionStore): {
  isOn: boolean;
  set(isOn: boolean): void;
} {
  const { t } = useTranslation();
  const isOn = useSyncExternalStore(selection.subscribe, selection.isMultiple);
  return {
    isOn,
    set(next) {
      selection.setMultiple(next);
      announce(t(next ? 'listing.multipleOn' : 'listing.multipleOff'));
    },
  };
}
