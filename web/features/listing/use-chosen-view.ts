import type { ViewMode } from '#contract/users.ts';
import { useStore } from 'zustand';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { chooseViewMode, chosenViewMode } from '../../state/listing-view.ts';
import { session } from '../../state/session.ts';
import { toasts } from '../../state/toasts.ts';

/** How folders are shown to this user, and the way to change it. */
export function useChosenView(): { mode: ViewMode; change(mode: ViewMode): void } {
  const { t } = useTranslation();
  const mode = useViewMode();
  return {
    mode,
    change(next) {
      chooseViewMode(next).catch((failure: unknown) =>
        toasts.getState().show('error', failureText(t, failure)),
      );
    },
  };
}

export function useViewMode(): ViewMode {
  const chosen = useStore(chosenViewMode, (state) => state.mode);
  const remembered = useStore(session, ({ user }) => user?.viewMode);
  return chosen ?? remembered ?? 'list';
}
