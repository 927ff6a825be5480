import type { Entry } from '#contract/files.ts';
import type { Permission } from '#contract/permissions.ts';
import type { UserPermissions } from '#contract/users.ts';
import type { ParseKeys } from 'i18next';
import type { LucideIcon } from 'lucide-react';
import type { Prompts } from '../state/prompts.ts';

/** Lets the user pick what to upload into a folder. */
export interface UploadPicker {
  pickFiles(folder: string): void;
  pickFolder(folder: string): void;
}

export interface ActionContext {
  /** The path of the folder that is shown. */
  readonly folder: string;
  readonly selection: readonly Entry[];
  readonly permissions: UserPermissions;
  readonly prompts: Pick<Prompts, 'open'>;
  readonly uploads: UploadPicker;
  open(entry: Entry): void;
}

/** Something a user can do. Header, bottom bar, context menu and shortcuts all draw from these. */
export interface UserAction {
  readonly id: string;
  readonly label: Extract<ParseKeys, `actions.${string}`>;
  readonly icon: LucideIcon;
  readonly shortcut?: string;
  readonly needs: Permission | undefined;
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
