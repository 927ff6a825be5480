import type { Share } from '#contract/shares.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { ApiError } from '../../api/http.ts';
import { deleteShare, SHARES_KEY } from '../../api/shares.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { toasts } from '../../state/toasts.ts';

/** Deletes a link and tells how it went; one that has ended meanwhile is as good as deleted. */
export async function endShare(
  { t, queries }: { t: TFunction; queries: QueryClient },
  { hash }: Share,
): Promise<void> {
  const { show } = toasts.getState();
  try {
    await deleteShare(hash);
    show('success', t('settings.shareDeleted'));
  } catch (failure) {
    const hasEnded = failure instanceof ApiError && failure.status === 404;
    if (hasEnded) show('success', t('settings.shareDeleted'));
    else show('error', failureText(t, failure));
  }
  await queries.invalidateQueries({ queryKey: SHARES_KEY });
}
