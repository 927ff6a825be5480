import type { TreePath } from '#contract/paths.ts';
import type { Logger } from '../logger.ts';

/** What has happened to the names in the served tree, through this server, after it has. All of them are places. */
export type TreeChange =
  /** A file or a folder, perhaps with much in it, has this name, new or instead of another. */
  | { readonly kind: 'appeared'; readonly place: TreePath }
  | { readonly kind: 'vanished'; readonly place: TreePath }
  /** With all that is in it. */
  | { readonly kind: 'moved'; readonly from: TreePath; readonly to: TreePath }
  /** Something somewhere below has appeared or vanished. */
  | { readonly kind: 'changed-below'; readonly place: TreePath };

export type TreeListener = (change: TreeChange) => void;

export interface TreeChanges {
  /** A listener that fails undoes nothing: it is logged, and the others are told. */
  tell(change: TreeChange): void;
  listen(listener: TreeListener): void;
}

export function createTreeChanges(logger: Pick<Logger, 'error'>): TreeChanges {
  const listeners: TreeListener[] = [];
  return {
    listen: (listener) => listeners.push(listener),
    tell(change) {
      for (const listener of listeners) {
        try {
          listener(change);
        } catch (err) {
          logger.error({ err, change }, 'a listener to changes of the tree failed');
        }
      }
    },
  };
}
