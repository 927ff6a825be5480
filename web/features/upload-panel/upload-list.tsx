import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { UploadSnapshot } from '../../state/upload-store.ts';
import styles from './upload-list.module.css';
import { UploadRow } from './upload-row.tsx';
import { useUploads } from './uploads-context.ts';

const ROW_HEIGHT = 60;
const MOST_ROWS_SHOWN = 5;
const ROWS_BEYOND = 3;

/** Every upload in the order of picking; only what is seen is drawn. */
export function UploadList({ snapshot }: { snapshot: UploadSnapshot }) {
  const { t } = useTranslation();
  const store = useUploads();
  const scroller = useRef<HTMLDivElement>(null);
  const retry = useCallback((id: number) => store.retry(id), [store]);
  const cancel = useCallback((id: number) => store.abort(id), [store]);

  const height = Math.min(snapshot.jobCount, MOST_ROWS_SHOWN) * ROW_HEIGHT;
  const virtualizer = useVirtualizer({
    count: snapshot.jobCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: ROWS_BEYOND,
    // The height is ours to say, so there is nothing to measure.
    observeElementRect: (_, tell) => tell({ width: 0, height: MOST_ROWS_SHOWN * ROW_HEIGHT }),
  });

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
          const job = snapshot.jobAt(index);
          return (
            job && (
              <li
                key={job.id}
                className={styles.item}
                style={{ blockSize: ROW_HEIGHT, insetBlockStart: start }}
                aria-posinset={index + 1}
                aria-setsize={snapshot.jobCount}
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
