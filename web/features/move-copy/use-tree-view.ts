import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useMemo } from 'react';
import { withActiveRow } from '../../lib/with-active-row.ts';
import { type KeyboardTree, useTreeKeys } from './use-tree-keys.ts';

/**
 * Virtualizes a tree of folders and handles its keys. The focus stays on the tree; the chosen row is always rendered, because the tree
 * names it as its active descendant.
 */
export function useTreeView({
  tree,
  scroller,
  rowHeight,
  endSpace = 0,
  onSubmit,
}: {
  tree: KeyboardTree;
  scroller: RefObject<HTMLDivElement | null>;
  /** Pixels. */
  rowHeight: number;
  /** Pixels at the end of the scroller that the chosen row keeps free. */
  endSpace?: number;
  /** Called by Enter. */
  onSubmit(): void;
}) {
  const active = tree.rows.findIndex(({ path }) => path === tree.chosen);
  // The virtualizer caches positions until its key function changes, so each height gets a new one.
  const measures = useMemo(
    () => ({ estimateSize: () => rowHeight, getItemKey: (index: number) => index }),
    [rowHeight],
  );
  const virtualizer = useVirtualizer({
    ...measures,
    count: tree.rows.length,
    getScrollElement: () => scroller.current,
    scrollPaddingEnd: endSpace,
    overscan: 8,
    initialRect: { width: 0, height: 320 },
    rangeExtractor: useCallback((range: Range) => withActiveRow(range, active), [active]),
  });
  const onKey = useTreeKeys({ tree, show: (index) => virtualizer.scrollToIndex(index), onSubmit });
  return {
    /** Index of the chosen row; -1 if it is not in the tree. */
    active,
    virtualizer,
    onKey,
  };
}
