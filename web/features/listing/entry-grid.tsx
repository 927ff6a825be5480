import type { Entry, Sorting } from '#contract/files.ts';
import type { ViewMode } from '#contract/users.ts';
import { useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListingEntries } from '../../state/listing-entries.ts';
import type { SelectionStore } from '../../state/selection.ts';
import { ColumnHeader } from './column-header.tsx';
import styles from './entry-grid.module.css';
import { GridRows } from './grid-rows.tsx';
import { SortBar } from './sort-bar.tsx';
import { useGridKeyboard } from './use-grid-keyboard.ts';
import { useGridPointer } from './use-grid-pointer.ts';
import { useGridView } from './use-grid-view.ts';
import { useKeysOfPage } from './use-keys-of-page.ts';

export interface EntryGridProps {
  label: string;
  entries: ListingEntries;
  mode: ViewMode;
  sorting: Sorting;
  selection: SelectionStore;
  /** The history entry whose place is restored and remembered. */
  visit: string;
  /** Where the keyboard stands at first, when this visit has no place yet. */
  startAt: string | undefined;
  singleClick: boolean;
  onSort(sorting: Sorting): void;
  onOpen(entry: Entry): void;
  /** Opens the context menu for what is selected. */
  onMenu(anchor: DOMRect): void;
}

/** The folder as a grid of rows or of tiles: one tab stop, drawn only where seen. */
export function EntryGrid(props: EntryGridProps) {
  const { entries, mode, selection, sorting, onSort } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const isMultiple = useSyncExternalStore(selection.subscribe, selection.isMultiple);
  const view = useGridView({ ...props, scroller });
  const { active, geometry, virtualizer } = view;
  const onKey = useGridKeyboard(props, view);
  useKeysOfPage(onKey);
  const pointer = useGridPointer(props, view, { canvas, frame });
  const header = { sorting, onSort, onLeave: () => view.goTo(active.index) };

  return (
    <div
      ref={scroller}
      role="grid"
      className={styles.grid}
      data-view={mode === 'list' ? 'list' : 'tiles'}
      data-multiple={isMultiple ? '' : undefined}
      aria-label={props.label}
      aria-rowcount={geometry.rows.count + 1}
      aria-colcount={mode === 'list' ? 4 : geometry.rows.columns}
      aria-multiselectable
      onKeyDown={onKey}
      {...pointer}
    >
      {mode === 'list' ? <ColumnHeader {...header} /> : <SortBar {...header} />}
      <div
        ref={canvas}
        role="rowgroup"
        aria-label={t('listing.entries')}
        className={styles.canvas}
        style={{ blockSize: virtualizer.getTotalSize() }}
      >
        <GridRows
          entries={entries}
          geometry={geometry}
          items={virtualizer.getVirtualItems()}
          activeIndex={active.index}
          selection={selection}
        />
        <div ref={frame} className={styles.band} role="presentation" hidden />
      </div>
    </div>
  );
}
