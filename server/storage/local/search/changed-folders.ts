import { parentOf, type TreePath } from '#contract/paths.ts';
import type { TreeChange } from '../../../events/tree-changes.ts';
import type { FoldersToRead } from './refresh-names.ts';

/** Above this number of folders, looking at all folders of the tree is faster. */
const MAX_FOLDERS = 200;

/** The folders that have to be read again. */
export class ChangedFolders {
  readonly #folders = new Set<TreePath>();
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

  /** Returns the folders and clears the list. */
  take(isWholeAnyway: boolean): FoldersToRead {
    const taken = { folders: [...this.#folders], isWhole: isWholeAnyway || this.#isWhole };
    this.#folders.clear();
    this.#isWhole = false;
    return taken;
  }
}
