import { clipboardCopy } from './clipboard-copy.ts';
import { clipboardCut } from './clipboard-cut.ts';
import { copyTo } from './copy-to.ts';
import { deleteEntries, deletePermanently } from './delete.ts';
import { downloadFolder } from './download-folder.ts';
import { download } from './download.ts';
import { goUp } from './go-up.ts';
import { info } from './info.ts';
import { moveTo } from './move-to.ts';
import { newFile } from './new-file.ts';
import { newFolder } from './new-folder.ts';
import { openFile } from './open-file.ts';
import { openFolder } from './open-folder.ts';
import { paste } from './paste.ts';
import { rename } from './rename.ts';
import { selectMultiple } from './select-multiple.ts';
import { share } from './share.ts';
import { shell } from './shell.ts';
import { star } from './star.ts';
import { switchView } from './switch-view.ts';
import { upload } from './upload.ts';
import { versionHistory } from './version-history.ts';
import type { UserAction } from './action.ts';

export type ActionGroups = readonly (readonly UserAction[])[];

/** Actions that open an entry. They need no button because a click or tap opens it. */
const OPENING = [openFolder, openFile];

/** Actions for a selection below "Open", in display order. Menus separate the groups with a line; deleting is last. */
const BELOW_OPENING: ActionGroups = [
  [download, share, star],
  [clipboardCopy, clipboardCut],
  [rename, moveTo, copyTo],
  [info, versionHistory],
  [deleteEntries],
];

export const SELECTION_GROUPS: ActionGroups = [OPENING, ...BELOW_OPENING];

/** Actions for a selection in the header and the bottom bar. */
export const BAR_ACTIONS: readonly UserAction[] = BELOW_OPENING.flat();

/** Actions that add something to a folder. */
export const CREATING_GROUPS: ActionGroups = [[paste], [upload], [newFolder, newFile]];
export const CREATING: readonly UserAction[] = CREATING_GROUPS.flat();

/** Actions for the folder itself, available while nothing is selected. */
export const FOLDER_ACTIONS: readonly UserAction[] = [share, downloadFolder, star, info];

/** Actions that change how the folder is displayed and selected. */
export const VIEW_ACTIONS: readonly UserAction[] = [shell, switchView, selectMultiple];

/** Context menu of empty space. */
export const FOLDER_GROUPS: ActionGroups = [...CREATING_GROUPS, FOLDER_ACTIONS, VIEW_ACTIONS];

/** All actions with shortcuts that work while no dialog is open. */
export const ACTIONS_WITH_KEYS: readonly UserAction[] = [
  ...new Set([...BAR_ACTIONS, deletePermanently, ...FOLDER_GROUPS.flat(), goUp]),
].filter(({ shortcut }) => shortcut !== undefined);

/** Actions that keep their buttons when space is limited, most important first. */
const WANTED_MOST = ['download', 'delete', 'move', 'share', 'copy', 'rename', 'info'];

/**
 * Splits actions into buttons and overflow menu entries for a maximum number of buttons. With `alwaysMenu`, actions
 * without a button keep the menu even where all buttons fit.
 */
export function fitActions(
  actions: readonly UserAction[],
  room: number,
  { alwaysMenu = false } = {},
): { buttons: UserAction[]; rest: UserAction[] } {
  const withButtons = actions.filter(({ isInMenusOnly }) => isInMenusOnly !== true);
  if (withButtons.length + (alwaysMenu ? 1 : 0) <= room) {
    const rest = alwaysMenu ? actions.filter((action) => !withButtons.includes(action)) : [];
    return { buttons: withButtons, rest };
  }
  const kept = new Set(
    withButtons.toSorted((a, b) => wish(a) - wish(b)).slice(0, Math.max(0, room - 1)),
  );
  return {
    buttons: withButtons.filter((action) => kept.has(action)),
    rest: actions.filter((action) => !kept.has(action)),
  };
}

function wish({ id }: UserAction): number {
  const index = WANTED_MOST.indexOf(id);
  return index < 0 ? WANTED_MOST.length : index;
}
