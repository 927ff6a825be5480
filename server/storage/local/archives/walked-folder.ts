import { ROOT, type TreePath } from '#contract/paths.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import type { Name } from '../../raw-name.ts';
import { closeContents, openListedFolderAt, openListedFolder } from '../read-contents.ts';

/** A folder that the walk for an archive has reached. */
export interface WalkedFolder {
  /** The requested and the resolved path, both from the server's root. */
  readonly path: TreePath;
  readonly resolvedPath: TreePath;
  /** Prefix of the names of its entries in the archive: '' or a path that ends with a slash. */
  readonly prefix: string;
  /** Identity of the folder; '' if it was not examined. */
  readonly identity: string;
  /** The folder from which the walk entered this one. */
  readonly above: WalkedFolder | undefined;
  /** Its name in the folder above; undefined if a symlink led to it. */
  readonly leaf: Name | undefined;
  /** False below a name that is not UTF-8: `resolvedPath` then has replacement characters and cannot be opened. */
  readonly isExact: boolean;
}

/** Maximum number of open descriptors, enough for a walk of any depth. */
const MAX_OPEN = 24;

/** Keeps descriptors of the most recently used folders open. */
export class OpenFolders {
  readonly #root: RootDescriptor;
  readonly #open = new Map<WalkedFolder, number>();

  constructor(root: RootDescriptor) {
    this.#root = root;
  }

  /**
   * Returns a descriptor that is valid until the next call. Throws errors of the file system, and for a symlink that
   * has appeared in the path.
   */
  get(folder: WalkedFolder): number {
    const known = this.#open.get(folder);
    if (known !== undefined) {
      this.#open.delete(folder);
      this.#open.set(folder, known);
      return known;
    }
    const fd = this.#reach(folder);
    this.#open.set(folder, fd);
    if (this.#open.size > MAX_OPEN) this.#closeOldest();
    return fd;
  }

  close(): void {
    for (const fd of this.#open.values()) closeContents(fd);
    this.#open.clear();
  }

  /** Opens a folder: from the folder above if that is open or if its path is not exact, otherwise by its path. */
  #reach({ above, leaf, resolvedPath: path, identity, isExact }: WalkedFolder): number {
    const isNear = above !== undefined && leaf !== undefined;
    if (isNear && (!isExact || this.#open.has(above))) {
      return openListedFolderAt(this.get(above), leaf);
    }
    return openListedFolder(this.#root, path, identity);
  }

  #closeOldest(): void {
    for (const [folder, fd] of this.#open) {
      this.#open.delete(folder);
      closeContents(fd);
      return;
    }
  }
}

/** Returns the folder at a path, at which a walk begins. */
export function folderAt(
  facts: Pick<WalkedFolder, 'path' | 'resolvedPath' | 'identity'> & Partial<WalkedFolder>,
): WalkedFolder {
  return { prefix: '', above: undefined, leaf: undefined, isExact: true, ...facts };
}

export function pathBelow(folder: TreePath, name: string): string {
  return folder === ROOT ? `/${name}` : `${folder}/${name}`;
}
