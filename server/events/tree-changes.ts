import type { TreePath } from '#contract/paths.ts';
import type { Logger } from '../logger.ts';

/** A change of names in the served tree that this server has made. Announced after the change; all paths are without symlinks. */
export type TreeChange =
  /** A new or replaced file, or a folder with everything in it. */
  | { readonly kind: 'appeared'; readonly path: TreePath }
  | { readonly kind: 'vanished'; readonly path: TreePath }
  /** An entry, with everything in it. */
  | { readonly kind: 'moved'; readonly from: TreePath; readonly to: TreePath }
  /** Entries anywhere below have appeared or vanished. */
  | { readonly kind: 'changed-below'; readonly path: TreePath };

/** `userId`: the user who has made the change, if it is known. */
export type TreeListener = (change: TreeChange, userId?: number) => void;

export interface TreeChanges {
  /** Calls all listeners. A listener that throws is logged and does not keep the others from being called. */
  announce(change: TreeChange, userId?: number): void;
  subscribe(listener: TreeListener): void;
}

export function createTreeChanges(logger: Pick<Logger, 'error'>): TreeChanges {
  const listeners: TreeListener[] = [];
  return {
    subscribe: (listener) => listeners.push(listener),
    announce(change, userId) {
      for (const listener of listeners) {
        try {
          listener(change, userId);
        } catch (err) {
          logger.error({ err, change }, 'a listener to changes of the tree failed');
        }
      }
    },
  };
}
