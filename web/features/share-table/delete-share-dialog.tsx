import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/use-translation.ts';
import { spelled } from '../../lib/name-parts.ts';
import type { DialogProps } from '../../state/dialogs.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { endShare } from './end-share.ts';
import { sharedItem } from './shared-item.ts';
import styles from './share-table.module.css';

/** Asks before a link ends. The button that does it never has the focus by itself, so Enter destroys nothing. */
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
