import type { ListedSession } from '#contract/sessions.ts';
import { useQuery } from '@tanstack/react-query';
import { ownSessionsQuery } from '../../api/profile/sessions.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { dialogs } from '../../state/dialogs.ts';
import { Button } from '../../ui/button.tsx';
import { FieldGroup } from '../../ui/form/field-group.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAnnounceLoading } from '../../ui/use-announce-loading.ts';
import styles from './profile.module.css';
import { SessionRow } from './session-row.tsx';

/** Sessions of the user, with buttons that end them. */
export function Sessions() {
  const { t } = useTranslation();
  const { data: sessions, error, refetch } = useQuery(ownSessionsQuery);
  return (
    <FieldGroup title={t('profile.sessions.title')} explanation={t('profile.sessions.explanation')}>
      {error && (
        <div className={styles.trouble} role="alert">
          <p>
            {t('profile.sessions.failed')} {failureText(t, error)}
          </p>
          <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
        </div>
      )}
      {sessions && <SessionList sessions={sessions} />}
      {!sessions && !error && <SessionsSkeleton />}
    </FieldGroup>
  );
}

/** Skeleton of the sessions, invisible for the first 200 ms. */
function SessionsSkeleton() {
  const { t } = useTranslation();
  useAnnounceLoading();
  return (
    <div className={styles.skeleton} role="status" aria-label={t('common.loading')}>
      <Skeleton width="180px" />
      <Skeleton width="260px" />
    </div>
  );
}

function SessionList({ sessions }: { sessions: readonly ListedSession[] }) {
  const { t } = useTranslation();
  const own = sessions.filter(({ current }) => current);
  const others = sessions.filter(({ current }) => !current);
  return (
    <>
      <ul className={styles.sessions} aria-label={t('profile.sessions.title')}>
        {[...own, ...others].map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {others.length === 0 ? (
        <p className={styles.note}>{t('profile.sessions.onlyHere')}</p>
      ) : (
        <div>
          <Button onClick={() => dialogs.getState().open({ kind: 'end-other-sessions' })}>
            {t('profile.sessions.endOthers')}
          </Button>
        </div>
      )}
    </>
  );
}
