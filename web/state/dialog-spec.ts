import type { Entry } from '#contract/files.ts';
import type { Invitation } from '#contract/invitations.ts';
import type { TreePath } from '#contract/paths.ts';
import type { Share } from '#contract/shares.ts';
import type { TrashedItem } from '#contract/trash.ts';
import type { ListedUser } from '#contract/users.ts';
import type { FileVersion } from '#contract/versions.ts';
import type { Work } from '../lib/guard-leaving.ts';
import type { TransferConflict, TransferRequest } from './transfer-plan.ts';
import type { ConflictChoice, UploadChoice, UploadConflict } from './upload-conflicts.ts';

/**
 * Every kind of dialog with its data. `app/dialog-table.ts` maps each kind to its component, which is loaded on first
 * use.
 */
export type DialogSpec =
  | { readonly kind: 'help' }
  | { readonly kind: 'palette' }
  | {
      readonly kind: 'new-folder';
      /** Path of the parent folder. */
      readonly folder: string;
    }
  | { readonly kind: 'new-file'; readonly folder: string }
  | {
      /** Asks what happens to the copied items before a copy is cancelled. */
      readonly kind: 'stop-copy';
      /** Number of copied files and folders. */
      readonly copied: number;
      keep(): void;
      remove(): void;
    }
  | { readonly kind: 'rename'; readonly folder: string; readonly entry: Entry }
  | {
      /** Asks before entries are deleted for good. */
      readonly kind: 'delete';
      /** Entries that are deleted for good. */
      readonly permanent: readonly Entry[];
      /** Number of further entries that go into the trash. */
      readonly others: number;
      /** True if the trash cannot take the permanent entries. */
      readonly isRefused: boolean;
      confirm(): void;
    }
  | {
      /** Asks before items in the trash are deleted for good. */
      readonly kind: 'trash-delete';
      readonly items: readonly TrashedItem[];
      confirm(): void;
    }
  | {
      /** Asks before everything in the trash is deleted for good. */
      readonly kind: 'trash-empty';
      readonly count: number;
      readonly bytes: number;
      /** True if other users have deleted some of the items. */
      readonly isOfOthers: boolean;
      confirm(): void;
    }
  | {
      /** Shows an item in the trash, and what is in it. */
      readonly kind: 'trashed-item';
      readonly item: TrashedItem;
      restore(): void;
    }
  | {
      /** Asks for the folder in which items from the trash are put. */
      readonly kind: 'restore-to';
      readonly names: readonly string[];
      /** Continues with the path of a folder; '' is the home folder. Closing the dialog cancels. */
      choose(folder: string): void;
    }
  | {
      /** Asks about names that are taken where items from the trash are restored. */
      readonly kind: 'restore-conflicts';
      readonly conflicts: readonly RestoreConflictItem[];
      readonly mayReplace: boolean;
      /** Continues with the choices by id. Closing the dialog leaves the items in the trash. */
      settle(choices: ReadonlyMap<number, ConflictChoice>): void;
    }
  | { readonly kind: 'info'; readonly entries: readonly Entry[] }
  | {
      /** Lists the versions of a file. */
      readonly kind: 'versions';
      readonly entry: Entry;
    }
  | ({
      /** Shows a version of a file. */
      readonly kind: 'version';
    } & ShownVersion)
  | ({
      /** Compares a version of a text with its present contents. */
      readonly kind: 'version-compare';
    } & ShownVersion)
  | {
      /** Asks before a version is deleted. */
      readonly kind: 'version-delete';
      readonly entry: Entry;
      readonly version: FileVersion;
      confirm(): void;
    }
  | {
      readonly kind: 'download';
      /** Path of the common folder of the entries at any depth, or of the single entry itself. */
      readonly folder: string;
      readonly entries: readonly Entry[];
    }
  | {
      /** Manages the shares of an item. */
      readonly kind: 'share';
      /** The path is '' for the home folder. */
      readonly item: Entry;
    }
  | {
      /** Shows the uses of a share by visitors. */
      readonly kind: 'share-uses';
      readonly share: Share;
    }
  | { readonly kind: 'share-delete'; readonly share: Share }
  | {
      /** Lists the failures of an operation after it has ended. */
      readonly kind: 'failures';
      readonly title: string;
      readonly failures: readonly FailedItem[];
    }
  | {
      /** Asks for the destination of a copy or move. */
      readonly kind: 'transfer';
      readonly operation: TransferRequest['kind'];
      /** Path of the common folder of the entries, where the choice starts. */
      readonly folder: string;
      readonly entries: readonly Entry[];
      /** Continues with the path of a folder; '' is the home folder. Closing the dialog cancels. */
      choose(to: string): void;
    }
  | {
      readonly kind: 'transfer-conflicts';
      readonly operation: TransferRequest['kind'];
      /** Path of the destination folder. */
      readonly to: string;
      readonly conflicts: readonly TransferConflict[];
      readonly mayReplace: boolean;
      /** Continues with the choices. Closing the dialog skips these entries. */
      settle(choices: ReadonlyMap<string, ConflictChoice>): void;
    }
  | {
      /** Asks what to upload. A drop closes it. */
      readonly kind: 'upload';
      /** Path of the destination folder. */
      readonly folder: string;
      pick(what: 'files' | 'folder'): void;
    }
  | {
      readonly kind: 'upload-conflicts';
      readonly folder: TreePath;
      readonly conflicts: readonly UploadConflict[];
      readonly mayReplace: boolean;
      /** Continues the upload with choices by name. Closing the dialog cancels. */
      settle(choices: ReadonlyMap<string, UploadChoice>): void;
    }
  | { readonly kind: 'abort-uploads'; abort(): void }
  | {
      /** Asks before an editor with unsaved text is closed. */
      readonly kind: 'discard-editor-changes';
      readonly name: string;
      save(): void;
      discard(): void;
      /** Also called when the dialog is closed. */
      stay(): void;
    }
  | {
      /** Asks before a form with unsaved changes is left. */
      readonly kind: 'discard-changes';
      discard(): void;
      /** Also called when the dialog is closed. */
      stay(): void;
    }
  | {
      /** Explains what happens to running work before the page reloads. */
      readonly kind: 'reload';
      readonly activeWork: readonly Work[];
      /** Also called when the dialog is closed. */
      stay(): void;
    }
  | { readonly kind: 'end-other-sessions' }
  | {
      /** Asks before a user is deleted. */
      readonly kind: 'user-delete';
      readonly user: ListedUser;
      /** Called after the deletion. */
      deleted(): void;
    }
  | {
      /** Shows what to pass on to a user who is to choose a password. */
      readonly kind: 'invitation';
      readonly user: Pick<ListedUser, 'id' | 'username'>;
      /** An existing invitation; undefined if the dialog creates one. */
      readonly invitation: Invitation | undefined;
    }
  | {
      /** Asks how to save a file that has been changed on the server. */
      readonly kind: 'save-conflict';
      readonly name: string;
      overwrite(): void;
      /** Loads the current version. Undefined, as is `compare`, if that version is no longer a text. */
      reload: (() => void) | undefined;
      compare: (() => void) | undefined;
    }
  | {
      /** Asks whether to create a deleted file again from its open text. */
      readonly kind: 'recreate-file';
      readonly name: string;
      /** Undefined without the permission to create files. */
      create: (() => void) | undefined;
    }
  | {
      /** Asks whether to save as UTF-8, because the encoding of the file lacks a character of the text. */
      readonly kind: 'save-as-utf-8';
      readonly name: string;
      readonly encoding: string;
      save(): void;
    }
  | {
      readonly kind: 'go-to-line';
      readonly current: number;
      readonly last: number;
      go(line: number): void;
    };

/** A version of a file, and what the user may do with it. */
export interface ShownVersion {
  readonly entry: Entry;
  readonly version: FileVersion;
  /** Undefined without the permission to modify files. */
  readonly restore: (() => void) | undefined;
  /** Undefined where the file is no text. */
  readonly compare: (() => void) | undefined;
}

/** An item in the trash whose name is taken. */
export interface RestoreConflictItem {
  readonly item: {
    readonly id: number;
    readonly name: string;
    readonly isDir: boolean;
    readonly size: number | null;
  };
  /** Undefined where the user cannot see it. */
  readonly existing: Entry | undefined;
}

export interface FailedItem {
  readonly name: string;
  /** Translated. */
  readonly reason: string;
}

export type DialogSpecOf<Kind extends DialogSpec['kind']> = Extract<DialogSpec, { kind: Kind }>;

/** Props of the component of one kind of dialog. */
export interface DialogProps<Kind extends DialogSpec['kind']> {
  readonly dialog: DialogSpecOf<Kind>;
  /** Closes this dialog. Does nothing if it is already closed, so that a late response cannot close another one. */
  onClose(): void;
}
