import { parentOf, type TreePath } from '#contract/paths.ts';
import type { TreeChange } from '../../../events/tree-changes.ts';
import type { FoldersToRead } from './refresh-names.ts';

/** Number of folders above which it is faster to compare all folders of the tree with the index. */
const MAX_FOLDERS = 200;

/** Collects the folders whose names have changed and have to be read again. */
export class ChangedFolders {
  readonly #folders = new Set<TreePath>();
  /** True if all folders have to be compared with the index. */
  #isWhole = false;

  get isEmpty(): boolean {
    return this.#folders.size === 0 && !this.#isWhole;
  }

  note(change: TreeChange): void {
    switch (change.kind) {
      case 'appeared':
      case 'vanished':
        this.#folders.add(parentOf(change.path));
        break;
      case 'moved':
        this.#folders.add(parentOf(change.from)).add(parentOf(change.to));
        break;
      case 'changed-below':
        this.#isWhole = true;
    }
    if (this.#folders.size <= MAX_FOLDERS) return;
    this.#folders.clear();
    this.#isWhole = true;
  }

  /** Returns the folders and clears the list. `isWholeAnyway`: all folders are to be compared, whatever has changed. */
  take(isWholeAnyway: boolean): FoldersToRead {
    const taken = { folders: [...this.#folders], isWhole: isWholeAnyway || this.#isWhole };
    this.#folders.clear();
    this.#isWhole = false;
    return taken;
  }
}
