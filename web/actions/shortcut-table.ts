import type { UserPermissions } from '#contract/users.ts';
import type { ParseKeys } from 'i18next';
import { mayRunCommands } from '../state/terminal-opening.ts';
import type { UserAction } from './action.ts';
import { clipboardCopy } from './clipboard-copy.ts';
import { clipboardCut } from './clipboard-cut.ts';
import { deleteEntries, deletePermanently } from './delete.ts';
import { download } from './download.ts';
import { goUp } from './go-up.ts';
import { info } from './info.ts';
import { openFile } from './open-file.ts';
import { paste } from './paste.ts';
import { rename } from './rename.ts';
import { search } from './search.ts';
import { share } from './share.ts';
import { shell } from './shell.ts';
import { star } from './star.ts';

export interface ShortcutRow {
  /** Alternative keys, written like `Ctrl+A`. */
  readonly keys: readonly string[];
  readonly what: ParseKeys;
  /** Hides the entry if it returns false. */
  isOffered?(permissions: UserPermissions | undefined): boolean;
}

export interface ShortcutGroup {
  readonly title: ParseKeys;
  readonly rows: readonly ShortcutRow[];
}

/** All keys of the listing and the preview. Those of actions come from the actions. */
export const SHORTCUT_TABLE: readonly ShortcutGroup[] = [
  {
    title: 'help.files',
    rows: [
      openFile,
      rename,
      deleteEntries,
      deletePermanently,
      download,
      share,
      star,
      clipboardCopy,
      clipboardCut,
      paste,
      info,
    ]
      .map(rowOf)
      .concat({ keys: ['Ctrl+Z'], what: 'help.undo' }),
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
      { keys: ['Ctrl+K'], what: 'palette.title' },
      rowOf(search),
      { keys: ['Shift+F10'], what: 'help.menu' },
      { ...rowOf(shell), isOffered: mayRunCommands },
      { keys: ['F1'], what: 'help.f1' },
    ],
  },
  {
    title: 'preview.keys.title',
    rows: [
      { keys: ['←', '→'], what: 'preview.keys.neighbours' },
      { keys: ['+', '-'], what: 'preview.keys.zoom' },
      { keys: ['0'], what: 'preview.keys.fit' },
      { keys: ['1'], what: 'preview.keys.whole' },
      { keys: ['R'], what: 'preview.rotate' },
      { keys: ['Ctrl+F'], what: 'pdf.find' },
      { keys: ['Ctrl+P'], what: 'pdf.print' },
      { keys: ['T'], what: 'preview.keys.filmstrip' },
      { keys: ['S'], what: 'preview.keys.slideshow' },
      { keys: ['Space'], what: 'preview.keys.play' },
      { keys: ['Esc'], what: 'preview.keys.leave' },
    ],
  },
];

function rowOf({ label, shortcut }: Pick<UserAction, 'label' | 'shortcut'>): ShortcutRow {
  return { keys: shortcut === undefined ? [] : [shortcut], what: label };
}
