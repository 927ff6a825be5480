import type { Entry } from '#contract/files.ts';
import { type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { SelectionOrder, SelectionStore } from '../../../state/selection.ts';
import type { OpenShare } from '../open-share.ts';
import { isPlainClick } from '../plain-click.ts';
import { useFormats } from '../use-formats.ts';
import { isDownloadable } from './wanted-download.ts';
import styles from './entry-list.module.css';
import { isGallery } from './is-gallery.ts';
import { EntryRow } from './entry-row.tsx';
import { SelectAll } from './select-all.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useRowWords } from './use-row-words.ts';

/** Number of entries that are added at each step. */
export const STEP = 100;

export interface EntryListProps {
  readonly share: OpenShare;
  readonly entries: readonly Entry[];
  /** Number of rendered entries. */
  readonly shown: number;
  readonly selection: SelectionStore;
  readonly order: SelectionOrder;
  /** True if the check box that selects all is above the list. */
  readonly hasSelectAll: boolean;
  /** Index of the initially active entry. */
  readonly firstActive: number;
  onShowMore(): void;
  onOpen(entry: Entry): void;
  onDownload(entry: Entry): void;
}

/** Entries of a folder with keyboard navigation and selection. */
export function EntryList(props: EntryListProps) {
  const { share, entries, shown, selection, order } = props;
  const { t } = useTranslation();
  const words = useRowWords();
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(props.firstActive);
  const onKeyDown = useListKeys(selection, order, (index) => downloadablePath(entries[index]));
  const visible = entries.slice(0, shown);
  const rest = entries.length - visible.length;

  return (
    <div className={styles.frame} data-view={isGallery(entries) ? 'pictures' : undefined}>
      {props.hasSelectAll && <SelectAll selection={selection} order={order} />}
      {/* The list handles the clicks of all rows. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <ul
        ref={list}
        className={styles.list}
        aria-label={t('folder.entries')}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => setActive(indexOf(target) ?? active)}
        onClick={(event) => handleClick(event, props)}
      >
        {visible.map((entry, index) => (
          <EntryRow
            key={entry.path}
            share={share}
            entry={entry}
            index={index}
            isActive={index === active}
            selection={selection}
            words={words}
          />
        ))}
        {rest > 0 && (
          <MoreRow
            list={list}
            shown={visible.length}
            rest={rest}
            isActive={active === visible.length}
            onShowMore={props.onShowMore}
          />
        )}
      </ul>
    </div>
  );
}

/** Row that shows further entries and the number of those that are not shown. */
function MoreRow({
  list,
  shown,
  rest,
  isActive,
  onShowMore,
}: {
  list: RefObject<HTMLElement | null>;
  shown: number;
  rest: number;
  isActive: boolean;
  onShowMore(): void;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const focusFrom = useRef<number>(undefined);
  useLayoutEffect(() => {
    const first = focusFrom.current;
    focusFrom.current = undefined;
    // Moves the focus to the first added entry for keyboard and screen reader users.
    if (first !== undefined) focusableAt(list.current, first)?.focus({ preventScroll: true });
  }, [list, shown]);
  return (
    <li className={styles.moreRow} data-index={shown}>
      <button
        type="button"
        className={styles.more}
        data-stop
        tabIndex={isActive ? 0 : -1}
        aria-label={t('folder.showMore', { count: Math.min(rest, STEP), rest })}
        onClick={() => {
          focusFrom.current = shown;
          onShowMore();
        }}
      >
        +{number(rest)}
      </button>
    </li>
  );
}

/** Handles a click on a row, whose parts with `data-part` select, download or open the entry. Shift selects a range. */
function handleClick(event: MouseEvent<HTMLElement>, props: EntryListProps): void {
  const { entries, selection, order, onOpen, onDownload } = props;
  const index = event.target instanceof Element ? indexOf(event.target) : undefined;
  const entry = index === undefined ? undefined : entries[index];
  const part = event.target instanceof Element && event.target.closest<HTMLElement>('[data-part]');
  if (!entry || !part) return;
  const isRange = event.shiftKey;
  const name = part.dataset['part'];
  if (name === 'mark' && isRange) selection.selectRange(order, entry.path, true);
  else if (name === 'mark') selection.toggle(entry.path);
  else if (name === 'download') onDownload(entry);
  else if (isRange || isPlainClick(event)) {
    event.preventDefault();
    if (isRange) selection.selectRange(order, entry.path);
    else onOpen(entry);
  }
}

function downloadablePath(entry: Entry | undefined): string | undefined {
  return entry && isDownloadable(entry) ? entry.path : undefined;
}

function indexOf(element: Element): number | undefined {
  const row = element.closest<HTMLElement>('[data-index]');
  return row ? Number(row.dataset['index']) : undefined;
}

/** Returns the element of a row that receives the focus. */
function focusableAt(list: HTMLElement | null, index: number): HTMLElement | undefined {
  const selector = `[data-index="${index}"] [data-stop]`;
  return list?.querySelector<HTMLElement>(selector) ?? undefined;
}
