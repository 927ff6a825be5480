import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks before everything that is under way is called off. */
export function AbortDialog({ dialog, onClose }: { dialog: { abort(): void }; onClose(): void }) {
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
