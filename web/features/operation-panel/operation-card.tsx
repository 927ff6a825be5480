import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffectEvent, useEffect, useRef, useState } from 'react';
import { operationsQuery } from '../../api/operations.ts';
import { formatDuration } from '../../i18n/duration.ts';
import { formatNumber, formatPercent, formatSize } from '../../i18n/format.ts';
import { useLocale, useTranslation } from '../../i18n/use-translation.ts';
import { type OperationProgress, progressOf } from '../../state/operation-progress.ts';
import { cancelOperation } from '../../state/cancel-copies.ts';
import type { RunningOperation } from '../../state/running-operations.ts';
import { sampleSpeed, secondsLeft, startSpeedMeter } from '../../state/upload-speed.ts';
import card from '../../ui/card.module.css';
import { IconButton } from '../../ui/icon-button.tsx';
import { announce } from '../../ui/live-region.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useFocusKeptIn } from '../../ui/use-focus-kept-in.ts';
import styles from './operation-card.module.css';

/**
 * Card with the progress of one copy, move or deletion. It can be collapsed and cancelled. An operation that is listed
 * elsewhere is only announced.
 */
export function OperationCard({
  operation,
  isListed = false,
}: {
  operation: RunningOperation;
  isListed?: boolean;
}) {
  const { t, locale } = useTranslation();
  const [isCollapsed, setCollapsed] = useState(false);
  const panel = useRef<HTMLElement>(null);
  useFocusKeptIn(panel);
  const progress = useOperationProgress(operation);
  const percent = Math.min(99, Math.floor(100 * progress.share));
  const title = titleOf(t, operation);
  useOperationAnnouncements(operation, title, percent);
  if (isListed) return null;

  return (
    <section
      ref={panel}
      className={`${card.card} ${styles.card}`}
      aria-label={title}
      data-part="operation"
      data-collapsed={isCollapsed || undefined}
    >
      <header className={card.head}>
        <h2 className={card.title}>{title}</h2>
        <bdi className={card.percent}>{formatPercent(percent, locale)}</bdi>
        <IconButton
          label={t(isCollapsed ? 'acts.expand' : 'acts.collapse')}
          icon={isCollapsed ? ChevronUp : ChevronDown}
          aria-expanded={!isCollapsed}
          size="small"
          onClick={() => setCollapsed(!isCollapsed)}
        />
        <IconButton
          label={t('acts.cancel')}
          icon={X}
          size="small"
          disabled={operation.isCancelled}
          onClick={() => cancelOperation(operation)}
        />
      </header>
      {!isCollapsed && (
        <div className={styles.body}>
          <bdi className={styles.name}>{operation.underWay[0]?.name}</bdi>
          <ProgressBar label={title} percent={percent} />
          <Figures progress={progress} />
        </div>
      )}
    </section>
  );
}

function Figures({ progress: { bytes, entries, secondsLeft } }: { progress: MeasuredProgress }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const sizes = bytes && bytes.done > 0 ? { ...bytes, format: formatSize } : undefined;
  const shown = sizes ?? (entries && { ...entries, format: formatNumber });
  return (
    <p className={card.figures}>
      <span>
        {shown &&
          t(sizes ? 'acts.bytes' : 'acts.entries', {
            done: shown.format(shown.done, locale),
            total: shown.format(shown.total, locale),
          })}
      </span>
      {secondsLeft !== undefined && (
        <span>{t('acts.timeLeft', { time: formatDuration(secondsLeft, locale) })}</span>
      )}
    </p>
  );
}

function titleOf(
  t: TFunction,
  { kind, total, ended, isCancelled, isWaiting }: RunningOperation,
): string {
  if (isCancelled) return t('acts.cancelled');
  if (isWaiting) return t('acts.waiting');
  if (total === 1) return t(`acts.one.${kind}`);
  return t(`acts.many.${kind}`, { done: Math.min(total, ended + 1), total });
}

/** Interval of progress announcements. */
const INTERVAL_MS = 30_000;

/** Announces the start and progress of a long operation; a toast reports its end. */
function useOperationAnnouncements(
  { kind, total }: RunningOperation,
  title: string,
  percent: number,
): void {
  const { t } = useTranslation();
  const announceStart = useEffectEvent(() => announce(t(`acts.begun.${kind}`, { count: total })));
  const announceProgress = useEffectEvent(() =>
    announce(t('acts.percentDone', { title, percent })),
  );
  useEffect(() => {
    announceStart();
    const timer = window.setInterval(announceProgress, INTERVAL_MS);
    return () => window.clearInterval(timer);
  }, []);
}

/** Interval of requests for the progress, in milliseconds. */
const ASK_INTERVAL_MS = 1_000;
/** Resolution of the progress measurement, which counts whole units. */
const UNITS = 1_000_000_000;

interface MeasuredProgress extends OperationProgress {
  /** Estimated time until the operation ends; undefined if it cannot be estimated. */
  readonly secondsLeft: number | undefined;
}

/** Polls the progress of an operation once a second. */
function useOperationProgress(operation: RunningOperation): MeasuredProgress {
  const { data, dataUpdatedAt } = useQuery({
    ...operationsQuery,
    refetchInterval: ASK_INTERVAL_MS,
    // Cached progress is older than this operation.
    staleTime: 0,
  });
  const progress = progressOf(operation, data ?? []);
  const units = UNITS * progress.share;
  const [meter, setMeter] = useState(() => startSpeedMeter(units, Date.now()));
  useEffect(() => {
    setMeter((before) => sampleSpeed(before, units, Date.now()));
    // A sample is taken when the server has answered, not when the page is drawn.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [dataUpdatedAt]);
  return { ...progress, secondsLeft: secondsLeft(UNITS - units, meter.bytesPerSecond) };
}
