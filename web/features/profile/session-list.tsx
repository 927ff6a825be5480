import type { ListedSession } from '#contract/sessions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { dialogs } from '../../state/dialogs.ts';
import { Button } from '../../ui/button.tsx';
import styles from './profile.module.css';
import { SessionRow } from './session-row.tsx';

export function SessionList({ sessions }: { sessions: readonly ListedSession[] }) {
  const { t } = useTranslation();
  const others = sessions.filter(({ current }) => !current);
  return (
    <>
      <ul className={styles.sessions} aria-label={t('profile.sessions.title')}>
        {sessions.map((session) => (
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
