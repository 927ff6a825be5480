import type { Entry } from '#contract/files.ts';
import type { Permission } from '#contract/permissions.ts';
import type { UserPermissions, ViewMode } from '#contract/users.ts';
import type { ParseKeys } from 'i18next';
import type { LucideIcon } from 'lucide-react';
import type { ClipboardContent } from '../state/clipboard.ts';
import type { Dialogs } from '../state/dialogs.ts';
import type { TerminalOpening } from '../state/terminal-opening.ts';
import type { TransferRequest } from '../state/transfer-plan.ts';

/** Opens the file chooser for uploads. */
export interface UploadPicker {
  /** False in browsers that have no chooser for folders. */
  readonly picksFolders: boolean;
  /** Opens a chooser for uploads into the folder at this path. Without `what`, asks whether to upload files or a folder. */
  pick(folder: string, what?: 'files' | 'folder'): void;
}

/** Copies and moves entries, resolves conflicts, and reports the result. */
export interface Transfers {
  start(request: TransferRequest): void;
}

export interface ActionContext {
  /** Path of the displayed folder. */
  readonly folder: string;
  /** Entry of the displayed folder. The path of the home folder is ''. */
  readonly here: Entry;
  readonly selection: readonly Entry[];
  readonly permissions: UserPermissions;
  readonly dialogs: Pick<Dialogs, 'open'>;
  readonly uploads: UploadPicker;
  readonly transfers: Transfers;
  /** Entries that were cut or copied and can be pasted. */
  readonly clipboard: ClipboardContent | undefined;
  open(entry: Entry): void;
  /** Edits the name of an entry where it is shown; absent where a dialog asks for it. */
  readonly renameInPlace?: ((entry: Entry) => void) | undefined;
  /** Opens a folder by its path, which has no trailing slash. */
  openFolder(folder: string): void;
  readonly view: { readonly mode: ViewMode; change(mode: ViewMode): void };
  /** Multi-select mode: when on, clicks and taps add to the selection. */
  readonly multiple: { readonly isOn: boolean; set(isOn: boolean): void };
  /** The details panel beside the entries; absent where details are a dialog. */
  readonly details?: { readonly isOpen: boolean; toggle(): void } | undefined;
  /** The terminal panel. */
  readonly terminal: TerminalOpening & { toggle(): void };
}

/** Label and icon of an action. */
export interface Appearance {
  readonly label: Extract<ParseKeys, `actions.${string}`>;
  readonly icon: LucideIcon;
}

/** User action shared by the header, bottom bar, menus, shortcuts and help. */
export interface UserAction extends Appearance {
  readonly id: string;
  /** Keys such as `Ctrl+S`. On a Mac, the command key replaces Ctrl. */
  readonly shortcut?: string;
  readonly needs: Permission | undefined;
  /** Returns the current label and icon of an action whose effect depends on the context. */
  appearance?(context: ActionContext): Appearance;
  /** Returns the state of a toggle. */
  isOn?(context: ActionContext): boolean | undefined;
  /** Returns true while the action still has work running in the background. */
  isBusy?(context: ActionContext): boolean;
  /** Returns the number of entries that the button shows. */
  count?(context: ActionContext): number | undefined;
  /** Marks destructive actions, which are red. */
  readonly isDangerous?: boolean;
  /** Marks actions without a button in the header and the bottom bar. */
  readonly isInMenusOnly?: boolean;
  isOffered(context: ActionContext): boolean;
  run(context: ActionContext): void;
}

/** Parts of the page that an action needs to add something to a folder. */
export type NewItemContext = Pick<ActionContext, 'folder' | 'permissions' | 'dialogs' | 'uploads'>;

/** User action that adds something to a folder. Also works outside a listing. */
export interface NewItemAction extends Appearance {
  readonly id: string;
  readonly needs: Permission | undefined;
  isOffered(context: NewItemContext): boolean;
  run(context: NewItemContext): void;
}

export function offered<
  Context extends Pick<ActionContext, 'permissions'>,
  Action extends { readonly needs: Permission | undefined; isOffered(context: Context): boolean },
>(actions: readonly Action[], context: Context): Action[] {
  return actions.filter(
    (action) =>
      (action.needs === undefined || context.permissions[action.needs]) &&
      action.isOffered(context),
  );
}

/** Returns the current label and icon of an action. */
export function appearanceOf(action: UserAction, context: ActionContext): Appearance {
  return action.appearance?.(context) ?? action;
}
