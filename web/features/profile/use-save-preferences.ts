import { languageFor } from '#contract/languages.ts';
import type { TFunction } from 'i18next';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { renewToken } from '../../api/http.ts';
import { updateOwnPreferences } from '../../api/users.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { loadLanguage } from '../../i18n/messages.ts';
import { session } from '../../state/session.ts';
import { toasts } from '../../state/toasts.ts';
import type { Preferences } from './preferences-of.ts';

/** Stores preferences on the server and applies them by renewing the session. */
export function useSavePreferences({ onSaved }: { onSaved(sent: Partial<Preferences>): void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (changes: Partial<Preferences>) => {
      const { user } = session.getState();
      if (!user) throw new NoUser();
      await updateOwnPreferences(user.id, changes);
      // If the renewal fails, the next call repeats it.
      await renewToken().catch(() => {});
      // Cached folders contain or lack dotfiles.
      if ('hideDotfiles' in changes) await queries.invalidateQueries({ refetchType: 'none' });
      await applyLanguage(changes);
    },
    onSuccess: (_, changes) => {
      onSaved(changes);
      toasts.getState().show('success', i18n.t('settings.settingsUpdated'));
    },
  });
  const forget = () => {
    if (error !== null) reset();
  };
  return { save: mutate, busy: isPending, failure: textOf(t, error), forget };
}

/** Thrown if the session has ended in the meantime. */
class NoUser extends Error {}

function textOf(t: TFunction, failure: Error | null): string | undefined {
  if (failure === null) return undefined;
  return failure instanceof NoUser ? t('profile.noUser') : failureText(t, failure);
}

/**
 * Switches to the new language before the confirmation is shown; keeps the old one if the translations fail to load.
 */
async function applyLanguage({ locale }: Partial<Preferences>): Promise<void> {
  const language = locale === undefined ? undefined : languageFor(locale);
  if (language !== undefined) await loadLanguage(language).catch(() => {});
}
