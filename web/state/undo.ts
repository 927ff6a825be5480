import type { TFunction } from 'i18next';
import { pageConfig } from '../api/page-config.ts';
import { session } from './session.ts';
import type { ToastAction } from './toasts.ts';

/** Actions to undo: the last one of the user, an operation in the history and what belongs to it, or actions by their keys. */
export type UndoTarget =
  | { readonly what: 'last' }
  | { readonly what: 'entry'; readonly id: number }
  | { readonly what: 'actions'; readonly groups: readonly string[] };

type Handler = (target: UndoTarget) => void;

let handler: Handler | undefined;
/** Requests from before the handler was loaded. */
const waiting: UndoTarget[] = [];
let loadHandler: (() => void) | undefined;

/** Calls `load` when something is to be undone and no handler is registered yet, until the returned function is called. */
export function loadUndoOnDemand(load: () => void): () => void {
  loadHandler = load;
  return () => {
    loadHandler = undefined;
  };
}

/** Registers the function that undoes actions, until the returned function is called. */
export function handleUndo(handle: Handler): () => void {
  handler = handle;
  for (const target of waiting.splice(0)) handle(target);
  return () => {
    if (handler === handle) handler = undefined;
  };
}

/** Undoes actions, after their handler has been loaded. */
export function requestUndo(target: UndoTarget): void {
  if (handler) return handler(target);
  waiting.push(target);
  loadHandler?.();
}

const listeners = new Set<() => void>();

/** Calls `listener` after each undo and each restoration from the trash, also one that failed. Returns a function that removes it. */
export function onUndoEnded(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Calls the listeners of `onUndoEnded`. */
export function announceUndoEnd(): void {
  for (const listener of listeners) listener();
}

/** Drops the requests that wait for the handler. Returns true if there were any. */
export function forgetUndo(): boolean {
  return waiting.splice(0).length > 0;
}

// The session may end in another tab, too. Another user must not undo what was requested before.
session.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id) forgetUndo();
});

/** Method of an undo: moving added items into the trash, or moving items back. It decides the permission that an undo needs. */
export type UndoneBy = 'trashing' | 'moving';

/** Returns true if the user may undo an action; the server decides in the end. */
export function mayUndo(undoneBy: UndoneBy): boolean {
  const { perm } = session.getState().user ?? {};
  if (undoneBy === 'moving') return perm?.rename ?? false;
  return pageConfig().Trash && (perm?.delete ?? false);
}

/**
 * Returns the button "Undo" of a message about an action; undefined where the user may not undo it. `groups` are keys of
 * actions in the history.
 */
export function undoButton(
  t: TFunction,
  undoneBy: UndoneBy,
  groups: readonly string[],
): ToastAction | undefined {
  if (groups.length === 0 || !mayUndo(undoneBy)) return undefined;
  return {
    label: t('trash.undo'),
    undoes: groups,
    run: () => requestUndo({ what: 'actions', groups }),
  };
}
