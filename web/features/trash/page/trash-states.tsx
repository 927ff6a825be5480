import type { TrashUsage } from '#contract/trash.ts';
import { SearchX } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/data-view/list-skeleton.tsx';
import { Notice, NoticeText } from '../../../ui/data-view/notice.tsx';
import { daysText } from './time-texts.ts';
import styles from './trash-states.module.css';

/** Shown if nothing matches the search. */
export function NoMatch({ onClear }: { onClear(): void }) {
  const { t } = useTranslation();
  return (
    <Notice icon={SearchX} title={t('search.nothing')} role="status">
      <Button onClick={onClear}>{t('search.clear')}</Button>
    </Notice>
  );
}

/** Shown if the trash is empty. */
export function EmptyTrash({ usage }: { usage: TrashUsage | undefined }) {
  const { t, locale } = useTranslation();
  return (
    <Notice drawing={<BinDrawing />} title={t('trash.empty')}>
      {usage?.isOn === true && (
        <NoticeText>{t('trash.emptyHint', { time: daysText(usage.keptMs, locale) })}</NoticeText>
      )}
    </Notice>
  );
}

/** Drawing of an empty bin on a hill, from which two sheets fly back. */
function BinDrawing() {
  return (
    <svg width="200" height="132" viewBox="0 0 200 132" aria-hidden>
      <ellipse className={styles.hill} cx="100" cy="112" rx="96" ry="18" />
      <path
        className={styles.star}
        d="M40 30v8M36 34h8M166 44v6M163 47h6M24 66v6M21 69h6M176 78v6M173 81h6"
      />
      <path className={styles.flight} d="M112 52c4-16 14-25 28-27M88 54c-3-10-9-17-18-20" />
      <path
        className={styles.sheet}
        d="M139 12.500l13 3.500a3 3 0 0 1 2.100 3.700l-3.600 13.500a3 3 0 0 1-3.700 2.100l-13-3.500a3 3 0 0 1-2.100-3.700l3.600-13.500a3 3 0 0 1 3.700-2.100z"
      />
      <path className={styles.sheetLine} d="M139.500 19l9 2.400M138 24.800l9 2.400" />
      <path
        className={styles.leaf}
        d="M58 25l10.600-2.200a3 3 0 0 1 3.500 2.300l2 9.800a3 3 0 0 1-2.300 3.500l-10.600 2.200a3 3 0 0 1-3.500-2.300l-2-9.800a3 3 0 0 1 2.300-3.500z"
      />
      <path className={styles.inside} d="M74 60h52l-2 8H76z" />
      <path
        className={styles.bin}
        d="M73 60a4 4 0 0 1 4-4h46a4 4 0 0 1 4 4v2a4 4 0 0 1-4 4H77a4 4 0 0 1-4-4z"
      />
      <path
        className={styles.body}
        d="M78 66h44l-3.600 34.600a5 5 0 0 1-5 4.400H86.600a5 5 0 0 1-5-4.400z"
      />
      <path className={styles.line} d="M91 75l1.600 21M109 75l-1.600 21M100 75v21" />
    </svg>
  );
}

/** Skeleton of the items. */
export function TrashSkeleton() {
  return <ListSkeleton rowHeight="var(--row)" columns={['120px', '72px']} isPlain withMarks />;
}
