import { SquareTerminal } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice, NoticeText } from '../../ui/data-view/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAnnounceLoading } from '../../ui/use-announce-loading.ts';
import styles from './command-runs.module.css';

/** Shown if no command was run or none has failed, with a link onwards. */
export function NoRuns({ failedOnly, onShowAll }: { failedOnly: boolean; onShowAll(): void }) {
  const { t } = useTranslation();
  return (
    <Notice
      icon={SquareTerminal}
      title={t(failedOnly ? 'commands.runs.emptyFailed' : 'commands.runs.empty')}
    >
      <NoticeText>
        {t(failedOnly ? 'commands.runs.emptyFailedHint' : 'commands.runs.emptyHint')}
      </NoticeText>
      {failedOnly ? (
        <Button onClick={onShowAll}>{t('commands.runs.showAll')}</Button>
      ) : (
        <ButtonLink to="/settings/global">{t('commands.runs.setUp')}</ButtonLink>
      )}
    </Notice>
  );
}

const ROWS = ['a', 'b', 'c', 'd', 'e'];

/** Skeleton rows, invisible for the first 200 ms. */
export function RunsSkeleton() {
  const { t } = useTranslation();
  useAnnounceLoading();
  return (
    <div className={styles.skeleton} role="status" aria-label={t('common.loading')}>
      {ROWS.map((row) => (
        <div key={row} className={styles.skeletonRow}>
          <Skeleton width="60%" />
          <Skeleton width="35%" />
        </div>
      ))}
    </div>
  );
}
