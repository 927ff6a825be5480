import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { UploadSnapshot } from '../../state/upload-snapshot.ts';
import styles from './upload-list.module.css';
import { UploadRow } from './upload-row.tsx';
import { useUploads } from './uploads-context.ts';

/** Height of a row, in pixels. */
const ROW_HEIGHT = 60;
const MAX_ROWS_SHOWN = 5;
const ROWS_BEYOND = 3;

/**
 * Virtualized uploads in the order of picking; only failed ones after all have ended. Follows the current upload
 * until the user scrolls.
 */
export function UploadList({ snapshot }: { snapshot: UploadSnapshot }) {
  const { t } = useTranslation();
  const store = useUploads();
  const scroller = useRef<HTMLDivElement>(null);
  const retry = useCallback((id: number) => store.retry(id), [store]);
  const cancel = useCallback((id: number) => store.abort(id), [store]);
  const { count, jobAt } = useMemo(() => shownJobs(snapshot), [snapshot]);

  const height = Math.min(count, MAX_ROWS_SHOWN) * ROW_HEIGHT;
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: ROWS_BEYOND,
    // The height is fixed, so it is not measured.
    observeElementRect: (_, report) => report({ width: 0, height: MAX_ROWS_SHOWN * ROW_HEIGHT }),
  });

  useFollowing(scroller, snapshot);

  return (
    <div
      ref={scroller}
      className={styles.scroller}
      style={{ blockSize: height }}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- rows without buttons are scrolled by keys too
      tabIndex={0}
    >
      <ul
        className={styles.canvas}
        style={{ blockSize: virtualizer.getTotalSize() }}
        aria-label={t('uploads.list')}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const job = jobAt(index);
          return (
            job && (
              <li
                key={job.id}
                className={styles.item}
                style={{ blockSize: ROW_HEIGHT, insetBlockStart: start }}
                aria-posinset={index + 1}
                aria-setsize={count}
              >
                <UploadRow job={job} onRetry={retry} onCancel={cancel} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

/** Follows the current upload as long as the user has not scrolled. */
function useFollowing(
  scroller: RefObject<HTMLElement | null>,
  { isActive, firstOpenIndex }: UploadSnapshot,
): void {
  const followedTo = useRef(0);
  useEffect(() => {
    const list = scroller.current;
    if (!list || !isActive || Math.abs(list.scrollTop - followedTo.current) > 1) return;
    list.scrollTo({ top: firstOpenIndex * ROW_HEIGHT });
    // The list may scroll less than requested near its end.
    followedTo.current = list.scrollTop;
  }, [scroller, isActive, firstOpenIndex]);
}

function shownJobs(snapshot: UploadSnapshot) {
  const { isActive, jobCount, jobAt } = snapshot;
  if (isActive) return { count: jobCount, jobAt };
  const all = Array.from({ length: jobCount }, (_, index) => jobAt(index));
  const failed = all.filter((job) => job?.state.status === 'failed');
  return { count: failed.length, jobAt: (index: number) => failed[index] };
}
