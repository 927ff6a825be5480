import type { FileInfo } from '#contract/files.ts';
import { NO_PERMISSIONS } from '#contract/permissions.ts';
import { type ActionContext, offered, type Transfers, type UserAction } from './action.ts';
import { deleteEntries } from './delete.ts';
import { download } from './download.ts';
import { info } from './info.ts';
import { moveTo } from './move-to.ts';
import { rename } from './rename.ts';
import { share } from './share.ts';
import { star } from './star.ts';
import { dialogs } from '../state/dialogs.ts';
import { session } from '../state/session.ts';
import { folderHolding } from '../state/transfer-plan.ts';

/** Actions for the displayed file, in the order of all bars and menus. */
const FILE_ACTIONS: readonly UserAction[] = [
  download,
  share,
  star,
  rename,
  moveTo,
  info,
  deleteEntries,
];

/** Returns the available actions for one displayed file, and their context. */
export function fileActionsFor(
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
    // Placeholders for actions that exist only in a listing.
    uploads: { picksFolders: false, pick: nothing },
    clipboard: undefined,
    open: nothing,
    openFolder: nothing,
    view: { mode: 'list', change: nothing },
    multiple: { isOn: false, set: nothing },
    terminal: { isOpen: false, isRunning: false, toggle: nothing },
  };
  return { context, actions: offered(FILE_ACTIONS, context) };
}
