import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { ApiError } from '../../api/http.ts';
import { invitedUserQuery } from '../../api/invitations.ts';
import { pageConfig } from '../../api/page-config.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordFields } from '../../ui/form/password-fields.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Refusal } from '../../ui/form/refusal.tsx';
import { LogInCard } from './log-in-card.tsx';
import styles from './log-in.module.css';
import { refusalText } from './refusal-text.ts';
import { useInvitation } from './use-invitation.ts';

/** Page at `/invitation#{token}` where an invited user chooses a password. */
export function InvitationPage() {
  const token = useLocation().hash.slice(1);
  const { data, error, isFetching, refetch } = useQuery(invitedUserQuery(token));
  return (
    <LogInCard>
      {data ? (
        <InvitationForm key={token} token={token} username={data.username} />
      ) : isEnded(error) ? (
        <EndedInvitation />
      ) : error ? (
        <FailedInvitation error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <InvitationSkeleton />
      )}
    </LogInCard>
  );
}

function InvitationForm({ token, username }: { token: string; username: string }) {
  const { t } = useTranslation();
  const { fields, change, submit, busy, error, problems } = useInvitation({ token, username });
  if (isEnded(error)) return <EndedInvitation />;
  return (
    <form
      className={styles.form}
      aria-label={t('invitation.title')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) submit();
      }}
    >
      <h2 className={styles.purpose}>{t('invitation.title')}</h2>
      <Refusal>{problems.other}</Refusal>
      {/* Password managers store it with the password. */}
      <TextField
        label={t('session.username')}
        name="username"
        autoComplete="username"
        readOnly
        value={username}
      />
      <PasswordFields
        label={t('session.password')}
        repeatLabel={t('signUp.repeat')}
        hint={t('form.passwordHint', { count: pageConfig().MinimumPasswordLength })}
        error={problems.password}
        repeatError={problems.repeat}
        value={fields}
        autoFocus
        onChange={change}
      />
      <Button type="submit" variant="primary" busy={busy}>
        {t('invitation.submit')}
      </Button>
    </form>
  );
}

function EndedInvitation() {
  const { t } = useTranslation();
  return (
    <div className={styles.form} role="alert">
      <h2 className={styles.trouble}>{t('invitation.endedTitle')}</h2>
      <p className={styles.note}>{t('invitation.endedText')}</p>
      <p className={styles.other}>
        <Link to="/login" replace>
          {t('session.logIn')}
        </Link>
      </p>
    </div>
  );
}

function FailedInvitation({
  error,
  busy,
  onRetry,
}: {
  error: unknown;
  busy: boolean;
  onRetry(): void;
}) {
  const { t } = useTranslation();
  return (
    <div className={styles.form}>
      <Refusal>{refusalText(t, error)}</Refusal>
      <Button variant="primary" busy={busy} onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}

function InvitationSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.form} role="status" aria-label={t('common.loading')}>
      <Skeleton width="60%" />
      <Skeleton width="100%" />
      <Skeleton width="100%" />
    </div>
  );
}

/** Returns true if the invitation was used, replaced, or has expired, or if users of this server have no passwords. */
function isEnded(error: unknown): boolean {
  return error instanceof ApiError && [404, 405].includes(error.status);
}
