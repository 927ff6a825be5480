import type { Share } from '#contract/shares.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { ApiError } from '../../api/http.ts';
import { deleteShare, SHARES_KEY } from '../../api/shares.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { spelled } from '../../lib/name-parts.ts';
import type { DialogProps } from '../../state/dialog-spec.ts';
import { toasts } from '../../state/toasts.ts';
import { showFailureToRepeat } from '../../state/show-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './share-table.module.css';
import { sharedItem } from './shared-item.ts';

/** Asks before a share is deleted. The delete button never has the initial focus. */
export function DeleteShareDialog({ dialog: { share }, onClose }: DialogProps<'share-delete'>) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { name } = sharedItem(t, share);
  const confirm = () => {
    onClose();
    void endShare({ t, queries }, share);
  };
  return (
    <Dialog
      title={t('settings.shares.deleteTitle', { name: spelled(name) })}
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose} autoFocus>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" onClick={confirm}>
            {t('shares.delete')}
          </Button>
        </>
      }
    >
      <p className={styles.dialogText}>{t('settings.shares.deleteText')}</p>
    </Dialog>
  );
}

/** Deletes a share and reports the result. A share that has already ended counts as deleted. */
async function endShare(
  page: { readonly t: TFunction; readonly queries: QueryClient },
  share: Share,
): Promise<void> {
  const { t, queries } = page;
  const { show } = toasts.getState();
  try {
    await deleteShare(share.hash);
    show('success', t('settings.shareDeleted'));
  } catch (failure) {
    const hasEnded = failure instanceof ApiError && failure.status === 404;
    if (hasEnded) show('success', t('settings.shareDeleted'));
    else {
      const what = t('shares.notDeleted', { name: spelled(sharedItem(t, share).name) });
      showFailureToRepeat(t, failure, what, () => void endShare(page, share));
    }
  }
  await queries.invalidateQueries({ queryKey: SHARES_KEY });
}
