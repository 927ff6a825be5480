import type { RootDescriptor } from '../root-descriptor.ts';
import type { Name } from '../../raw-name.ts';
import { lstatAt } from '../descriptors.ts';
import { haveOwnFilesLinks, isLinkedOwnFile } from '../own-files.ts';
import type { IncompleteWalk } from '../walks/incomplete-walk.ts';
import type { NameKind } from '../walks/read-entries.ts';
import { readEntry } from '../listing/read-entry.ts';
import { baseOf, belowFolder, hitText, hitWithEntry } from '../../replies/hit-text.ts';
import { pathBelow } from '../../../policy/walk-filter.ts';
import type { SearchTask } from '../../tree-search.ts';
import { visibilityOf, type Visibility } from '../../../policy/visibility.ts';
import type { OpenSeenFolder } from '../listing/folder-task.ts';

/** An open folder that contains hits. */
export interface HitFolder {
  readonly fd: number;
  /** Its path relative to the searched folder; '' for that one itself. */
  readonly below: string;
  /** Its entries, if they have been read. */
  readonly kinds?: FolderKinds | undefined;
}

/** Kinds of all entries of a folder, by their names. */
export type FolderKinds = ReadonlyMap<Name, NameKind>;

/** Looks up the hits of one search on the disk, and returns them as text. */
export class HitReader {
  readonly #root: RootDescriptor;
  readonly #task: SearchTask;
  readonly #visibility: Visibility;
  readonly #walk: IncompleteWalk;

  constructor(root: RootDescriptor, task: SearchTask, walk: IncompleteWalk) {
    this.#root = root;
    this.#task = task;
    this.#walk = walk;
    this.#visibility = visibilityOf(task.filter.view);
  }

  /** Returns the hit as JSON (compatibility.md 5.5); undefined if the entry is gone, cannot be examined, or is a file of the server. */
  read(folder: HitFolder, name: string): string | undefined {
    try {
      return this.#task.details ? this.#withEntry(folder, name) : this.#withoutEntry(folder, name);
    } catch (error) {
      this.#walk.skip(error);
      return undefined;
    }
  }

  #withoutEntry(folder: HitFolder, name: string): string | undefined {
    // A file of the server with a second name must not be a hit. Only a look-up finds out whether an entry is one.
    const isKnown = folder.kinds !== undefined && !haveOwnFilesLinks();
    const kind = isKnown ? folder.kinds?.get(name) : kindAt(folder.fd, name);
    return kind && hitText(this.#task, belowFolder(folder.below, name), kind === 'folder');
  }

  #withEntry(folder: HitFolder, name: string): string | undefined {
    const seen = this.#seen(folder);
    const entry = readEntry(seen, name);
    if (entry === undefined) return undefined;
    return hitWithEntry(this.#task, folder.below, entry);
  }

  /** Returns the folder as for a listing. */
  #seen({ fd, below }: HitFolder): OpenSeenFolder {
    const { path, resolvedPath, filter, sniff, shownAs } = this.#task;
    const task = {
      fd,
      root: this.#root,
      path: pathBelow(path, below),
      resolvedPath: pathBelow(resolvedPath, below),
      view: filter.view,
      sniff,
    };
    return { task, visibility: this.#visibility, base: baseOf(pathBelow(shownAs, below)) };
  }
}

function kindAt(fd: number, name: string): NameKind | undefined {
  const stats = lstatAt(fd, name);
  if (stats === undefined || isLinkedOwnFile(stats)) return undefined;
  return stats.isDirectory() ? 'folder' : 'other';
}
