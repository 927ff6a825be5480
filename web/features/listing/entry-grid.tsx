import { type CSSProperties, memo, useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { rowIndexAt } from '../../state/selectable-list/selectable-list.ts';
import grid from '../../ui/data-view/selectable-grid.module.css';
import { ColumnHeader } from './column-header.tsx';
import styles from './entry-grid.module.css';
import { type EntryGridProps, selectableListOf } from './grid-props.ts';
import { GridRows } from './grid-rows.tsx';
import { TileSize } from './lazy-tile-size.tsx';
import { SelectAll } from './select-all.tsx';
import { SortBar } from './sort-bar.tsx';
import { useGridKeyboard } from './use-grid-keyboard.ts';
import { useGridPointer } from './use-grid-pointer.ts';
import { useGridView } from './use-grid-view.ts';

/** Virtualized grid of rows or tiles with one tab stop. Rows handle the selection themselves. */
export const EntryGrid = memo(function EntryGrid(props: EntryGridProps) {
  const { entries, mode, selection, sorting, onSort, renamed, onRenamed } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const isMultiple = useSyncExternalStore(selection.subscribe, selection.isMultiple);
  const view = useGridView({ ...props, scroller });
  const { active, geometry, virtualizer } = view;
  const list = selectableListOf(props, view);
  const onKey = useGridKeyboard(entries, list, view);
  const pointer = useGridPointer(props, list, view, { canvas, frame });
  const header = { sorting, onSort, onLeave: () => view.goTo(active.index) };

  // The row has to be in view, and remains while it is scrolled away.
  useEffect(() => {
    const index = renamed === undefined ? -1 : entries.indexOf(renamed);
    if (index >= 0 && index !== active.index) view.goTo(index);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when the editing begins
  }, [renamed]);

  return (
    <div
      ref={scroller}
      role="grid"
      className={`${grid.grid} ${styles.grid}`}
      data-view={mode === 'list' ? 'list' : 'tiles'}
      data-multiple={isMultiple ? '' : undefined}
      // The line above tiles ends where they do.
      style={{ '--end-margin': `${geometry.layout.endMargin}px` } as CSSProperties}
      aria-label={props.label}
      aria-rowcount={geometry.rows.count + 1}
      aria-colcount={mode === 'list' ? 4 : geometry.rows.columns}
      aria-multiselectable
      onKeyDown={(event) => {
        if (onKey(event)) event.preventDefault();
      }}
      onFocus={({ target }) => {
        // Screen readers can focus any row; keyboard navigation continues there.
        const index = rowIndexAt(target);
        if (index >= 0 && index !== active.index) active.set(index);
      }}
      {...pointer}
    >
      {mode === 'list' ? (
        <ColumnHeader
          {...header}
          selectAll={<SelectAll entries={entries} selection={selection} />}
        />
      ) : (
        <SortBar {...header} slider={<TileSize />} />
      )}
      <div
        ref={canvas}
        role="rowgroup"
        aria-label={t('listing.entries')}
        className={`${grid.canvas} ${styles.canvas}`}
        style={{ blockSize: virtualizer.getTotalSize() }}
      >
        <GridRows
          entries={entries}
          geometry={geometry}
          items={virtualizer.getVirtualItems()}
          activeIndex={active.index}
          selection={selection}
          renamed={renamed}
          onRenamed={onRenamed}
        />
        <div ref={frame} className={styles.band} role="presentation" hidden />
      </div>
    </div>
  );
});
