import type { ListedUser } from '#contract/users.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { endSessionsOf, sessionsOfQuery, USERS_KEY } from '../../../api/administration/users.ts';
import { endSession } from '../../../api/profile/sessions.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { toasts } from '../../../state/toasts.ts';
import { showFailureToRepeat } from '../../../state/show-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldGroup } from '../../../ui/form/field-group.tsx';
import styles from '../form/user-form.module.css';
import { UserSession } from './user-session.tsx';

/** Sessions of a user, with buttons that end them. */
export function UserSessions({ user, isOwn }: { user: ListedUser; isOwn: boolean }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data: sessions, error, refetch } = useQuery(sessionsOfQuery(user.id));
  const end = async (action: () => Promise<void>, what: string) => {
    try {
      await action();
      toasts.getState().show('success', t('users.sessions.ended'));
    } catch (failure) {
      showFailureToRepeat(t, failure, what, () => void end(action, what));
    }
    await queries.invalidateQueries({ queryKey: [...USERS_KEY, user.id] });
  };
  const allNotEnded = t('profile.sessions.othersNotEnded');
  const others = sessions?.filter(({ current }) => !current) ?? [];
  return (
    <FieldGroup title={t('users.sessions.title')} explanation={t('users.sessions.explanation')}>
      {error && (
        <div className={styles.dialogFields} role="alert">
          <p className={styles.wrong}>
            {t('users.sessions.failed')} {failureText(t, error)}
          </p>
          <div>
            <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
          </div>
        </div>
      )}
      {sessions?.length === 0 && <p className={styles.note}>{t('users.sessions.none')}</p>}
      {sessions && sessions.length > 0 && (
        <ul className={styles.sessions} aria-label={t('users.sessions.title')}>
          {sessions.map((session) => (
            <UserSession
              key={session.id}
              session={session}
              onEnd={() => end(() => endSession(session.id), t('profile.sessions.notEnded'))}
            />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <div>
          <Button onClick={() => void end(() => endSessionsOf(user.id), allNotEnded)}>
            {isOwn ? t('users.sessions.endAllOwn') : t('users.sessions.endAll')}
          </Button>
        </div>
      )}
    </FieldGroup>
  );
}
