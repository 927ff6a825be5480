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

/** The context of verbs for results, which lie in many folders: theirs is the deepest that holds them all. */
export function useResultContext(
  transfers: Transfers,
  selection: SelectionStore,
  /** The user goes elsewhere. */
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
      // Nothing is uploaded or pasted into results, and they are shown in one way only.
      uploads: { pick: () => {} },
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

/** A folder of which no more is known than where it is. */
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
