import { ChevronDown, ChevronUp, Pause, Play, RotateCw, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { formatPercent, formatSize } from '../../i18n/format.ts';
import { useLocale, useTranslation } from '../../i18n/use-translation.ts';
import { dialogs } from '../../state/dialogs.ts';
import { jobs, setListedUploads } from '../../state/jobs.ts';
import { openCount } from '../../state/upload-queue.ts';
import { formatTimeLeft } from '../../state/upload-speed.ts';
import type { UploadSnapshot } from '../../state/upload-snapshot.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { SlotContent } from '../../ui/slots.tsx';
import { useFocusKeptIn } from '../../ui/use-focus-kept-in.ts';
import { InterruptedNotice } from './interrupted-notice.tsx';
import { UploadList } from './upload-list.tsx';
import cardStyles from '../../ui/card.module.css';
import styles from './upload-panel.module.css';
import { speedText, timeLeftText } from './upload-text.ts';
import { useUploads, useUploadSnapshot } from './uploads-context.ts';

/**
 * Panel of uploads and the progress bar at the top of the page. Renders nothing without uploads. While the activity
 * panel is open, the uploads are a part of it.
 */
export function UploadPanel() {
  const { t } = useTranslation();
  const snapshot = useUploadSnapshot();
  const isInActivity = useStore(jobs, ({ isShown }) => isShown);
  const [wantsCollapsed, setWantsCollapsed] = useState(false);
  const isCollapsed = wantsCollapsed && !isInActivity;
  const panel = useRef<HTMLElement>(null);
  useFocusKeptIn(panel);
  const { jobCount, totals } = snapshot;
  const open = openCount(totals.counts);
  // The activity button shows their number.
  useEffect(() => setListedUploads({ all: jobCount, open }), [jobCount, open]);
  if (jobCount === 0) return <InterruptedNotice />;

  const section = (
    <section
      ref={panel}
      className={isInActivity ? styles.part : `${cardStyles.card} ${styles.panel}`}
      aria-label={t('uploads.title')}
      data-part="uploads"
      data-collapsed={isCollapsed || undefined}
    >
      <PanelHead
        snapshot={snapshot}
        isCollapsed={isCollapsed}
        onToggle={isInActivity ? undefined : () => setWantsCollapsed(!isCollapsed)}
      />
      {!isCollapsed && <PanelBody snapshot={snapshot} />}
    </section>
  );

  return (
    <>
      {snapshot.isActive && (
        <SlotContent name="global-progress">
          {/* The panel describes the progress in text. */}
          <div aria-hidden>
            <ProgressBar label={t('uploads.overall')} percent={snapshot.percent} size="thin" />
          </div>
        </SlotContent>
      )}
      {isInActivity ? <SlotContent name="activity-uploads">{section}</SlotContent> : section}
    </>
  );
}

function PanelHead({
  snapshot,
  isCollapsed,
  onToggle,
}: {
  snapshot: UploadSnapshot;
  isCollapsed: boolean;
  onToggle: (() => void) | undefined;
}) {
  const { t, locale } = useTranslation();
  const store = useUploads();
  const askToAbort = () =>
    dialogs.getState().open({ kind: 'abort-uploads', abort: () => store.abortAll() });
  return (
    <header className={cardStyles.head}>
      <h2 className={cardStyles.title}>{usePanelTitle(snapshot)}</h2>
      {snapshot.isActive && isCollapsed && snapshot.secondsLeft !== undefined && (
        <span className={cardStyles.percent}>{timeLeftText(t, snapshot.secondsLeft, locale)}</span>
      )}
      {snapshot.isActive && (
        <bdi className={cardStyles.percent}>{formatPercent(snapshot.percent, locale)}</bdi>
      )}
      {snapshot.isActive && !snapshot.isHalted && !isCollapsed && (
        <IconButton
          label={t(snapshot.isPaused ? 'uploads.unpause' : 'uploads.pause')}
          icon={snapshot.isPaused ? Play : Pause}
          size="small"
          onClick={() => (snapshot.isPaused ? store.unpause() : store.pause())}
        />
      )}
      {onToggle && (
        <IconButton
          label={t(isCollapsed ? 'uploads.expand' : 'uploads.collapse')}
          icon={isCollapsed ? ChevronUp : ChevronDown}
          aria-expanded={!isCollapsed}
          size="small"
          onClick={onToggle}
        />
      )}
      {snapshot.isActive ? (
        <IconButton label={t('uploads.abortAll')} icon={X} size="small" onClick={askToAbort} />
      ) : (
        <IconButton
          label={t('uploads.close')}
          icon={X}
          size="small"
          onClick={() => store.clear()}
        />
      )}
    </header>
  );
}

function usePanelTitle(snapshot: UploadSnapshot): string {
  const { t } = useTranslation();
  const { isActive, isHalted, isPaused, isOffline, jobCount } = snapshot;
  const { counts } = snapshot.totals;
  if (isHalted || isPaused) return t('uploads.halted');
  if (isOffline) return t('uploading.offline');
  if (!isActive) return t('uploading.failed', { count: counts.failed });
  const total = jobCount - counts.cancelled;
  if (counts.done === 0) return t('uploads.uploadingAll', { count: total });
  return t('uploads.uploading', { done: counts.done, total });
}

function PanelBody({ snapshot }: { snapshot: UploadSnapshot }) {
  const { t } = useTranslation();
  const { isActive, isHalted, percent, totals } = snapshot;
  return (
    <>
      <div className={styles.summary}>
        {isActive && (
          <ProgressBar
            label={t('uploads.overall')}
            percent={percent}
            tone={totals.counts.failed > 0 ? 'warning' : 'accent'}
          />
        )}
        {isActive && !isHalted && <TransferProgress snapshot={snapshot} />}
        {isHalted && <p className={styles.note}>{t('uploading.loggedOut')}</p>}
      </div>
      <UploadList snapshot={snapshot} />
      {totals.counts.failed > 0 && <FailedFooter snapshot={snapshot} />}
    </>
  );
}

function TransferProgress({ snapshot }: { snapshot: UploadSnapshot }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { bytesPerSecond, isOffline, isPaused, isSpeedKnown, secondsLeft, totals } = snapshot;
  const done = formatSize(totals.bytesSent, locale);
  const total = formatSize(totals.bytesTotal, locale);
  return (
    <p className={`${cardStyles.figures} ${styles.figures}`}>
      <span>{t('uploads.bytes', { done, total })}</span>
      {!isPaused && !isOffline && isSpeedKnown && (
        <span className={styles.pace}>
          <span>{speedText(t, bytesPerSecond, locale)}</span>
          <span title={timeLeftText(t, secondsLeft, locale)}>{formatTimeLeft(secondsLeft)}</span>
        </span>
      )}
    </p>
  );
}

function FailedFooter({ snapshot }: { snapshot: UploadSnapshot }) {
  const { t } = useTranslation();
  const store = useUploads();
  const { isActive, totals, hasRetryable } = snapshot;
  return (
    <footer className={styles.footer}>
      <span className={styles.failed}>
        {isActive && t('uploading.failed', { count: totals.counts.failed })}
      </span>
      {hasRetryable && (
        <Button onClick={() => store.retryFailed()}>
          <RotateCw size={16} aria-hidden />
          {t('uploads.retryAll')}
        </Button>
      )}
    </footer>
  );
}
