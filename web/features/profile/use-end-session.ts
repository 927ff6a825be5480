import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/http.ts';
import { endSession, ownSessionsQuery } from '../../api/profile/sessions.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { toasts } from '../../state/toasts.ts';

/** Signs out one place; one that was signed out meanwhile is as good. */
export function useEndSession(id: string) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    try {
      await endSession(id).catch(unlessGone);
      await queries.invalidateQueries(ownSessionsQuery);
      toasts.getState().show('success', t('profile.sessions.ended'));
    } catch (failure) {
      toasts.getState().show('error', failureText(t, failure));
    } finally {
      setBusy(false);
    }
  };
  return { end, busy };
}

function unlessGone(failure: unknown): void {
  if (!(failure instanceof ApiError) || failure.status !== 404) throw failure;
}
