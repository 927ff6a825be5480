import { CloudOff, LockKeyhole, SearchX, TriangleAlert, UserX } from 'lucide-react';
import { ApiError } from '../../../api/http.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import styles from './notices.module.css';

interface FailureProps {
  failure: Error;
  onRetry(): void;
}

/** Error that replaces users. */
export function LoadFailure({ failure, onRetry }: FailureProps) {
  const { t } = useTranslation();
  const status = failure instanceof ApiError ? failure.status : undefined;
  const { icon: Icon, title, text } = WORDS[status === 0 || status === 403 ? status : 500];
  return (
    <div className={styles.notice} role="alert">
      <Icon className={styles.icon} size={56} strokeWidth={1.25} aria-hidden />
      <h2 className={styles.title}>{t(title)}</h2>
      <p className={styles.text}>{text ? t(text) : failureText(t, failure)}</p>
      <Button variant="primary" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}

const WORDS = {
  0: { icon: CloudOff, title: 'errors.noConnectionTitle', text: 'errors.noConnectionHint' },
  403: { icon: LockKeyhole, title: 'errors.forbiddenTitle', text: 'errors.forbiddenHint' },
  500: { icon: TriangleAlert, title: 'errors.internalTitle', text: undefined },
} as const;

/** Warning above data that could not be refreshed. */
export function StaleNotice({ failure, onRetry }: FailureProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.stale}>
      <CloudOff size={18} strokeWidth={1.75} aria-hidden />
      <p className={styles.staleText} role="status">
        {failureText(t, failure)} {t('listing.stale')}
      </p>
      <Button variant="quiet" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}

/** Shown if no user matches the search. */
export function NoUserFound({ onClear }: { onClear(): void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.notice}>
      <SearchX className={styles.icon} size={56} strokeWidth={1.25} aria-hidden />
      <h2 className={styles.title}>{t('users.noMatch')}</h2>
      <p className={styles.text}>{t('users.noMatchHint')}</p>
      <Button onClick={onClear}>{t('users.clearSearch')}</Button>
    </div>
  );
}

/** Shown if no user has the id, or the user was deleted. */
export function NoSuchUser() {
  const { t } = useTranslation();
  return (
    <div className={styles.notice} role="alert">
      <UserX className={styles.icon} size={56} strokeWidth={1.25} aria-hidden />
      <h1 className={styles.title}>{t('users.gone')}</h1>
      <p className={styles.text}>{t('users.goneHint')}</p>
      <ButtonLink variant="primary" to="/settings/users">
        {t('users.all')}
      </ButtonLink>
    </div>
  );
}
