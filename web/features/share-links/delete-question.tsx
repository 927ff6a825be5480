import type { Share } from '#contract/shares.ts';
import { ApiError } from '../../api/http.ts';
import { deleteShare } from '../../api/shares.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRequest } from '../../state/forms/use-request.ts';
import { Button } from '../../ui/button.tsx';
import type { KnownShares } from './use-known-shares.ts';
import styles from './share-card.module.css';

/** Asks before a share is deleted. The button that deletes never has the initial focus. */
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
  const { isBusy, failure, send } = useRequest(async () => {
    await deleteShare(hash).catch(ignoreNotFound);
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
        <Button variant="danger" busy={isBusy} onClick={() => send()}>
          {t('shares.delete')}
        </Button>
      </div>
    </div>
  );
}

/** Ignores the failure if the share has already been deleted or has expired; throws all other failures. */
function ignoreNotFound(failure: unknown): void {
  if (!(failure instanceof ApiError) || failure.status !== 404) throw failure;
}
