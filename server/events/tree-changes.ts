import type { TreePath } from '#contract/paths.ts';
import type { Logger } from '../logger.ts';

/** A change of names in the served tree by a server. Announced after the change; all paths are without symlinks. */
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
  /** Calls all listeners of `subscribe`, for a change that another server has made. */
  receive(change: TreeChange): void;
  /** Subscribes to the changes of all servers. */
  subscribe(listener: TreeListener): void;
  /** Subscribes to the changes of this server only. */
  subscribeOwn(listener: TreeListener): void;
}

export function createTreeChanges(logger: Pick<Logger, 'error'>): TreeChanges {
  const listeners: TreeListener[] = [];
  const listenersToOwn: TreeListener[] = [];
  const call = (called: readonly TreeListener[], change: TreeChange, userId?: number): void => {
    for (const listener of called) {
      try {
        listener(change, userId);
      } catch (err) {
        logger.error({ err, change }, 'a listener to changes of the tree failed');
      }
    }
  };
  return {
    subscribe: (listener) => listeners.push(listener),
    subscribeOwn: (listener) => listenersToOwn.push(listener),
    announce(change, userId) {
      call(listeners, change, userId);
      call(listenersToOwn, change, userId);
    },
    receive: (change) => call(listeners, change),
  };
}
