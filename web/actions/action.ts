import type { Entry } from '#contract/files.ts';
import type { Permission } from '#contract/permissions.ts';
import type { UserPermissions, ViewMode } from '#contract/users.ts';
import type { ParseKeys } from 'i18next';
import type { LucideIcon } from 'lucide-react';
import type { ClipboardContent } from '../state/clipboard.ts';
import type { Dialogs } from '../state/dialogs.ts';
import type { TerminalOpening } from '../state/terminal-opening.ts';
import type { TransferRequest } from '../state/transfer-plan.ts';

/** Lets the user pick what to upload. */
export interface UploadPicker {
  /** Files or a folder, into the folder with this path. */
  pick(folder: string): void;
}

/** Copies and moves entries, asks about taken names, and tells how it went. */
export interface Transfers {
  start(request: TransferRequest): void;
}

export interface ActionContext {
  /** The path of the folder that is shown. */
  readonly folder: string;
  /** The folder that is shown, as an entry; its path is '' for the home. */
  readonly here: Entry;
  readonly selection: readonly Entry[];
  readonly permissions: UserPermissions;
  readonly dialogs: Pick<Dialogs, 'open'>;
  readonly uploads: UploadPicker;
  readonly transfers: Transfers;
  /** What waits to be pasted. */
  readonly clipboard: ClipboardContent | undefined;
  open(entry: Entry): void;
  /** Goes to a folder by its path, without a slash at its end. */
  openFolder(folder: string): void;
  readonly view: { readonly mode: ViewMode; change(mode: ViewMode): void };
  /** Whether clicks and taps add to the selection. */
  readonly multiple: { readonly isOn: boolean; set(isOn: boolean): void };
  /** The panel in which commands are run. */
  readonly terminal: TerminalOpening & { toggle(): void };
}

/** How an action is shown. */
export interface Appearance {
  readonly label: Extract<ParseKeys, `actions.${string}`>;
  readonly icon: LucideIcon;
}

/** Something a user can do. Header, bottom bar, menus, shortcuts and the help all draw from these. */
export interface UserAction extends Appearance {
  readonly id: string;
  /** Written like `Ctrl+S`; on a Mac the command key stands for Ctrl. */
  readonly shortcut?: string;
  readonly needs: Permission | undefined;
  /** For an action that is shown by what it would do now. */
  appearance?(context: ActionContext): Appearance;
  /** For something that is switched on and off. */
  isOn?(context: ActionContext): boolean;
  /** Something that it has begun goes on out of sight. */
  isBusy?(context: ActionContext): boolean;
  /** Destroys something: shown in red. */
  readonly isDangerous?: boolean;
  /** Has no button of its own in the header and the bottom bar. */
  readonly isInMenusOnly?: boolean;
  isOffered(context: ActionContext): boolean;
  run(context: ActionContext): void;
}

export function offered(actions: readonly UserAction[], context: ActionContext): UserAction[] {
  return actions.filter(
    (action) =>
      (action.needs === undefined || context.permissions[action.needs]) &&
      action.isOffered(context),
  );
}

/** What an action is called now, and its sign. */
export function appearanceOf(action: UserAction, context: ActionContext): Appearance {
  return action.appearance?.(context) ?? action;
}
