import { createStore } from 'zustand/vanilla';

const SHOWN_MS = 4_000;
const MOST_AT_ONCE = 10;

export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'info' | 'error';
  readonly text: string;
}

export interface Toasts {
  /** The newest is last. */
  readonly shown: readonly Toast[];
  /** Goes by itself after four seconds, but an error stays until it is dismissed. */
  show(kind: Toast['kind'], text: string): void;
  dismiss(id: number): void;
}

export const createToasts = () => {
  let lastId = 0;
  return createStore<Toasts>((set, get) => ({
    shown: [],
    show: (kind, text) => {
      const toast = { id: ++lastId, kind, text };
      set(({ shown }) => ({ shown: [...shown, toast].slice(-MOST_AT_ONCE) }));
      if (kind !== 'error') setTimeout(() => get().dismiss(toast.id), SHOWN_MS);
    },
    dismiss: (id) => set(({ shown }) => ({ shown: shown.filter((toast) => toast.id !== id) })),
  }));
};

export const toasts = createToasts();
