import { CloudOff, FolderX, LockKeyhole, RefreshCw, TriangleAlert } from 'lucide-react';
import { useRevalidator, useRouteError } from 'react-router';
import { useStore } from 'zustand';
import { ApiError } from '../api/http.ts';
import { reportAddress } from '../api/page-config.ts';
import { serverBuild } from '../api/server-build.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { ButtonAnchor } from '../ui/button-anchor.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Button } from '../ui/button.tsx';
import styles from './error-screen.module.css';
import { askToReload } from './follow-build.ts';
import { HOME_ADDRESS } from './redirect-target.ts';
import { Brand } from './shell/brand.tsx';

const KINDS = {
  0: { icon: CloudOff, title: 'errors.noConnectionTitle', text: 'errors.noConnectionHint' },
  403: { icon: LockKeyhole, title: 'errors.forbiddenTitle', text: 'errors.forbiddenHint' },
  404: { icon: FolderX, title: 'errors.notFoundTitle', text: 'errors.notFound' },
  500: { icon: TriangleAlert, title: 'errors.internalTitle', text: 'errors.internal' },
} as const;

export type ErrorPageCode = keyof typeof KINDS;

interface ErrorProps {
  /** 0 means no connection; 500 is any other error. */
  code: ErrorPageCode;
  /** Without it, the page offers a link to the home folder. */
  onRetry?: (() => void) | undefined;
}

/** Full-page error. */
export function ErrorScreen({ code, onRetry }: ErrorProps) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Brand />
      </header>
      <main className={styles.main}>
        <ErrorMessage code={code} onRetry={onRetry} />
      </main>
    </div>
  );
}

const NEW_VERSION = {
  icon: RefreshCw,
  title: 'shell.newVersion',
  text: 'shell.newVersionHint',
} as const;

function ErrorMessage({ code, onRetry }: ErrorProps) {
  const { t } = useTranslation();
  // A page of an older version cannot load missing parts by retrying.
  const isOutdated = useStore(serverBuild, ({ isOther }) => isOther) && onRetry !== undefined;
  const report = reportAddress();
  const { icon: Icon, title, text } = isOutdated ? NEW_VERSION : KINDS[code];
  return (
    <div className={styles.message}>
      <Icon className={styles.icon} size={56} strokeWidth={1.25} aria-hidden />
      <h1 className={styles.title}>{t(title)}</h1>
      <p className={styles.text}>{t(text)}</p>
      {onRetry ? (
        <Button variant="primary" onClick={isOutdated ? () => void askToReload() : onRetry}>
          {t(isOutdated ? 'shell.reload' : 'common.retry')}
        </Button>
      ) : null}
      {(onRetry === undefined || (code === 500 && !isOutdated)) && (
        <ButtonLink variant={onRetry ? 'plain' : 'primary'} to={HOME_ADDRESS}>
          {t('errors.backHome')}
        </ButtonLink>
      )}
      {code === 500 && !isOutdated && report !== undefined && (
        <ButtonAnchor href={report} target="_blank" rel="noopener noreferrer">
          {t('errors.report')}
        </ButtonAnchor>
      )}
    </div>
  );
}

/** Replaces the whole page. Retrying repeats the request. */
export function FailedRoute() {
  const { code, retry } = useFailure();
  return <ErrorScreen code={code} onRetry={retry} />;
}

/** Replaces the content inside the page frame. */
export function FailedContent() {
  const { code, retry } = useFailure();
  return <ErrorMessage code={code} onRetry={retry} />;
}

function useFailure(): { code: ErrorPageCode; retry: (() => void) | undefined } {
  const code = codeOf(useRouteError());
  const revalidator = useRevalidator();
  const mayHelp = code === 0 || code === 500;
  return { code, retry: mayHelp ? () => void revalidator.revalidate() : undefined };
}

function codeOf(failure: unknown): ErrorPageCode {
  const status = failure instanceof ApiError ? failure.status : 500;
  if (isMissingPart(failure)) return 0;
  return status === 0 || status === 403 || status === 404 ? status : 500;
}

/** Returns true if a lazily loaded script or style sheet could not be loaded. */
export function isMissingPart(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  return failure instanceof TypeError
    ? /import|fetch|load/i.test(failure.message)
    : failure.message.startsWith('Unable to preload CSS');
}
