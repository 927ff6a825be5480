import { MAX_QUERY_LENGTH, parseSearchQuery } from '#contract/search-query.ts';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isComposing, isPlatformKey, shortcutOf } from '../../lib/keyboard.ts';
import { useFormats } from '../../state/use-formats.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { type KeyHint, KeyHints } from '../../ui/key-hints.tsx';
import { announce, LiveRegion } from '../../ui/live-region.tsx';
import { useModal } from '../../ui/use-modal.ts';
import { rememberCommand } from './command-memory.ts';
import { type Filter, FILTERS, LARGE_BYTES, toggled } from './filters.ts';
import { type Command, type GroupKind, groupsOf, type PaletteItem } from './palette-items.ts';
import { PaletteRow } from './palette-row.tsx';
import surface from '../../ui/search-dialog.module.css';
import styles from './palette.module.css';
import { type Files, useFiles } from './use-files.ts';

const LIST_ID = 'palette-list';
const HEADINGS = {
  recent: 'shell.recent',
  files: 'palette.files',
  actions: 'palette.actions',
  pages: 'palette.places',
} as const satisfies Record<GroupKind, string>;

export interface PaletteProps {
  commands: readonly Command[];
  /** Opens a file or folder. With `inFolder`, shows it among its neighbours. */
  onOpen(entry: NonNullable<PaletteItem['entry']>, inFolder: boolean): void;
  onClose(): void;
}

/** Dialog with one field that finds files, folders, actions, places and settings. */
export function Palette({ commands, onOpen, onClose }: PaletteProps) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const [filters, setFilters] = useState<readonly Filter[]>([]);
  /** Row that the user chose with the arrows or the pointer; otherwise the first one. */
  const [chosen, setChosen] = useState<string>();
  useModal(dialog);

  const files = useFiles(query, filters);
  const { terms } = useMemo(() => parseSearchQuery(query), [query]);
  const groups = groupsOf({
    commands,
    files: files.found,
    isRecent: files.isRecent,
    terms,
    isFiltered: filters.length > 0,
  });
  const items = groups.flatMap((group) => group.items);
  const active = items.find(({ id }) => id === chosen) ?? items[0];
  useAnnouncedCount(items.length, files, query);

  const type = (text: string) => {
    setQuery(text);
    setChosen(undefined);
  };
  const choose = (item: PaletteItem | undefined) => {
    setChosen(item?.id);
    // The row exists already; only its state changes.
    if (item) document.getElementById(rowId(items, item))?.scrollIntoView({ block: 'nearest' });
  };
  const run = (item: PaletteItem | undefined, inFolder: boolean) => {
    if (!item || (inFolder && !item.entry)) return;
    onClose();
    if (item.command) rememberCommand(item.command.id);
    // Runs after the focus has returned to the page, from where the dialogs of actions take and restore it.
    window.setTimeout(() => {
      if (item.entry) onOpen(item.entry, inFolder);
      else item.command?.run();
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || isPlatformKey(event.nativeEvent)) return;
    const pressed = shortcutOf(event);
    const isInField = event.target === field.current;
    const at = active ? items.indexOf(active) : -1;
    if (pressed === 'Escape') onClose();
    else if (pressed === 'Ctrl+K') field.current?.select();
    else if (!isInField || items.length === 0) return;
    else if (pressed === 'ArrowDown') choose(items[(at + 1) % items.length]);
    else if (pressed === 'ArrowUp') choose(items.at(at - 1));
    else if (pressed === 'Home') choose(items[0]);
    else if (pressed === 'End') choose(items.at(-1));
    else if (pressed === 'Enter' || pressed === 'Ctrl+Enter') run(active, pressed !== 'Enter');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <dialog
      ref={dialog}
      className={`${surface.surface} ${styles.palette}`}
      aria-label={t('palette.title')}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={({ target, currentTarget }) => {
        if (target === currentTarget) onClose();
      }}
    >
      <div className={styles.panel}>
        <div className={surface.head}>
          <Search className={surface.icon} size={20} strokeWidth={1.75} aria-hidden />
          <input
            ref={field}
            type="text"
            className={surface.field}
            role="combobox"
            aria-expanded={items.length > 0}
            aria-controls={LIST_ID}
            aria-autocomplete="list"
            aria-activedescendant={active && rowId(items, active)}
            aria-label={t('palette.field')}
            placeholder={t('palette.field')}
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={MAX_QUERY_LENGTH}
            value={query}
            data-focus-first
            onChange={({ target }) => type(target.value)}
          />
          <IconButton label={t('common.close')} icon={X} shortcut="Esc" onClick={onClose} />
        </div>
        <Filters
          filters={filters}
          onToggle={(filter) => {
            setFilters(toggled(filters, filter));
            setChosen(undefined);
            field.current?.focus();
          }}
        />
        <div
          id={LIST_ID}
          className={styles.list}
          role="listbox"
          aria-label={t('search.results')}
          aria-busy={files.isLoading}
          // Presses on rows leave the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
        >
          {groups.map(({ kind, items: rows }) => (
            <div key={kind} role="group" aria-labelledby={`${LIST_ID}-${kind}`}>
              <div id={`${LIST_ID}-${kind}`} className={styles.heading} role="presentation">
                {t(HEADINGS[kind])}
              </div>
              {rows.map((item) => (
                <PaletteRow
                  key={item.id}
                  id={rowId(items, item)}
                  item={item}
                  terms={terms}
                  isActive={item === active}
                  onPoint={() => setChosen(item.id)}
                  onRun={(event: MouseEvent) => run(item, event.ctrlKey || event.metaKey)}
                />
              ))}
            </div>
          ))}
        </div>
        <Notice files={files} isEmpty={items.length === 0} />
        <Foot count={items.length} isCounted={query !== '' && !files.isLoading} active={active} />
      </div>
      <LiveRegion />
    </dialog>
  );
}

