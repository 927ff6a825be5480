import type { ParseKeys } from 'i18next';
import type { UserAction } from './action.ts';
import { clipboardCopy } from './clipboard-copy.ts';
import { clipboardCut } from './clipboard-cut.ts';
import { deleteEntries } from './delete.ts';
import { download } from './download.ts';
import { goUp } from './go-up.ts';
import { info } from './info.ts';
import { openFile } from './open-file.ts';
import { paste } from './paste.ts';
import { rename } from './rename.ts';

export interface ShortcutRow {
  /** Each is one way to do it, written like `Ctrl+A`. */
  readonly keys: readonly string[];
  readonly what: ParseKeys;
}

export interface ShortcutGroup {
  readonly title: ParseKeys;
  readonly rows: readonly ShortcutRow[];
}

/** Every key that does something in the listing. Those of actions are the ones that the actions themselves have. */
export const SHORTCUT_TABLE: readonly ShortcutGroup[] = [
  {
    title: 'help.files',
    rows: [openFile, rename, deleteEntries, download, clipboardCopy, clipboardCut, paste, info].map(
      rowOf,
    ),
  },
  {
    title: 'help.selecting',
    rows: [
      { keys: ['Space'], what: 'help.space' },
      { keys: ['Shift+↑', 'Shift+↓'], what: 'help.extend' },
      { keys: ['Ctrl+A'], what: 'help.selectAll' },
      { keys: ['Esc'], what: 'help.escape' },
    ],
  },
  {
    title: 'help.moving',
    rows: [
      { keys: ['↑', '↓'], what: 'help.arrows' },
      { keys: ['Home', 'End'], what: 'help.homeEnd' },
      { keys: ['PageUp', 'PageDown'], what: 'help.page' },
      { keys: ['A–Z'], what: 'help.lettersDo' },
      rowOf(goUp),
      { keys: ['Shift+F10'], what: 'help.menu' },
      { keys: ['F1'], what: 'help.f1' },
    ],
  },
];

function rowOf({ label, shortcut }: UserAction): ShortcutRow {
  return { keys: shortcut === undefined ? [] : [shortcut], what: label };
}
