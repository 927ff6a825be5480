import { parseTreePath, ROOT, segmentsOf, type TreePath } from '#contract/paths.ts';
import type { FolderState } from '../walks/folder-state.ts';
import { NumberList, TextList } from './growable-lists.ts';

/** Number of the served root. */
export const ROOT_FOLDER = 0;
/** Parent of a removed folder. */
const GONE = 0xffff_ffff;

/** The folders of the index. Each has a number, which is not used again, a parent, a name, and the state in which its names were read. */
export class FolderTable {
  readonly #parents = new NumberList();
  readonly #names = new TextList();
  /** Three numbers for each folder; NaN if it has to be read again. */
  #states = new Float64Array(3 * 16);
  #gone = 0;

  constructor() {
    this.add(ROOT_FOLDER, '');
  }

  /** Number of folders, including removed ones. */
  get length(): number {
    return this.#parents.length;
  }

  /** Number of removed folders. */
  get gone(): number {
    return this.#gone;
  }

  add(parent: number, name: string): number {
    const folder = this.#parents.length;
    this.#parents.push(parent);
    this.#names.push(name);
    if (this.#states.length < 3 * (folder + 1)) this.#growStates();
    this.forgetState(folder);
    return folder;
  }

  remove(folder: number): void {
    if (!this.isThere(folder)) return;
    this.#parents.set(folder, GONE);
    this.#gone += 1;
  }

  isThere(folder: number): boolean {
    return this.#parents.at(folder) !== GONE;
  }

  parentOf(folder: number): number {
    return this.#parents.at(folder);
  }

  nameOf(folder: number): string {
    return this.#names.at(folder);
  }

  /** Returns undefined for a folder that is gone, or too far down to be addressed. */
  pathOf(folder: number): TreePath | undefined {
    const names: string[] = [];
    for (let at = folder; at !== ROOT_FOLDER; at = this.#parents.at(at)) {
      if (!this.isThere(at)) return undefined;
      names.push(this.#names.at(at));
    }
    return parseTreePath(`/${names.toReversed().join('/')}`);
  }

  isUnchanged(folder: number, { modifiedMs, changedMs, inode }: FolderState): boolean {
    const at = 3 * folder;
    return (
      this.#states[at] === modifiedMs &&
      this.#states[at + 1] === changedMs &&
      this.#states[at + 2] === inode
    );
  }

  setState(folder: number, { modifiedMs, changedMs, inode }: FolderState): void {
    this.#states.set([modifiedMs, changedMs, inode], 3 * folder);
  }

  /** Marks the folder as changed. */
  forgetState(folder: number): void {
    this.#states.fill(Number.NaN, 3 * folder, 3 * folder + 3);
  }

  /** Returns a test for folders that are `folder` or below it. It remembers its answers, so it is valid until a folder is added or removed. */
  within(folder: number): (other: number) => boolean {
    if (folder === ROOT_FOLDER) return (other) => this.isThere(other);
    const known = new Uint8Array(this.length);
    known[ROOT_FOLDER] = OUT;
    known[folder] = IN;
    return (other) => this.#isWithin(known, other);
  }

  #isWithin(known: Uint8Array, folder: number): boolean {
    let top = folder;
    while (known[top] === 0 && this.isThere(top)) top = this.#parents.at(top);
    const answer = this.isThere(top) ? (known[top] ?? OUT) : OUT;
    for (let at = folder; at !== top; at = this.#parents.at(at)) known[at] = answer;
    return answer === IN;
  }

  #growStates(): void {
    const larger = new Float64Array(this.#states.length * 2);
    larger.set(this.#states);
    this.#states = larger;
  }
}

const IN = 1;
const OUT = 2;

/** The subfolders of each folder, as they were when this object was created. */
export class FolderChildren {
  readonly #table: FolderTable;
  /** The children of folder n stand at #starts[n] to #starts[n + 1]. */
  readonly #starts: Uint32Array;
  readonly #children: Uint32Array;

  constructor(table: FolderTable) {
    this.#table = table;
    const count = table.length;
    this.#starts = new Uint32Array(count + 1);
    this.#children = new Uint32Array(count);
    const eachChild = (visit: (parent: number, child: number) => void) => {
      for (let child = 1; child < count; child += 1) {
        if (table.isThere(child)) visit(table.parentOf(child), child);
      }
    };
    eachChild((parent) => {
      this.#starts[parent + 1] = (this.#starts[parent + 1] ?? 0) + 1;
    });
    for (let at = 0; at < count; at += 1) {
      this.#starts[at + 1] = (this.#starts[at + 1] ?? 0) + (this.#starts[at] ?? 0);
    }
    const next = this.#starts.slice();
    eachChild((parent, child) => {
      const at = next[parent] ?? 0;
      this.#children[at] = child;
      next[parent] = at + 1;
    });
  }

  /** Returns the numbers of the subfolders, some of which may be removed by now. */
  of(folder: number): Uint32Array {
    if (folder + 1 >= this.#starts.length) return new Uint32Array();
    return this.#children.subarray(this.#starts[folder], this.#starts[folder + 1]);
  }

  find(folder: number, name: string): number | undefined {
    return this.of(folder).find(
      (child) => this.#table.isThere(child) && this.#table.nameOf(child) === name,
    );
  }

  /** Returns the folder at a path; undefined if it is unknown. */
  at(path: TreePath): number | undefined {
    if (path === ROOT) return ROOT_FOLDER;
    let folder: number | undefined = ROOT_FOLDER;
    for (const name of segmentsOf(path)) {
      if (folder === undefined) return undefined;
      folder = this.find(folder, name);
    }
    return folder;
  }
}
