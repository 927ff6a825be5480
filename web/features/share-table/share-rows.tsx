import type { Share } from '#contract/shares.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLoadAtEnd } from '../../lib/use-load-at-end.ts';
import { CARDS } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { useScrollToTop } from '../../lib/use-scroll-to-top.ts';
import { useNow } from '../../state/shares/time-left.ts';
import type { PagedList } from '../../state/use-paged-list.ts';
import { useUser } from '../../state/use-session.ts';
import { ShareCard } from './share-card.tsx';
import { ShareColumns } from './share-columns.tsx';
import { ShareRow } from './share-row.tsx';
import styles from './share-rows.module.css';
import { useShareVerbs } from './use-share-verbs.ts';
import { useShareWords } from './use-share-words.ts';
import type { ShareSorting } from './visible-shares.ts';

/** Estimated row heights in pixels, used until rows are measured. */
const WIDE_ROW = 64;
const CARD = 83;

/** Virtualized shares as table rows, or as cards on narrow screens. */
export function ShareRows({
  list: { found, isOld, canLoadMore, loadMore },
  shares,
  withOwners,
  sorting,
  onSort,
}: {
  list: PagedList<Share>;
  shares: readonly Share[];
  withOwners: boolean;
  sorting: ShareSorting;
  onSort(sorting: ShareSorting): void;
}) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery(CARDS);
  const userId = useUser()?.id;
  const wordsOf = useShareWords(useNow(shares));
  const verbs = useShareVerbs();
  useFocusInRows(scroller, shares);
  const virtualizer = useVirtualizer({
    count: shares.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isNarrow ? CARD : WIDE_ROW),
    getItemKey: (index) => shares[index]?.hash ?? index,
    overscan: 8,
  });
  const rows = virtualizer.getVirtualItems();
  useLoadAtEnd({
    lastSeen: rows.at(-1)?.index ?? -1,
    count: shares.length,
    isReady: canLoadMore,
    load: loadMore,
  });
  useScrollToTop(scroller, sorting);
  const Row = isNarrow ? ShareCard : ShareRow;
  return (
    <div
      ref={scroller}
      role="table"
      className={styles.table}
      data-owners={withOwners || undefined}
      aria-label={t('settings.shares.title')}
      aria-rowcount={found === undefined ? -1 : found + 1}
      aria-busy={isOld || undefined}
    >
      <ShareColumns withOwners={withOwners} sorting={sorting} onSort={onSort} />
      <div
        role="rowgroup"
        className={styles.canvas}
        style={{ blockSize: virtualizer.getTotalSize() }}
      >
        {rows.map(({ index, key, start }) => {
          const share = shares[index];
          return (
            share && (
              <div
                key={key}
                role="row"
                className={isNarrow ? styles.card : styles.row}
                ref={virtualizer.measureElement}
                style={{ insetBlockStart: start }}
                aria-rowindex={index + 2}
                data-index={index}
              >
                <Row
                  share={share}
                  isOwn={share.userID === userId}
                  withOwner={withOwners}
                  words={wordsOf(share)}
                  verbs={verbs}
                />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

/** Moves the focus to the same control of the next row when the focused row is removed. */
function useFocusInRows(table: RefObject<HTMLElement | null>, items: readonly unknown[]): void {
  const last = useRef<{ index: number; control: number } | undefined>(undefined);
  const count = useRef(items.length);

  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
      const control = row ? controlsOf(row).findIndex((one) => one === target) : -1;
      last.current = row ? { index: Number(row.dataset['index']), control } : undefined;
    };
    const element = table.current;
    element?.addEventListener('focusin', note);
    return () => element?.removeEventListener('focusin', note);
  }, [table]);

  useLayoutEffect(() => {
    const hasShrunk = items.length < count.current;
    count.current = items.length;
    if (!hasShrunk || !last.current || document.activeElement !== document.body) return;
    const { index, control } = last.current;
    const row = table.current?.querySelector(`[data-index="${Math.min(index, items.length - 1)}"]`);
    const controls = row ? controlsOf(row) : [];
    controls.at(Math.min(control, controls.length - 1))?.focus();
  }, [items, table]);
}

function controlsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('a, button')];
}
