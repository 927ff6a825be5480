import type { Share } from '#contract/shares.ts';
import { ApiError } from '../../api/http.ts';
import { deleteShare } from '../../api/shares.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import type { KnownShares } from './use-known-shares.ts';
import styles from './share-card.module.css';
import { useAttempt } from './use-attempt.ts';

/** Asks in the place of the link; the button that deletes never has the focus by itself. */
export function DeleteQuestion({
  share: { hash },
  known,
  onKeep,
  onDeleted,
}: {
  share: Share;
  known: KnownShares;
  onKeep(): void;
  onDeleted(): void;
}) {
  const { t } = useTranslation();
  const { isBusy, failure, attempt } = useAttempt();
  const confirm = () =>
    attempt(async () => {
      await deleteShare(hash).catch(unlessItHasEnded);
      known.remove(hash);
      onDeleted();
    });
  return (
    <div className={styles.question} role="group" aria-label={t('shares.delete')}>
      <p>{t('shares.deleteQuestion')}</p>
      {failure !== undefined && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.answers}>
        <Button autoFocus onClick={onKeep}>
          {t('shares.deleteKeep')}
        </Button>
        <Button variant="danger" busy={isBusy} onClick={confirm}>
          {t('shares.delete')}
        </Button>
      </div>
    </div>
  );
}

/** Somebody else was faster, or its time was over. */
function unlessItHasEnded(failure: unknown): void {
  if (!(failure instanceof ApiError) || failure.status !== 404) throw failure;
}
