import type { TFunction } from 'i18next';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatNumber, formatPercent, formatSize } from '../../i18n/format.ts';
import { useLocale, useTranslation } from '../../i18n/use-translation.ts';
import type { RunningAct } from '../../state/acts.ts';
import { formatTimeLeft } from '../../state/upload-speed.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useFocusKeptIn } from '../../ui/use-focus-kept-in.ts';
import card from '../../ui/card.module.css';
import styles from './act-card.module.css';
import { useActAnnouncements } from './use-act-announcements.ts';
import { type MeasuredProgress, useActProgress } from './use-act-progress.ts';

/** How far one copy, move or deletion is; folds to a pill and can be called off. */
export function ActCard({ act }: { act: RunningAct }) {
  const { t, locale } = useTranslation();
  const [isCollapsed, setCollapsed] = useState(false);
  const panel = useRef<HTMLElement>(null);
  useFocusKeptIn(panel);
  const progress = useActProgress(act);
  const percent = Math.min(99, Math.floor(100 * progress.share));
  const title = titleOf(t, act);
  useActAnnouncements(act, title, percent);

  return (
    <section
      ref={panel}
      className={`${card.card} ${styles.card}`}
      aria-label={title}
      data-part="act"
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
          disabled={act.isCancelled}
          onClick={act.cancel}
        />
      </header>
      {!isCollapsed && (
        <div className={styles.body}>
          <bdi className={styles.name}>{act.underWay[0]?.name}</bdi>
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
      <span>{t('acts.timeLeft', { time: formatTimeLeft(secondsLeft) })}</span>
    </p>
  );
}

function titleOf(t: TFunction, { kind, total, ended, isCancelled, isWaiting }: RunningAct): string {
  if (isCancelled) return t('acts.cancelled');
  if (isWaiting) return t('acts.waiting');
  if (total === 1) return t(`acts.one.${kind}`);
  return t(`acts.many.${kind}`, { done: Math.min(total, ended + 1), total });
}
