import type { CSSProperties } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Skeleton } from '../skeleton.tsx';
import { useAnnounceLoading } from '../use-announce-loading.ts';
import styles from './list-skeleton.module.css';

/** Fixed widths of names, so that nothing flickers. */
const WIDTHS = ['30%', '22%', '38%', '26%', '34%', '18%', '28%'];

/** Skeleton of a list: lines with an icon, a name and the given columns at the end. Invisible for the first 200 ms. */
export function ListSkeleton({
  rowHeight,
  columns = [],
  icon = '24px',
  withHead = false,
  isPlain = false,
  withMarks = false,
}: {
  /** CSS length. */
  rowHeight: string;
  /** Widths of the columns at the end. CSS lengths. */
  columns?: readonly string[];
  /** Size of the icons. CSS length. */
  icon?: string;
  /** True if a search field is above the list. */
  withHead?: boolean;
  /** True for a list without lines between its rows. */
  isPlain?: boolean;
  /** True for a list whose rows begin with a check mark. */
  withMarks?: boolean;
}) {
  const { t } = useTranslation();
  useAnnounceLoading();
  return (
    <div
      className={styles.skeleton}
      style={{ '--row-height': rowHeight, '--icon-size': icon } as CSSProperties}
      data-plain={isPlain ? '' : undefined}
      data-marks={withMarks ? '' : undefined}
      role="status"
      aria-label={t('common.loading')}
    >
      {withHead && (
        <div className={styles.head}>
          <Skeleton width="240px" />
        </div>
      )}
      {WIDTHS.map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton width={icon} />
          <Skeleton width={width} />
          <span className={styles.end}>
            {columns.map((column) => (
              <Skeleton key={column} width={column} />
            ))}
          </span>
        </div>
      ))}
    </div>
  );
}
