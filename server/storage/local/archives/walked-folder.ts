import { ROOT, type TreePath } from '#contract/paths.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import type { Name } from '../descriptors.ts';
import { closeContents, openListedFolderAt, openListedPlace } from '../read-contents.ts';

/** A folder that a walk has come to. */
export interface WalkedFolder {
  /** Where it was asked for, and where it really lies, both from the server's root. */
  readonly path: TreePath;
  readonly place: TreePath;
  /** What stands before the names of its entries in the archive: '' or ends in a slash. */
  readonly prefix: string;
  /** Tells it from all other folders; '' where nobody has looked. */
  readonly identity: string;
  /** The folder through which the walk has come here. */
  readonly above: WalkedFolder | undefined;
  /** Its name in the folder above; undefined where a link led to it. */
  readonly leaf: Name | undefined;
  /** Whether `place` tells it exactly: not where a name on the way is not UTF-8. */
  readonly isExact: boolean;
}

/** Descriptors kept open at a time; a walk of any depth needs no more. */
const MOST_OPEN = 24;

/** Descriptors of the folders used last. */
export class OpenFolders {
  readonly #root: RootDescriptor;
  readonly #open = new Map<WalkedFolder, number>();

  constructor(root: RootDescriptor) {
    this.#root = root;
  }

  /** Good until the next call. Throws what the file system throws, and where a link has appeared on the way. */
  get(folder: WalkedFolder): number {
    const known = this.#open.get(folder);
    if (known !== undefined) {
      this.#open.delete(folder);
      this.#open.set(folder, known);
      return known;
    }
    const fd = this.#reach(folder);
    this.#open.set(folder, fd);
    if (this.#open.size > MOST_OPEN) this.#closeOldest();
    return fd;
  }

  close(): void {
    for (const fd of this.#open.values()) closeContents(fd);
    this.#open.clear();
  }

  #reach({ above, leaf, place, identity, isExact }: WalkedFolder): number {
    const isNear = above !== undefined && leaf !== undefined;
    if (isNear && (!isExact || this.#open.has(above))) {
      return openListedFolderAt(this.get(above), leaf);
    }
    return openListedPlace(this.#root, place, identity);
  }

  #closeOldest(): void {
    for (const [folder, fd] of this.#open) {
      this.#open.delete(folder);
      closeContents(fd);
      return;
    }
  }
}

/** A folder by its place, for a walk to begin at. */
export function folderAt(
  facts: Pick<WalkedFolder, 'path' | 'place' | 'identity'> & Partial<WalkedFolder>,
): WalkedFolder {
  return { prefix: '', above: undefined, leaf: undefined, isExact: true, ...facts };
}

export function pathBelow(folder: TreePath, name: string): string {
  return folder === ROOT ? `/${name}` : `${folder}/${name}`;
}
