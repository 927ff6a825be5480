import { isTemporaryName } from '#contract/temporary-names.ts';
import { entriesNamed, entryById, type StoredEntry } from '../../metadata/stored-entries.ts';
import { compileWalkFilter } from '../../policy/walk-filter.ts';
import { belowFolder, hitText, hitWithEntry } from '../replies/hit-text.ts';
import { HitWriter } from '../replies/hit-writer.ts';
import { foldedTerms, nameMatcher } from '../replies/query-matcher.ts';
import type { NameIndexFacts, SearchTask, TreeSearch } from '../tree-search.ts';
import { listingsReadHeads, readRow } from './stored-rows.ts';
import { folderAt, type StoredTree } from './stored-tree.ts';
import { WalkRun } from './walk-run.ts';

/** Number of names that one query examines, which takes a few milliseconds. */
const NAMES_AT_ONCE = 5_000;

type Hits = AsyncGenerator<Uint8Array<ArrayBuffer>>;

/** Searches the names in the database, some thousands at a time. Needs no index of names in memory. */
export class ManagedSearch implements TreeSearch {
  readonly #tree: StoredTree;

  constructor(tree: StoredTree) {
    this.#tree = tree;
  }

  begin(): void {
    // The names are in the database already.
  }

  facts(): NameIndexFacts {
    return { state: 'off', names: 0, readAt: undefined };
  }

  async find(task: SearchTask, signal: AbortSignal): Promise<Hits> {
    const start = await folderAt(this.#tree.db.read, task.resolvedPath);
    return this.#hits(task, start, new WalkRun({ signal }));
  }

  async *#hits(task: SearchTask, start: StoredEntry, run: WalkRun): Hits {
    const { read } = this.#tree.db;
    const writer = new HitWriter(task.form);
    const folders = new VisibleFolders(this.#tree, start.id, task);
    if (!folders.isVisible('')) return;
    const terms = foldedTerms(task.query);
    const matches = nameMatcher(task.query);
    let last: number | undefined = 0;
    do {
      await run.step();
      const names: Awaited<ReturnType<typeof entriesNamed>> = await entriesNamed(read, terms, {
        after: last,
        most: NAMES_AT_ONCE,
      });
      for (const entry of names.found) {
        await run.step();
        const hit = matches(entry.name) ? await this.#hit(task, folders, entry) : undefined;
        if (hit !== undefined) writer.write(hit);
        const due = writer.due();
        if (due !== undefined) yield due;
      }
      last = names.last;
    } while (last !== undefined);
    const rest = writer.rest();
    if (rest !== undefined) yield rest;
  }

  async #hit(
    task: SearchTask,
    folders: VisibleFolders,
    entry: StoredEntry,
  ): Promise<string | undefined> {
    if (entry.parent === null) return undefined;
    const folder = await folders.pathOf(entry.parent);
    if (folder === undefined || !folders.isVisible(belowFolder(folder, entry.name)))
      return undefined;
    if (!task.details) return hitText(task, belowFolder(folder, entry.name), entry.isFolder);
    const { blobs } = this.#tree;
    const row = await readRow(blobs, entry, listingsReadHeads(blobs, task.sniff));
    return hitWithEntry(task, folder, row);
  }
}

/** Finds the paths of visible folders below the searched one, and remembers them. */
class VisibleFolders {
  readonly isVisible: (below: string) => boolean;
  readonly #tree: StoredTree;
  readonly #paths = new Map<number, string | undefined>();

  constructor(tree: StoredTree, start: number, { filter }: SearchTask) {
    this.#tree = tree;
    this.isVisible = compileWalkFilter(filter) ?? (() => true);
    this.#paths.set(start, '');
  }

  /** Returns the path below the searched folder; undefined for a folder that is elsewhere or not visible. */
  async pathOf(id: number): Promise<string | undefined> {
    if (this.#paths.has(id)) return this.#paths.get(id);
    const path = await this.#find(id);
    this.#paths.set(id, path);
    return path;
  }

  async #find(id: number): Promise<string | undefined> {
    const folder = await entryById(this.#tree.db.read, id);
    if (folder === undefined || folder.parent === null || isTemporaryName(folder.name)) {
      return undefined;
    }
    const above = await this.pathOf(folder.parent);
    if (above === undefined) return undefined;
    const path = belowFolder(above, folder.name);
    return this.isVisible(path) ? path : undefined;
  }
}
