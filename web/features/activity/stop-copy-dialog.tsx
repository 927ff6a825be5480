import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { DialogProps } from '../../state/dialog-spec.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/**
 * Asks whether a copy that is cancelled keeps or removes the copied items. The copy continues while the dialog is open,
 * and after it is closed without an answer.
 */
export function StopCopyDialog({ dialog, onClose }: DialogProps<'stop-copy'>) {
  const { t, locale } = useTranslation();
  const keep = () => {
    dialog.keep();
    onClose();
  };
  const remove = () => {
    dialog.remove();
    onClose();
  };
  return (
    <Dialog
      title={t('activity.stopCopyTitle')}
      size="wide"
      onClose={onClose}
      onSubmit={keep}
      buttons={
        <>
          <Button onClick={onClose} autoFocus>
            {t('activity.goOnCopying')}
          </Button>
          <Button variant="danger" onClick={remove}>
            {t('activity.removeCopied')}
          </Button>
          <Button type="submit" variant="primary">
            {t('activity.keepCopied')}
          </Button>
        </>
      }
    >
      <p>{t('activity.stopCopyText', { number: formatNumber(dialog.copied, locale) })}</p>
    </Dialog>
  );
}
