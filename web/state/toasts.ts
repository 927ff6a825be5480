import { createStore } from 'zustand/vanilla';

const SHOWN_MS = 4_000;
const MOST_AT_ONCE = 10;

export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'info' | 'notice' | 'warning' | 'error';
  readonly text: string;
  /** What can be done about the news, such as showing the place it speaks of. */
  readonly action: ToastAction | undefined;
}

export interface ToastAction {
  readonly label: string;
  run(): void;
}

export interface Toasts {
  /** The newest is last. */
  readonly shown: readonly Toast[];
  /** Goes by itself after four seconds, but a notice, a warning or an error stays until it is dismissed, by its id. */
  show(kind: Toast['kind'], text: string, action?: ToastAction): number;
  dismiss(id: number): void;
}

export const createToasts = () => {
  let lastId = 0;
  return createStore<Toasts>((set, get) => ({
    shown: [],
    show: (kind, text, action) => {
      const toast = { id: ++lastId, kind, text, action };
      set(({ shown }) => ({ shown: [...shown, toast].slice(-MOST_AT_ONCE) }));
      if (!staysShown(kind)) setTimeout(() => get().dismiss(toast.id), SHOWN_MS);
      return toast.id;
    },
    dismiss: (id) => set(({ shown }) => ({ shown: shown.filter((toast) => toast.id !== id) })),
  }));
};

/** It must not be missed. */
function staysShown(kind: Toast['kind']): boolean {
  return kind === 'notice' || isWorthCopying(kind);
}

/** Somebody else may have to be told of it. */
export function isWorthCopying(kind: Toast['kind']): boolean {
  return kind === 'error' || kind === 'warning';
}

export const toasts = createToasts();
