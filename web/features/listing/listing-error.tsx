import { CloudOff, FolderX, HardDrive, LockKeyhole, TriangleAlert } from 'lucide-react';
import { useLocation } from 'react-router';
import { DataMismatch } from '../../api/files.ts';
import { ApiError } from '../../api/http.ts';
import { reportAddress } from '../../api/page-config.ts';
import { failureText, isDiskUnavailable, isUnexpected } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { filesAddress, pathOfAddress } from '../../lib/path-codec.ts';
import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Button } from '../../ui/button.tsx';
import { EntryName } from '../../ui/entry-name.tsx';
import { Notice, NoticeActions, NoticeText } from '../../ui/data-view/notice.tsx';
import { useFocusInContent } from '../../ui/use-focus-in-content.ts';
import styles from './listing.module.css';

const HOME = filesAddress('/');

/** Error that replaces a folder inside the page frame. */
export function ListingError({ failure, onRetry }: { failure: Error; onRetry(): void }) {
  const { t } = useTranslation();
  const status = failure instanceof ApiError ? failure.status : undefined;
  const { icon, heading, text } = wordsFor(failure);
  // Without access or content, a link elsewhere helps more than a retry.
  const isLost = status === 403 || status === 404;
  const report = isUnexpected(failure) ? reportAddress() : undefined;
  useFocusInContent();
  const { pathname } = useLocation();
  const leadsHome = pathname !== HOME && isLost;
  return (
    <Notice
      icon={icon}
      tone={icon === TriangleAlert ? 'danger' : 'neutral'}
      title={t(heading)}
      role="alert"
    >
      <NoticeText>{text ? t(text) : failureText(t, failure)}</NoticeText>
      {status === 404 && (
        <code className={styles.missing} dir="ltr">
          <EntryName name={pathOfAddress(pathname) ?? pathname} />
        </code>
      )}
      <NoticeActions>
        {leadsHome && (
          <ButtonLink variant="primary" to={HOME}>
            {t('errors.backHome')}
          </ButtonLink>
        )}
        <Button variant={leadsHome ? 'plain' : 'primary'} onClick={onRetry}>
          {t('common.retry')}
        </Button>
        {report !== undefined && (
          <ButtonAnchor href={report} target="_blank" rel="noopener noreferrer">
            {t('errors.report')}
          </ButtonAnchor>
        )}
      </NoticeActions>
    </Notice>
  );
}

function wordsFor(failure: Error) {
  if (failure instanceof DataMismatch) {
    return {
      icon: TriangleAlert,
      heading: 'errors.dataMismatch',
      text: 'errors.dataMismatchHint',
    } as const;
  }
  if (isDiskUnavailable(failure)) {
    return { icon: HardDrive, heading: 'errors.diskUnavailableTitle', text: undefined } as const;
  }
  const status = failure instanceof ApiError ? failure.status : undefined;
  if (status === 0) {
    return {
      icon: CloudOff,
      heading: 'errors.noConnectionTitle',
      text: 'errors.noConnectionHint',
    } as const;
  }
  if (status === 403) {
    return {
      icon: LockKeyhole,
      heading: 'errors.forbiddenTitle',
      text: 'errors.forbiddenHint',
    } as const;
  }
  if (status === 404) {
    return { icon: FolderX, heading: 'errors.notFoundTitle', text: 'errors.notFound' } as const;
  }
  return { icon: TriangleAlert, heading: 'errors.internalTitle', text: undefined } as const;
}
