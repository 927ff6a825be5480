import { useQueryClient } from '@tanstack/react-query';
import { endOtherSessions, ownSessionsQuery } from '../../api/profile/sessions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { toasts } from '../../state/toasts.ts';
import { showFailureToRepeat } from '../../state/show-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './profile.module.css';

/** Asks before all other sessions are ended. Enter cancels. */
export function EndOtherSessionsDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const endAll = async () => {
    try {
      await endOtherSessions();
      await queries.invalidateQueries(ownSessionsQuery);
      toasts.getState().show('success', t('profile.sessions.endedEverywhere'));
    } catch (failure) {
      showFailureToRepeat(t, failure, t('profile.sessions.othersNotEnded'), () => void endAll());
    }
  };
  const confirm = () => {
    onClose();
    void endAll();
  };
  return (
    <Dialog
      title={t('profile.sessions.endOthersTitle')}
      onClose={onClose}
      buttons={
        <>
          <Button data-focus-first="" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" onClick={confirm}>
            {t('profile.sessions.endOthers')}
          </Button>
        </>
      }
    >
      <p className={styles.note}>{t('profile.sessions.endOthersText')}</p>
    </Dialog>
  );
}
