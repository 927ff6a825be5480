import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import styles from './discard-changes-dialog.module.css';

/** Asks before a form with changes is left. Neither Enter nor Escape discards them. */
export function DiscardChangesDialog({
  dialog: { discard, stay },
  onClose,
}: {
  dialog: { discard(): void; stay(): void };
  onClose(): void;
}) {
  const { t } = useTranslation();
  const closing = (action: () => void) => () => {
    onClose();
    action();
  };
  return (
    <Dialog
      title={t('form.leaveTitle')}
      onClose={closing(stay)}
      buttons={
        <>
          <Button data-focus-first="" onClick={closing(stay)}>
            {t('form.stay')}
          </Button>
          <Button variant="danger" onClick={closing(discard)}>
            {t('form.discard')}
          </Button>
        </>
      }
    >
      <p className={styles.text}>{t('form.leaveText')}</p>
    </Dialog>
  );
}
