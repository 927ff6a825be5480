import { createStore } from 'zustand/vanilla';
import type { DialogSpec } from './dialog-spec.ts';

export interface OpenDialog {
  readonly id: number;
  readonly dialog: DialogSpec;
}

/** Closes exactly this dialog. */
export interface DialogHandle {
  readonly id: number;
  close(): void;
}

export interface Dialogs {
  /** Open dialogs, the topmost last. Covered dialogs stay mounted and keep their input. */
  readonly stack: readonly OpenDialog[];
  /** Results and questions that arrived while a dialog was open. They open in order once the stack is empty. */
  readonly waiting: readonly OpenDialog[];
  /** Opens a dialog that the user requested, above all open ones. */
  open(dialog: DialogSpec): DialogHandle;
  /** Opens a dialog that the user has not just requested, after all open ones are closed. */
  openWhenFree(dialog: DialogSpec): DialogHandle;
  close(id: number): void;
  /** Closes the open dialogs of one kind. */
  closeKind(kind: DialogSpec['kind']): void;
  /** Closes all dialogs and drops the waiting ones. */
  closeAll(): void;
  /** Closes the dialogs of a page that the user has left. Results, the question before a reload and waiting dialogs stay. */
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
      closeForDeparture: () => closeWhere(({ dialog }) => !staysAfterDeparture(dialog)),
    };
  });
};

/** Returns true for dialogs that do not belong to the page, and for those with a result that the user must see even after leaving it. */
function staysAfterDeparture(dialog: DialogSpec): boolean {
  if (dialog.kind === 'invitation') return dialog.invitation !== undefined;
  return dialog.kind === 'failures' || dialog.kind === 'reload';
}

/** Opens the next waiting dialog if none is open. */
function withNext({ stack, waiting }: Stacks): Stacks {
  const [next, ...others] = waiting;
  return stack.length > 0 || !next ? { stack, waiting } : { stack: [next], waiting: others };
}

export const dialogs = createDialogs();
