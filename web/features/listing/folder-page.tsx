import type { Folder } from '#contract/files.ts';
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
import { useStore } from 'zustand';
import type { Transfers, UploadPicker } from '../../actions/action.ts';
import { FOLDER_GROUPS, SELECTION_GROUPS } from '../../actions/selection-actions.ts';
import { withMessages } from '../../i18n/messages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { NARROW } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { chosenEntries } from '../../state/listing-entries.ts';
import { previousChildOf, enterFolder } from '../../state/listing-position.ts';
import { createSelection } from '../../state/selection.ts';
import { session } from '../../state/session.ts';
import { useFolderEntries } from '../../state/use-folder-entries.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { KeysAhead } from '../../ui/keys-ahead.tsx';
import { EntryGrid } from './entry-grid.tsx';
import { FolderBar } from './folder-bar.tsx';
import { useFolderAnnouncements } from './announce-folder.ts';
import styles from './listing.module.css';
import { NarrowBar } from './narrow-bar.tsx';
import type { BarProps } from './selection-bar.tsx';
import { useFolderActions } from './use-folder-actions.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useShownFolder } from './use-shown-folder.ts';
import { useSorting } from './use-sorting.ts';

// After a failure, only a new component loads again.
let DetailsPanel = lateDetails();
let ContextMenu = lateMenu();
let MultipleBanner = lateBanner();
const FolderWithoutEntries = lazy(async () => ({
  default: (await import('./folder-without-entries.tsx')).FolderWithoutEntries,
}));
const RowSwipes = lazy(async () => ({
  default: (await import('./swipes/row-swipes.tsx')).RowSwipes,
}));

function lateDetails() {
  return lazy(async () => ({
    default: (await withMessages('files', import('./details/details-panel.tsx'))).DetailsPanel,
  }));
}

function lateBanner() {
  return lazy(async () => ({ default: (await import('./multiple-banner.tsx')).MultipleBanner }));
}

function lateMenu() {
  return lazy(async () => ({
    default: (await import('../../actions/menu/context-menu.tsx')).ContextMenu,
  }));
}

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
  /** Key of the history entry. */
  visit: string;
  folder: Folder;
  uploads: UploadPicker;
  transfers: Transfers;
}) {
  const { t } = useTranslation();
  const singleClick = useStore(session, ({ user }) => user?.singleClick ?? false);
  const { entries, sorting } = useFolderEntries(folder);
  const [selection] = useState(createSelection);
  const isNarrow = useMediaQuery(NARROW);
  const hasMouse = useMediaQuery('(pointer: fine)');
  const [startAt] = useState(() => previousChildOf(path));
  const [renamingPath, setRenamingPath] = useState<string>();
  const endRenaming = useCallback(() => setRenamingPath(undefined), []);
  const [menuAnchor, setMenuAnchor] = useState<DOMRect>();
  const closeMenu = () => setMenuAnchor(undefined);
  const paths = useSyncExternalStore(selection.subscribe, selection.paths);
  const selected = useMemo(() => chosenEntries(entries, paths), [entries, paths]);

  useEffect(() => enterFolder(path), [path]);
  useEffect(() => selection.retain(entries), [selection, entries]);
  // Renamed or deleted, perhaps by someone else.
  if (renamingPath !== undefined && entries.indexOf(renamingPath) < 0) setRenamingPath(undefined);
  const label = folder.name === '' ? t('shell.myFiles') : folder.name;
  useFolderAnnouncements(label, entries, selected.length);
  useShownFolder(path, entries, selection);

  const sort = useSorting();
  const { here, context } = useFolderActions({
    path,
    folder,
    entries,
    selection,
    selected,
    uploads,
    transfers,
    onRename: setRenamingPath,
  });
  const { open, view, multiple, details } = context;
  const mode = useDeferredValue(view.mode);
  const hereOnly = useMemo(() => [here], [here]);
  useShortcuts(context, entries);
  const present = useLatest(context);

  return (
    <div className={styles.split}>
      <div className={styles.page}>
        {multiple.isOn && isNarrow && (
          <LatePart
            onFailure={() => {
              MultipleBanner = lateBanner();
              multiple.set(false);
            }}
          >
            <MultipleBanner
              count={selected.length}
              onSelectAll={() => selection.selectAll(entries)}
              onClear={selection.clear}
              onDone={() => multiple.set(false)}
            />
          </LatePart>
        )}
        {entries.count === 0 ? (
          <Suspense>
            <FolderWithoutEntries
              context={context}
              isEmpty={!folder.items[0]}
              onMenu={setMenuAnchor}
            />
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
            singleClick={singleClick}
            onSort={sort}
            renamed={renamingPath}
            onRenamed={endRenaming}
            onOpen={open}
            onMenu={setMenuAnchor}
          />
        )}
        {!hasMouse && mode !== 'mosaic gallery' && (
          <LatePart>
            <RowSwipes entries={entries} context={present} />
          </LatePart>
        )}
        <ActionBar
          isNarrow={isNarrow}
          context={context}
          present={present}
          onClear={selection.clear}
        />
        {menuAnchor && (
          <LatePart
            onFailure={() => {
              ContextMenu = lateMenu();
              closeMenu();
            }}
            whileLoading={<KeysAhead onEscape={closeMenu} />}
          >
            <ContextMenu
              groups={selected.length === 0 ? FOLDER_GROUPS : SELECTION_GROUPS}
              context={context}
              anchor={menuAnchor}
              onClose={closeMenu}
            />
          </LatePart>
        )}
      </div>
      {details?.isOpen && (
        <LatePart
          onFailure={() => {
            DetailsPanel = lateDetails();
            details.toggle();
          }}
        >
          <DetailsPanel
            entries={selected.length > 0 ? selected : hereOnly}
            onClose={details.toggle}
          />
        </LatePart>
      )}
    </div>
  );
}

/** Renders with a deferred context, so that the selection appears first. */
function ActionBar({ isNarrow, context, ...bar }: BarProps & { isNarrow: boolean }) {
  const drawn = useDeferredValue(context);
  return isNarrow ? <NarrowBar context={drawn} {...bar} /> : <FolderBar context={drawn} {...bar} />;
}
