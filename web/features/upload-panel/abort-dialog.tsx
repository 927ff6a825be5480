import { useTranslation } from '../../i18n/use-translation.ts';
import type { DialogProps } from '../../state/dialog-spec.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks before all uploads are cancelled. */
export function AbortDialog({ dialog, onClose }: DialogProps<'abort-uploads'>) {
  const { t } = useTranslation();
  const abort = () => {
    dialog.abort();
    onClose();
  };
  return (
    <Dialog
      title={t('uploads.abortTitle')}
      onClose={onClose}
      onSubmit={abort}
      buttons={
        <>
          <Button onClick={onClose} autoFocus>
            {t('uploads.goOn')}
          </Button>
          <Button type="submit" variant="danger">
            {t('uploads.abortAll')}
          </Button>
        </>
      }
    >
      <p>{t('uploads.abortText')}</p>
    </Dialog>
  );
}
