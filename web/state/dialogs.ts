import type { Entry } from '#contract/files.ts';
import type { TreePath } from '#contract/paths.ts';
import type { Share } from '#contract/shares.ts';
import type { ListedUser } from '#contract/users.ts';
import { createStore } from 'zustand/vanilla';
import type { Work } from '../lib/guard-leaving.ts';
import type { TransferConflict, TransferRequest } from './transfer-plan.ts';
import type { ConflictChoice, UploadChoice, UploadConflict } from './upload-conflicts.ts';

/**
 * Every kind of dialog with the data it needs. `app/dialog-table.ts` maps each kind to its component, which is
 * loaded on first use.
 */
export type DialogSpec =
  | { readonly kind: 'help' }
  | {
      readonly kind: 'new-folder';
      /** The path of the folder to make it in. */
      readonly folder: string;
    }
  | { readonly kind: 'new-file'; readonly folder: string }
  | { readonly kind: 'rename'; readonly folder: string; readonly entry: Entry }
  | { readonly kind: 'delete'; readonly folder: string; readonly entries: readonly Entry[] }
  | { readonly kind: 'info'; readonly entries: readonly Entry[] }
  | {
      readonly kind: 'download';
      /** The path of the folder that they all lie in, at whatever depth; a single entry may be that folder itself. */
      readonly folder: string;
      readonly entries: readonly Entry[];
    }
  | {
      /** The links to an item, and making one. */
      readonly kind: 'share';
      /** Its path is '' for the home. */
      readonly item: Entry;
    }
  | {
      /** What visitors have done with a link. */
      readonly kind: 'share-uses';
      readonly share: Share;
    }
  | { readonly kind: 'share-delete'; readonly share: Share }
  | {
      /** What an operation could not do, after the rest of it is done. */
      readonly kind: 'failures';
      readonly title: string;
      readonly failures: readonly FailedItem[];
    }
  | {
      /** Asks for the folder to copy or move entries to. */
      readonly kind: 'transfer';
      readonly operation: TransferRequest['kind'];
      /** The path of the folder that they all lie in, at whatever depth: where the choice begins. */
      readonly folder: string;
      readonly entries: readonly Entry[];
      /** Goes on with the path of a folder, '' for the home; closing the dialog instead does nothing. */
      choose(to: string): void;
    }
  | {
      readonly kind: 'transfer-conflicts';
      readonly operation: TransferRequest['kind'];
      /** The path of the folder in which the names are taken. */
      readonly to: string;
      readonly conflicts: readonly TransferConflict[];
      readonly mayReplace: boolean;
      /** Goes on; closing the dialog instead leaves these entries where they are. */
      settle(choices: ReadonlyMap<string, ConflictChoice>): void;
    }
  | {
      /** Asks what to upload; dropping something instead closes it. */
      readonly kind: 'upload';
      /** The path of the folder to upload into. */
      readonly folder: string;
      pick(what: 'files' | 'folder'): void;
    }
  | {
      readonly kind: 'upload-conflicts';
      readonly folder: TreePath;
      readonly conflicts: readonly UploadConflict[];
      readonly mayReplace: boolean;
      /** Goes on with the upload, by name; closing the dialog instead sends nothing. */
      settle(choices: ReadonlyMap<string, UploadChoice>): void;
    }
  | { readonly kind: 'abort-uploads'; abort(): void }
  | {
      /** Asks what becomes of a text that is not saved, before its editor is left. */
      readonly kind: 'discard-editor-changes';
      readonly name: string;
      save(): void;
      discard(): void;
      /** Closing the dialog means this, too. */
      stay(): void;
    }
  | {
      /** Asks before a form with changes is left. */
      readonly kind: 'discard-changes';
      discard(): void;
      /** Closing the dialog means this, too. */
      stay(): void;
    }
  | {
      /** Says what becomes of what is under way, before the page is loaded anew. */
      readonly kind: 'reload';
      readonly works: readonly Work[];
      /** Closing the dialog means this, too. */
      stay(): void;
    }
  | { readonly kind: 'end-other-sessions' }
  | {
      /** Asks before a user is deleted. */
      readonly kind: 'user-delete';
      readonly user: ListedUser;
      /** They are. */
      deleted(): void;
    }
  | {
      /** Saving met a newer version of the file. */
      readonly kind: 'save-conflict';
      readonly name: string;
      overwrite(): void;
      /** Shows what is there now instead. Without these two, it is no text any more. */
      reload: (() => void) | undefined;
      compare: (() => void) | undefined;
    }
  | {
      /** The file of a text has gone meanwhile. */
      readonly kind: 'save-anew';
      readonly name: string;
      /** Undefined for those who may not make files. */
      create: (() => void) | undefined;
    }
  | {
      /** The encoding of a text lacks one of its characters. */
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

export interface FailedItem {
  readonly name: string;
  /** Translated. */
  readonly reason: string;
}

export type DialogSpecOf<Kind extends DialogSpec['kind']> = Extract<DialogSpec, { kind: Kind }>;

/** Props of the component of one kind of dialog. */
export interface DialogProps<Kind extends DialogSpec['kind']> {
  readonly dialog: DialogSpecOf<Kind>;
  /** Closes this dialog. Does nothing when it is closed already, so that a late reply cannot close another one. */
  onClose(): void;
}

export interface OpenDialog {
  readonly id: number;
  readonly dialog: DialogSpec;
}

/** Closes the dialog that it was returned for, and no other. */
export interface DialogHandle {
  readonly id: number;
  close(): void;
}

export interface Dialogs {
  /** Open dialogs, the topmost last. The ones below stay mounted and keep what was typed. */
  readonly stack: readonly OpenDialog[];
  /** Results and questions that arrived while a dialog was open. They open once the stack is empty, the oldest first. */
  readonly waiting: readonly OpenDialog[];
  /** Opens a dialog that the user has asked for, above those that are open. */
  open(dialog: DialogSpec): DialogHandle;
  /** Opens a dialog that the user has not just asked for: never above another one, but after it. */
  openWhenFree(dialog: DialogSpec): DialogHandle;
  close(id: number): void;
  /** Closes the open dialogs of one kind. */
  closeKind(kind: DialogSpec['kind']): void;
  /** Closes everything, and drops what waits. */
  closeAll(): void;
  /** Closes the dialogs of a page that the user has left. Results and waiting dialogs belong to no page and stay. */
  closeForDeparture(): void;
}

type Stacks = Pick<Dialogs, 'stack' | 'waiting'>;

export const createDialogs = () => {
  let lastId = 0;
  return createStore<Dialogs>((set, get) => {
    const handleOf = (id: number): DialogHandle => ({ id, close: () => get().close(id) });
    const closeWhere = (isClosed: (dialog: OpenDialog) => boolean) =>
      set(({ stack, waiting }) => {
        const left = stack.filter((one) => !isClosed(one));
        return left.length === stack.length ? {} : withNext({ stack: left, waiting });
      });
    return {
      stack: [],
      waiting: [],
      open: (dialog) => {
        const opened = { id: ++lastId, dialog };
        set(({ stack }) => ({ stack: [...stack, opened] }));
        return handleOf(opened.id);
      },
      openWhenFree: (dialog) => {
        const opened = { id: ++lastId, dialog };
        set(({ stack, waiting }) => withNext({ stack, waiting: [...waiting, opened] }));
        return handleOf(opened.id);
      },
      close: (id) => {
        set(({ waiting }) => ({ waiting: waiting.filter((one) => one.id !== id) }));
        closeWhere((one) => one.id === id);
      },
      closeKind: (kind) => closeWhere(({ dialog }) => dialog.kind === kind),
      closeAll: () => set({ stack: [], waiting: [] }),
      closeForDeparture: () => closeWhere(({ dialog }) => dialog.kind !== 'failures'),
    };
  });
};

/** Opens the next waiting dialog when none is open. */
function withNext({ stack, waiting }: Stacks): Stacks {
  const [next, ...others] = waiting;
  return stack.length > 0 || !next ? { stack, waiting } : { stack: [next], waiting: others };
}

export const dialogs = createDialogs();
