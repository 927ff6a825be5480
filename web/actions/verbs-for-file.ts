import type { FileInfo } from '#contract/files.ts';
import { NO_PERMISSIONS } from '#contract/permissions.ts';
import { type ActionContext, offered, type Transfers, type UserAction } from './action.ts';
import { deleteEntries } from './delete.ts';
import { download } from './download.ts';
import { info } from './info.ts';
import { moveTo } from './move-to.ts';
import { rename } from './rename.ts';
import { share } from './share.ts';
import { dialogs } from '../state/dialogs.ts';
import { session } from '../state/session.ts';
import { folderHolding } from '../state/transfer-plan.ts';

/** What can be done with the file that is shown, in the order of all bars and menus. */
const FILE_ACTIONS: readonly UserAction[] = [download, share, rename, moveTo, deleteEntries, info];

/** The verbs on offer for one file that is shown by itself, and what they act on. */
export function verbsFor(
  file: FileInfo,
  transfers: Transfers,
): { context: ActionContext; actions: readonly UserAction[] } {
  const nothing = () => {};
  const context: ActionContext = {
    folder: folderHolding(file),
    here: file,
    selection: [file],
    permissions: session.getState().user?.perm ?? NO_PERMISSIONS,
    dialogs: dialogs.getState(),
    transfers,
    // The verbs of a listing, which ask for these, are not offered here.
    uploads: { pick: nothing },
    clipboard: undefined,
    open: nothing,
    openFolder: nothing,
    view: { mode: 'list', change: nothing },
    multiple: { isOn: false, set: nothing },
    terminal: { isOpen: false, isRunning: false, toggle: nothing },
  };
  return { context, actions: offered(FILE_ACTIONS, context) };
}
