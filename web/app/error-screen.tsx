import { CloudOff, FolderX, LockKeyhole, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useRevalidator, useRouteError } from 'react-router';
import { ApiError } from '../api/http.ts';
import { Button } from '../ui/button.tsx';
import styles from './error-screen.module.css';
import { HOME_ADDRESS } from './redirect-target.ts';
import { Brand } from './shell/brand.tsx';

const KINDS = {
  0: { icon: CloudOff, title: 'errors.noConnectionTitle', text: 'errors.noConnectionHint' },
  403: { icon: LockKeyhole, title: 'errors.forbiddenTitle', text: 'errors.forbiddenHint' },
  404: { icon: FolderX, title: 'errors.notFoundTitle', text: 'errors.notFound' },
  500: { icon: TriangleAlert, title: 'errors.internalTitle', text: 'errors.internal' },
} as const;

export type ErrorPageCode = keyof typeof KINDS;

/** A whole page that says what went wrong: 0 is no connection, 500 anything not named. */
export function ErrorScreen({ code, onRetry }: { code: ErrorPageCode; onRetry?(): void }) {
  const { t } = useTranslation();
  const { icon: Icon, title, text } = KINDS[code];
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Brand />
      </header>
      <main className={styles.main}>
        <Icon className={styles.icon} size={56} strokeWidth={1.25} aria-hidden />
        <h1 className={styles.title}>{t(title)}</h1>
        <p className={styles.text}>{t(text)}</p>
        <div className={styles.actions}>
          {onRetry && (
            <Button variant="primary" onClick={onRetry}>
              {t('common.retry')}
            </Button>
          )}
          {!onRetry && (
            <Link className={styles.link} to={HOME_ADDRESS}>
              {t('errors.backHome')}
            </Link>
          )}
        </div>
      </main>
    </div>
  );
}

/** Takes the place of a route that could not be shown; trying again asks the server anew. */
export function FailedRoute() {
  const failure = useRouteError();
  const revalidator = useRevalidator();
  return <ErrorScreen code={codeOf(failure)} onRetry={() => void revalidator.revalidate()} />;
}

function codeOf(failure: unknown): ErrorPageCode {
  const status = failure instanceof ApiError ? failure.status : 500;
  if (isOffline(failure)) return 0;
  return status === 0 || status === 403 || status === 404 ? status : 500;
}

/** A lazy part of the page that did not arrive is no fault of the page. */
function isOffline(failure: unknown): boolean {
  return failure instanceof TypeError && /import|fetch|load/i.test(failure.message);
}
