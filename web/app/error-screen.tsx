import { CloudOff, FolderX, LockKeyhole, RefreshCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate, useRevalidator, useRouteError } from 'react-router';
import { useStore } from 'zustand';
import { ApiError } from '../api/http.ts';
import { reportAddress } from '../api/page-config.ts';
import { serverBuild } from '../api/server-build.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { openSearch } from '../state/search-overlay.ts';
import { useUser } from '../state/use-session.ts';
import { ButtonAnchor } from '../ui/button-anchor.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Button } from '../ui/button.tsx';
import { Notice, NoticeActions, NoticeText } from '../ui/data-view/notice.tsx';
import styles from './error-screen.module.css';
import { askToReload } from './follow-build.ts';
import { HOME_ADDRESS } from './redirect-target.ts';
import { Brand } from './shell/brand.tsx';
import { ToastHost } from './toast-host.tsx';

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

/** Page without the frame of logged-in users. */
export function PlainPage({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Brand />
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  );
}

const NEW_VERSION = {
  icon: RefreshCw,
  title: 'shell.newVersion',
  text: 'shell.newVersionHint',
} as const;

/** Message of an error page, with the actions that may help: retry, reload, go back or home, search, and report. */
export function ErrorMessage({ code, onRetry }: ErrorProps) {
  const { t } = useTranslation();
  const user = useUser();
  // A page of an older version cannot load missing parts by retrying.
  const isOutdated = useStore(serverBuild, ({ isOther }) => isOther) && onRetry !== undefined;
  const isUnexpected = code === 500 && !isOutdated;
  const report = reportAddress();
  const { icon, title, text } = isOutdated ? NEW_VERSION : KINDS[code];
  return (
    <Notice icon={icon} tone={isUnexpected ? 'danger' : 'neutral'} title={t(title)} level="h1">
      <NoticeText>{t(text)}</NoticeText>
      <NoticeActions>
        {onRetry ? (
          <Button variant="primary" onClick={isOutdated ? () => void askToReload() : onRetry}>
            {t(isOutdated ? 'shell.reload' : 'common.retry')}
          </Button>
        ) : null}
        {/* The address /500 has no request that can be repeated; its button goes back to the page before. */}
        {isUnexpected && onRetry === undefined && (
          <BackButton label={t('common.retry')} isPrimary />
        )}
        {(onRetry === undefined || isUnexpected) && (
          <ButtonLink
            variant={onRetry || (isUnexpected && canGoBack()) ? 'plain' : 'primary'}
            to={HOME_ADDRESS}
          >
            {t('errors.backHome')}
          </ButtonLink>
        )}
        {code === 404 && user && <Button onClick={openSearch}>{t('actions.search')}</Button>}
        {code === 403 && <BackButton label={t('errors.goBack')} />}
        {isUnexpected && report !== undefined && (
          <ButtonAnchor href={report} target="_blank" rel="noopener noreferrer">
            {t('errors.report')}
          </ButtonAnchor>
        )}
      </NoticeActions>
    </Notice>
  );
}

/** Button that leads to the page before; nothing if this is the first page of the tab. */
function BackButton({ label, isPrimary = false }: { label: string; isPrimary?: boolean }) {
  const navigate = useNavigate();
  if (!canGoBack()) return null;
  return (
    <Button variant={isPrimary ? 'primary' : 'plain'} onClick={() => void navigate(-1)}>
      {label}
    </Button>
  );
}

function canGoBack(): boolean {
  return window.history.length > 1;
}

/** Error page of a route that replaces the whole page, with its messages. Retrying repeats the request. */
export function FailedRoute() {
  const { code, retry } = useFailure();
  return (
    <>
      <PlainPage>
        <ErrorMessage code={code} onRetry={retry} />
      </PlainPage>
      <ToastHost />
    </>
  );
}

/** Error page of a route inside the page frame. */
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
