import type { ViewMode } from '#contract/users.ts';
import { useStore } from 'zustand';
import { useTranslation } from '../../i18n/use-translation.ts';
import { choosePreference, chosenPreferences } from '../../state/preferences.ts';
import { session } from '../../state/session.ts';
import { showNotSaved } from '../../state/show-failure.ts';

/** Returns the view mode of folders, and a function that changes it. */
export function useChosenView(): { mode: ViewMode; change(mode: ViewMode): void } {
  const { t } = useTranslation();
  const mode = useViewMode();
  return {
    mode,
    change(next) {
      choosePreference('viewMode', next).catch((failure: unknown) => showNotSaved(t, failure));
    },
  };
}

export function useViewMode(): ViewMode {
  const chosen = useStore(chosenPreferences, ({ viewMode }) => viewMode);
  const remembered = useStore(session, ({ user }) => user?.viewMode);
  return chosen ?? remembered ?? 'list';
}