function rowId(items: readonly PaletteItem[], item: PaletteItem): string {
  return `${LIST_ID}-${items.indexOf(item)}`;
}

function Filters({
  filters,
  onToggle,
}: {
  filters: readonly Filter[];
  onToggle(filter: Filter): void;
}) {
  const { t } = useTranslation();
  const { size } = useFormats();
  return (
    <div className={styles.filters} role="group" aria-label={t('palette.filters')}>
      {FILTERS.map((filter) => (
        <button
          key={filter.id}
          type="button"
          className={styles.filter}
          aria-pressed={filters.includes(filter)}
          onClick={() => onToggle(filter)}
        >
          {filter.id === 'large'
            ? t('palette.large', { size: size(LARGE_BYTES) })
            : t(filter.label)}
        </button>
      ))}
    </div>
  );
}

/** Says why files are missing: still searching, nothing found, or a failure. */
function Notice({ files, isEmpty }: { files: Files; isEmpty: boolean }) {
  const { t } = useTranslation();
  if (files.failure !== undefined) {
    return (
      <div className={styles.notice} role="alert">
        <p>{failureText(t, files.failure)}</p>
        <Button onClick={files.retry}>{t('common.retry')}</Button>
      </div>
    );
  }
  if (files.isLoading) return <p className={styles.notice}>{t('search.searching')}</p>;
  if (!isEmpty) return null;
  return (
    <p className={styles.notice}>
      {t('search.nothing')} {t('search.nothingHint')}
    </p>
  );
}

/** Number of results and what the keys do with the active row. */
function Foot({
  count,
  isCounted,
  active,
}: {
  count: number;
  isCounted: boolean;
  active: PaletteItem | undefined;
}) {
  const { t } = useTranslation();
  const hints: KeyHint[] = [{ keys: ['Esc'], label: t('common.close') }];
  if (active?.entry) hints.unshift({ keys: ['Ctrl+Enter'], label: t('actions.goToFolder') });
  if (active) {
    const label = active.command?.kind === 'action' ? active.label : t('actions.open');
    hints.unshift({ keys: ['↑', '↓'], label: t('search.keyMove') }, { keys: ['Enter'], label });
  }
  return (
    <footer className={`${surface.foot} ${styles.foot}`}>
      <div className={surface.footBar}>
        <span className={surface.count} aria-hidden>
          {isCounted && count > 0 && t('search.found', { count })}
        </span>
        <KeyHints hints={hints} />
      </div>
    </footer>
  );
}

/** Announces the number of results after each search. */
function useAnnouncedCount(count: number, { isLoading }: Files, query: string): void {
  const { t } = useTranslation();
  useEffect(() => {
    if (isLoading || query === '') return undefined;
    const timer = window.setTimeout(() => {
      announce(count === 0 ? t('search.nothing') : t('search.found', { count }));
    }, 300);
    return () => window.clearTimeout(timer);
  }, [t, count, isLoading, query]);
}
