import type { Entry, Folder, Sorting } from '#contract/files.ts';
import { NO_PERMISSIONS } from '#contract/permissions.ts';
import type { TFunction } from 'i18next';
import {
  lazy,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import type { ActionContext, Transfers, UploadPicker } from '../../actions/action.ts';
import { GROUND_GROUPS, SELECTION_GROUPS } from '../../actions/selection-actions.ts';
import { FROM_LISTING } from '../../actions/use-back-to-folder.ts';
import { withMessages } from '../../i18n/messages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { NARROW, TABLES } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { clipboard } from '../../state/clipboard.ts';
import { detailsPanel, toggleDetails } from '../../state/details-panel.ts';
import { dialogs } from '../../state/dialogs.ts';
import { chosenEntries, type ListingEntries } from '../../state/listing-entries.ts';
import { isAscending } from '../../state/listing-order.ts';
import { previousChildOf, enterFolder } from '../../state/listing-position.ts';
import { choosePreference } from '../../state/preferences.ts';
import { createSelection, type SelectionStore } from '../../state/selection.ts';
import { rememberTile } from '../../state/opened-tile.ts';
import { rowIndexAt } from '../../state/selectable-list/selectable-list.ts';
import { session } from '../../state/session.ts';
import { showFolder } from '../../state/shown-folder.ts';
import { terminalOpening, toggleTerminal } from '../../state/terminal-opening.ts';
import { toasts } from '../../state/toasts.ts';
import { useFolderEntries } from '../../state/use-folder-entries.ts';
import { showFailure } from '../../state/show-failure.ts';
import { FailureBoundary } from '../../ui/failure-boundary.tsx';
import { KeysAhead } from '../../ui/keys-ahead.tsx';
import { announce } from '../../ui/live-region.tsx';
import { SORT_COLUMNS } from './column-header.tsx';
import { EntryGrid } from './entry-grid.tsx';
import { isDragHandle } from './grid-target.ts';
import { FolderBar } from './folder-bar.tsx';
import styles from './listing.module.css';
import { NarrowBar } from './narrow-bar.tsx';
import type { BarProps } from './selection-bar.tsx';
import { useChosenView } from './use-chosen-view.ts';
import { useShortcuts } from './use-shortcuts.ts';

const DetailsPanel = lazy(async () => ({
  default: (await withMessages('files', import('./details/details-panel.tsx'))).DetailsPanel,
}));
const Lonely = lazy(async () => ({ default: (await import('./lonely.tsx')).Lonely }));
const MultipleBanner = lazy(async () => ({
  default: (await import('./multiple-banner.tsx')).MultipleBanner,
}));
const RowSwipes = lazy(async () => ({
  default: (await import('./swipes/row-swipes.tsx')).RowSwipes,
}));
const ContextMenu = lazy(async () => ({
  default: (await import('../../actions/menu/context-menu.tsx')).ContextMenu,
}));

/** One visit of a folder, which owns the selection. */
export function FolderPage({
  path,
  visit,
  folder,
  uploads,
  transfers,
}: {
  /** Path without a trailing slash. */
  path: string;
  visit: string;
  folder: Folder;
  uploads: UploadPicker;
  transfers: Transfers;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useStore(session, (state) => state.user);
  const onClipboard = useStore(clipboard, ({ content }) => content);
  const terminal = useStore(terminalOpening);
  const { entries, sorting } = useFolderEntries(folder);
  const [selection] = useState(createSelection);
  const view = useChosenView();
  const mode = useDeferredValue(view.mode);
  const multiple = useMultiple(selection);
  const isNarrow = useMediaQuery(NARROW);
  const hasMouse = useMediaQuery('(pointer: fine)');
  const [startAt] = useState(() => previousChildOf(path));
  const [renamed, setRenamed] = useState<string>();
  const endRenaming = useCallback(() => setRenamed(undefined), []);
  const [menuAnchor, setMenuAnchor] = useState<DOMRect>();
  const paths = useSyncExternalStore(selection.subscribe, selection.paths);
  const selected = useMemo(() => chosenEntries(entries, paths), [entries, paths]);

  useEffect(() => enterFolder(path), [path]);
  useEffect(() => selection.retain(entries), [selection, entries]);
  // Renamed or deleted, perhaps by someone else.
  if (renamed !== undefined && entries.indexOf(renamed) < 0) setRenamed(undefined);
  const label = folder.name === '' ? t('shell.myFiles') : folder.name;
  useAnnouncements(label, entries, selected.length);
  useShownFolder(path, entries, selection);

  const open = useCallback(
    (entry: Entry) => {
      if (entry.type === 'invalid_link')
        toasts.getState().show('info', t('listing.brokenLinkOpened'));
      else if (entry.isDir) void navigate(filesAddress(`${entry.path}/`));
      else {
        rememberTile(entry.path, entries.indexOf(entry.path));
        void navigate(filesAddress(entry.path), { state: FROM_LISTING });
      }
    },
    [navigate, entries, t],
  );
  const sort = useCallback(
    (next: Sorting) => {
      announceSorting(t, next);
      choosePreference('sorting', next).catch((failure: unknown) => showFailure(t, failure));
    },
    [t],
  );

  const here = useMemo(() => ({ ...folder, path }), [folder, path]);
  const hereOnly = useMemo(() => [here], [here]);
  const details = useDetails();
  const context: ActionContext = {
    folder: path,
    here,
    selection: selected,
    permissions: user?.perm ?? NO_PERMISSIONS,
    dialogs: dialogs.getState(),
    uploads,
    transfers,
    clipboard: onClipboard,
    open,
    renameInPlace: hasMouse && !isNarrow ? ({ path: chosen }) => setRenamed(chosen) : undefined,
    openFolder: (folderPath) => void navigate(filesAddress(`${folderPath}/`)),
    view,
    multiple,
    details,
    terminal: { ...terminal, toggle: toggleTerminal },
  };
  useShortcuts(context, entries);
  const present = useLatest(context);

  return (
    <div className={styles.split}>
      <div className={styles.page}>
        {multiple.isOn && isNarrow && (
          <Suspense>
            <MultipleBanner
              count={selected.length}
              onSelectAll={() => selection.selectAll(entries)}
              onClear={selection.clear}
              onDone={() => multiple.set(false)}
            />
          </Suspense>
        )}
        {entries.count === 0 ? (
          <Suspense>
            <Lonely context={context} isEmpty={!folder.items[0]} onMenu={setMenuAnchor} />
          </Suspense>
        ) : (
          <EntryGrid
            label={label}
            entries={entries}
            mode={mode}
            sorting={sorting}
            selection={selection}
            visit={visit}
            startAt={startAt}
            singleClick={user?.singleClick ?? false}
            onSort={sort}
            renamed={renamed}
            onRenamed={endRenaming}
            onOpen={open}
            onMenu={setMenuAnchor}
          />
        )}
        {!hasMouse && mode !== 'mosaic gallery' && (
          <FailureBoundary onFailure={() => {}}>
            <Suspense>
              <RowSwipes entries={entries} context={present} />
            </Suspense>
          </FailureBoundary>
        )}
        <ActionBar
          isNarrow={isNarrow}
          context={context}
          present={present}
          onClear={selection.clear}
        />
        {menuAnchor && (
          <Suspense fallback={<KeysAhead onEscape={() => setMenuAnchor(undefined)} />}>
            <ContextMenu
              groups={selected.length === 0 ? GROUND_GROUPS : SELECTION_GROUPS}
              context={context}
              anchor={menuAnchor}
              onClose={() => setMenuAnchor(undefined)}
            />
          </Suspense>
        )}
      </div>
      {details?.isOpen && (
        <FailureBoundary onFailure={details.toggle}>
          <Suspense>
            <DetailsPanel
              entries={selected.length > 0 ? selected : hereOnly}
              onClose={details.toggle}
            />
          </Suspense>
        </FailureBoundary>
      )}
    </div>
  );
}

/** State of the details panel; undefined in windows without space for it. */
function useDetails(): ActionContext['details'] {
  const isOpen = useStore(detailsPanel, (state) => state.isOpen);
  const hasSpace = useMediaQuery(TABLES);
  return useMemo(
    () => (hasSpace ? { isOpen, toggle: toggleDetails } : undefined),
    [hasSpace, isOpen],
  );
}

/** Announces the folder, its changed size, and the size of the selection. */
function useAnnouncements(
  label: string,
  entries: { folders: readonly Entry[]; files: readonly Entry[] },
  selected: number,
) {
  const { t } = useTranslation();
  const folders = t('listing.folderCount', { count: entries.folders.length });
  const files = t('listing.fileCount', { count: entries.files.length });
  const content = t('listing.content', { folders, files });
  const chosen = selected === 0 ? '' : t('listing.selectedCount', { count: selected });

  useEffect(() => announce(label), [label]);
  useEffect(() => announce(content), [content]);
  useEffect(() => {
    if (chosen !== '') announce(chosen);
  }, [chosen]);
}

/** Renders with a deferred context, so that the selection appears first. */
function ActionBar({ isNarrow, context, ...bar }: BarProps & { isNarrow: boolean }) {
  const drawn = useDeferredValue(context);
  return isNarrow ? <NarrowBar context={drawn} {...bar} /> : <FolderBar context={drawn} {...bar} />;
}

/** Announces the new sort order, because few screen readers announce it themselves. */
function announceSorting(t: TFunction, sorting: Sorting): void {
  const column = SORT_COLUMNS.find(({ by }) => by === sorting.by);
  if (column === undefined) return;
  const words = isAscending(sorting) ? 'listing.sortedRising' : 'listing.sortedFalling';
  announce(t(words, { column: t(column.label) }));
}

/** State of multi-select mode, and the function that switches it. */
function useMultiple(selection: SelectionStore): {
  isOn: boolean;
  set(isOn: boolean): void;
} {
  const { t } = useTranslation();
  const isOn = useSyncExternalStore(selection.subscribe, selection.isMultiple);
  return {
    isOn,
    set(next) {
      selection.setMultiple(next);
      announce(t(next ? 'listing.multipleOn' : 'listing.multipleOff'));
    },
  };
}

/** Registers the folder for dragging entries and dropping on subfolders. */
function useShownFolder(path: string, entries: ListingEntries, selection: SelectionStore): void {
  useEffect(
    () =>
      showFolder({
        path,
        isDragHandle,
        entriesToDrag(element) {
          const entry = entries.at(rowIndexAt(element));
          if (!entry) return [];
          if (!selection.has(entry.path)) selection.selectOnly(entry.path);
          return chosenEntries(entries, selection.paths());
        },
        folderAt(element) {
          const entry = entries.at(rowIndexAt(element));
          return entry?.isDir === true && entry.type !== 'invalid_link' ? entry.path : undefined;
        },
      }),
    [path, entries, selection],
  );
}
