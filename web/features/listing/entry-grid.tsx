import type { Entry, Sorting } from '#contract/files.ts';
import { type MouseEvent, type RefObject, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { indexByTyping, type ListingEntries } from '../../state/listing-entries.ts';
import { recallPlace } from '../../state/listing-place.ts';
import { listingRows } from '../../state/listing-rows.ts';
import type { SelectionStore } from '../../state/selection.ts';
import { type ClickIntent, clickIntent } from './click-intent.ts';
import { ColumnHeader } from './column-header.tsx';
import styles from './entry-grid.module.css';
import { commandOf, type GridCommand, type KeyPress } from './grid-keys.ts';
import { GridRows } from './grid-rows.tsx';
import { type ActiveEntry, useActiveEntry } from './use-active-entry.ts';
import { useGridVirtualizer } from './use-grid-virtualizer.ts';
import { useGridHeights } from './use-grid-heights.ts';
import { indexOfRow, usePointer } from './use-pointer.ts';
import { useKeysOfPage } from './use-keys-of-page.ts';
import { useRememberedPlace } from './use-remembered-place.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useTyping } from './use-typing.ts';

export interface EntryGridProps {
  label: string;
  entries: ListingEntries;
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

/** The folder as a grid of rows: one tab stop, drawn only where seen. */
export function EntryGrid(props: EntryGridProps) {
  const { entries, selection, sorting, visit } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const place = recallPlace(visit);
  const active = useActiveEntry(entries, place?.active ?? props.startAt);
  const rows = useMemo(() => listingRows(entries), [entries]);
  const heights = useGridHeights();
  const activeRow = rows.rowOf(active.index);
  const startsBelow = place === undefined && props.startAt !== undefined;
  const virtualizer = useGridVirtualizer({
    scroller,
    rows,
    heights,
    activeRow,
    initialOffset: startsBelow
      ? Math.max(0, (activeRow - 4) * heights.row)
      : (place?.scrollTop ?? 0),
  });
  const focus = useRowFocus({ scroller, visit, entries, active, selection, show });

  useRememberedPlace(visit, active.path, () => virtualizer.scrollOffset ?? 0);

  function show(index: number) {
    // The heading above the first entry comes into view with it.
    if (index === 0) virtualizer.scrollToOffset(0);
    else virtualizer.scrollToIndex(rows.rowOf(index));
  }

  const goTo = (index: number) => {
    active.set(index);
    show(index);
    focus.ask(index);
  };
  const onKey = useKeyboard({ props, active, rowHeight: heights.row, goTo, scroller });
  useKeysOfPage(onKey);
  const pointer = useClicks({ props, active, focus });

  return (
    <div
      ref={scroller}
      role="grid"
      className={styles.grid}
      aria-label={props.label}
      aria-rowcount={rows.count + 1}
      aria-colcount={4}
      aria-multiselectable
      onKeyDown={onKey}
      {...pointer}
    >
      <ColumnHeader sorting={sorting} onSort={props.onSort} onLeave={() => goTo(active.index)} />
      <div
        role="rowgroup"
        aria-label={t('listing.entries')}
        className={styles.canvas}
        style={{ blockSize: virtualizer.getTotalSize() }}
      >
        <GridRows
          entries={entries}
          rows={rows}
          offset={heights.header}
          items={virtualizer.getVirtualItems()}
          activeIndex={active.index}
          selection={selection}
        />
      </div>
    </div>
  );
}

function useKeyboard({
  props,
  active,
  rowHeight,
  goTo,
  scroller,
}: {
  props: EntryGridProps;
  active: ActiveEntry;
  rowHeight: number;
  goTo(index: number): void;
  scroller: RefObject<HTMLDivElement | null>;
}) {
  const { entries, selection } = props;
  const typing = useTyping();

  function obey(command: GridCommand) {
    switch (command.do) {
      case 'go':
        if (command.extend) extendTo(command.to);
        else selection.startRangeAt(entries.pathAt(command.to) ?? '');
        return goTo(command.to);
      case 'header':
        return scroller.current?.querySelector<HTMLElement>('[data-current]')?.focus();
      case 'toggle':
        return selection.toggle(active.path ?? '');
      case 'open':
        return openActive();
      case 'select-all':
        return selection.selectAll(entries);
      case 'clear':
        return selection.clear();
      case 'menu':
        return openMenu();
      case 'type':
        return jumpTo(typing.add(command.text));
    }
  }

  function extendTo(index: number) {
    if (selection.paths().size === 0) selection.startRangeAt(active.path ?? '');
    selection.selectRange(entries, entries.pathAt(index) ?? '');
  }

  function openActive() {
    const entry = entries.at(active.index);
    if (entry) props.onOpen(entry);
  }

  function openMenu() {
    const row = scroller.current?.querySelector('[data-index][tabindex="0"]');
    if (!row || active.path === undefined) return;
    if (!selection.has(active.path)) selection.selectOnly(active.path);
    const { left, top, width, height } = row.getBoundingClientRect();
    props.onMenu(new DOMRect(left + Math.min(48, width), top, 0, height));
  }

  function jumpTo(text: string) {
    const index = indexByTyping(entries, text, active.index);
    if (index < 0) return;
    selection.startRangeAt(entries.pathAt(index) ?? '');
    goTo(index);
  }

  function isTypedOn(letter: string) {
    const text = typing.continuedBy(letter);
    return text !== undefined && indexByTyping(entries, text, active.index) >= 0;
  }

  return (event: KeyPress & { preventDefault(): void }) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    const command = commandOf(event, {
      active: active.index,
      count: entries.count,
      page,
      spaceIsTyped: event.key === ' ' && isTypedOn(' '),
    });
    if (!command) return;
    event.preventDefault();
    obey(command);
  };
}

function useClicks({
  props,
  active,
  focus,
}: {
  props: EntryGridProps;
  active: ActiveEntry;
  focus: { ask(index: number): void };
}) {
  const { entries, selection } = props;
  const pointer = usePointer((index) => {
    active.set(index);
    selection.toggle(entries.pathAt(index) ?? '');
    navigator.vibrate?.(10);
  });

  function act(intent: ClickIntent, entry: Entry) {
    const { path } = entry;
    if (intent === 'select') selection.selectOnly(path);
    else if (intent === 'toggle') selection.toggle(path);
    else if (intent === 'open') props.onOpen(entry);
    else selection.selectRange(entries, path, intent === 'add-range');
  }

  function takeForMenu(index: number, entry: Entry) {
    active.set(index);
    if (!selection.has(entry.path)) selection.selectOnly(entry.path);
  }

  return {
    ...pointer.handlers,
    onClick(event: MouseEvent<HTMLElement>) {
      const index = indexOfRow(event.target);
      const entry = entries.at(index);
      if (pointer.endsLongPress()) return;
      if (!entry) return isInHeader(event.target) ? undefined : selection.clear();
      const more = buttonOf(event.target);
      if (more) {
        takeForMenu(index, entry);
        return props.onMenu(more.getBoundingClientRect());
      }
      active.set(index);
      focus.ask(index);
      const intent = clickIntent({
        shiftKey: event.shiftKey,
        ctrlKey: event.ctrlKey,
        metaKey: event.metaKey,
        isTouch: pointer.isTouch(),
        isSecond: pointer.isSecondClick(index, event),
        somethingSelected: selection.paths().size > 0,
        singleClick: props.singleClick,
      });
      return act(intent, entry);
    },
    onContextMenu(event: MouseEvent<HTMLElement>) {
      if (isInHeader(event.target)) return;
      event.preventDefault();
      // A finger that rests selects; the menu is behind the three dots.
      if (pointer.isTouch()) return;
      const index = indexOfRow(event.target);
      const entry = entries.at(index);
      if (entry) takeForMenu(index, entry);
      else selection.clear();
      props.onMenu(new DOMRect(event.clientX, event.clientY, 0, 0));
    },
  };
}

function isInHeader(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-part="column-header"]') !== null;
}

function buttonOf(target: EventTarget): Element | null {
  return target instanceof Element ? target.closest('[data-part="more"]') : null;
}
