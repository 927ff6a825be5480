import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { usageQuery } from '../../api/files.ts';
import { formatRoundSize } from '../../i18n/format.ts';
import { useLocale, useTranslation } from '../../i18n/use-translation.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import styles from './sidebar.module.css';

/** Time in which the usage is not requested again. Milliseconds. */
const FRESH_MS = 30_000;

/** Usage of the disk that holds the folder, in the space that is reserved for it; nothing if it is unknown. */
export function StorageBar({ folder }: { folder: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data: usage, isPending } = useQuery({
    ...usageQuery(folder),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
  if (isPending) return <div className={styles.usage} />;
  if (!usage || usage.total === 0) return null;

  const percent = (100 * usage.used) / usage.total;
  return (
    <div className={styles.usage} data-part="usage">
      <ProgressBar label={t('shell.usage')} percent={percent} tone={toneOf(percent)} />
      <span>
        {t('shell.used', {
          used: formatRoundSize(usage.used, locale),
          total: formatRoundSize(usage.total, locale),
        })}
      </span>
    </div>
  );
}

function toneOf(percent: number): 'accent' | 'warning' | 'danger' {
  if (percent >= 95) return 'danger';
  return percent >= 85 ? 'warning' : 'accent';
}
