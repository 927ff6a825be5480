import type { Entry } from '#contract/files.ts';
import { NO_PERMISSIONS } from '#contract/permissions.ts';
import { useNavigate } from 'react-router';
import type { ActionContext, Transfers } from '../../actions/action.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import { folderOfAll, outermost } from '../../state/found-entries.ts';
import { dialogs } from '../../state/dialogs.ts';
import type { SelectionStore } from '../../state/selection.ts';
import { toasts } from '../../state/toasts.ts';
import { useUser } from '../../state/use-session.ts';

/** Returns the action context of results. Its folder is the deepest common one. */
export function useResultContext(
  transfers: Transfers,
  selection: SelectionStore,
  /** Called when the user navigates. */
  onLeave: () => void,
): (entries: readonly Entry[]) => ActionContext {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const permissions = useUser()?.perm ?? NO_PERMISSIONS;
  const go = (address: string) => {
    onLeave();
    void navigate(address);
  };

  return (entries) => {
    const folder = folderOfAll(entries);
    return {
      folder,
      here: folderEntry(folder),
      selection: outermost(entries),
      permissions,
      dialogs: dialogs.getState(),
      transfers,
      // Results have no uploads, no clipboard and a fixed view.
      uploads: { picksFolders: false, pick: () => {} },
      clipboard: undefined,
      view: { mode: 'list', change: () => {} },
      multiple: { isOn: selection.isMultiple(), set: selection.setMultiple },
      terminal: { isOpen: false, isRunning: false, toggle: () => {} },
      open(entry) {
        if (entry.type === 'invalid_link')
          toasts.getState().show('info', t('listing.brokenLinkOpened'));
        else go(filesAddress(entry.isDir ? `${entry.path}/` : entry.path));
      },
      openFolder: (path) => go(filesAddress(`${path}/`)),
    };
  };
}

/** Returns an entry for a folder known only by its path. */
function folderEntry(path: string): Entry {
  return {
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    size: 0,
    extension: '',
    modified: '',
    mode: 0,
    isDir: true,
    isSymlink: false,
    type: '',
  };
}
