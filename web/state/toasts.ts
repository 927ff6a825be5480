import { createStore } from 'zustand/vanilla';

/** Time for which a toast is shown, in milliseconds. */
const SHOWN_MS = 4_000;
/** Time for which a toast with actions is shown, so that its button can be reached with the keyboard. Milliseconds. */
const SHOWN_WITH_ACTION_MS = 10_000;
/** Maximum number of toasts that disappear by themselves; those that stay are not counted. */
const MAX_AT_ONCE = 10;

export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'info' | 'notice' | 'warning' | 'error';
  readonly text: string;
  /** Actions that relate to the message, such as opening a folder. */
  readonly actions: readonly ToastAction[];
}

export interface ToastAction {
  readonly label: string;
  /** Keys of the actions that the button undoes. The toast is dismissed when they have been undone in another way. */
  readonly undoes?: readonly string[];
  run(): void;
}

export interface Toasts {
  /** Newest last. */
  readonly shown: readonly Toast[];
  /**
   * Shows a toast for four seconds, or ten with actions; a notice, a warning or an error stays until it is dismissed.
   * Returns its id.
   */
  show(kind: Toast['kind'], text: string, ...actions: (ToastAction | undefined)[]): number;
  dismiss(id: number): void;
  /** Dismisses the toasts with actions. Call it when the user changes, who must not do them for another. */
  dismissActions(): void;
  /** Pauses the timers while the pointer or the focus is on a toast. */
  pause(): void;
  /** Restarts the timers. */
  resume(): void;
}

export const createToasts = () => {
  let lastId = 0;
  let isPaused = false;
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const startClock = ({ id, kind, actions }: Toast) => {
    if (staysShown(kind)) return;
    const duration = actions.length > 0 ? SHOWN_WITH_ACTION_MS : SHOWN_MS;
    timers.set(
      id,
      setTimeout(() => store.getState().dismiss(id), duration),
    );
  };
  const store = createStore<Toasts>((set, get) => ({
    shown: [],
    show: (kind, text, ...wanted) => {
      const actions = wanted.filter((action) => action !== undefined);
      const toast = { id: ++lastId, kind, text, actions };
      set(({ shown }) => ({ shown: withoutOldest([...shown, toast]) }));
      if (!isPaused) startClock(toast);
      return toast.id;
    },
    dismiss: (id) => {
      clearTimeout(timers.get(id));
      timers.delete(id);
      set(({ shown }) => ({ shown: shown.filter((toast) => toast.id !== id) }));
    },
    dismissActions: () => {
      for (const { id, actions } of get().shown) if (actions.length > 0) get().dismiss(id);
    },
    pause: () => {
      isPaused = true;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
    resume: () => {
      if (!isPaused) return;
      isPaused = false;
      for (const toast of get().shown) startClock(toast);
    },
  }));
  return store;
};

/** Drops the oldest toasts beyond the limit, except those that must be dismissed. */
function withoutOldest(shown: readonly Toast[]): readonly Toast[] {
  const brief = shown.filter(({ kind }) => !staysShown(kind));
  const dropped = new Set(brief.slice(0, Math.max(0, brief.length - MAX_AT_ONCE)));
  return dropped.size === 0 ? shown : shown.filter((toast) => !dropped.has(toast));
}

/** Returns true for kinds that stay until they are dismissed. */
function staysShown(kind: Toast['kind']): boolean {
  return kind === 'notice' || isWorthCopying(kind);
}

/** Returns true for a kind that users may want to report. */
export function isWorthCopying(kind: Toast['kind']): boolean {
  return kind === 'error' || kind === 'warning';
}

export const toasts = createToasts();
