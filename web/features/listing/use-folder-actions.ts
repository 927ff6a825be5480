import type { Entry, Folder } from '#contract/files.ts';
import { NO_PERMISSIONS } from '#contract/permissions.ts';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import type { ActionContext, Transfers, UploadPicker } from '../../actions/action.ts';
import { FROM_LISTING } from '../../actions/use-back-to-folder.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { NARROW, TABLES } from '../../lib/breakpoints.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { clipboard } from '../../state/clipboard.ts';
import { detailsPanel, toggleDetails } from '../../state/details-panel.ts';
import { dialogs } from '../../state/dialogs.ts';
import type { ListingEntries } from '../../state/listing-entries.ts';
import { rememberTile } from '../../state/opened-tile.ts';
import type { SelectionStore } from '../../state/selection.ts';
import { session } from '../../state/session.ts';
import { terminalOpening, toggleTerminal } from '../../state/terminal-opening.ts';
import { toasts } from '../../state/toasts.ts';
import { announce } from '../../ui/live-region.tsx';
import { useChosenView } from './use-chosen-view.ts';

/** A displayed folder, and what its actions need of the page. */
interface FolderOfActions {
  /** Path without a trailing slash. */
  readonly path: string;
  readonly folder: Folder;
  readonly entries: ListingEntries;
  readonly selection: SelectionStore;
  readonly selected: readonly Entry[];
  readonly uploads: UploadPicker;
  readonly transfers: Transfers;
  /** Edits the name of the entry with this path in its row. */
  onRename(path: string): void;
}

/** Returns the context of the actions in a folder, and the folder as an entry with its path. */
export function useFolderActions({
  path,
  folder,
  entries,
  selection,
  selected,
  uploads,
  transfers,
  onRename,
}: FolderOfActions): { readonly here: Folder; readonly context: ActionContext } {
  const navigate = useNavigate();
  const permissions = useStore(session, ({ user }) => user?.perm ?? NO_PERMISSIONS);
  const onClipboard = useStore(clipboard, ({ content }) => content);
  const terminal = useStore(terminalOpening);
  const view = useChosenView();
  const multiple = useMultiple(selection);
  const details = useDetails();
  const isNarrow = useMediaQuery(NARROW);
  const hasMouse = useMediaQuery('(pointer: fine)');
  const open = useOpening(entries);
  const here = useMemo(() => ({ ...folder, path }), [folder, path]);
  const context: ActionContext = {
    folder: path,
    here,
    selection: selected,
    permissions,
    dialogs: dialogs.getState(),
    uploads,
    transfers,
    clipboard: onClipboard,
    open,
    renameInPlace: hasMouse && !isNarrow ? (entry) => onRename(entry.path) : undefined,
    openFolder: (folderPath) => void navigate(filesAddress(`${folderPath}/`)),
    view,
    multiple,
    details,
    terminal: { ...terminal, toggle: toggleTerminal },
  };
  return { here, context };
}

/** Returns a function that opens an entry of the folder. */
function useOpening(entries: ListingEntries): (entry: Entry) => void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useCallback(
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

/** State of the details panel; undefined in windows without space for it. */
function useDetails(): ActionContext['details'] {
  const isOpen = useStore(detailsPanel, (state) => state.isOpen);
  const hasSpace = useMediaQuery(TABLES);
  return useMemo(
    () => (hasSpace ? { isOpen, toggle: toggleDetails } : undefined),
    [hasSpace, isOpen],
  );
}
