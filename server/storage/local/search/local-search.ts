import { parentOf, ROOT, type TreePath } from '#contract/paths.ts';
import type { TreeChanges } from '../../../events/tree-changes.ts';
import type { Logger } from '../../../logger.ts';
import type { StorageDriver } from '../../driver.ts';
import { foldedTerms, mediaClassNamed } from '../../replies/query-matcher.ts';
import type { NameIndexFacts, SearchTask, TreeSearch } from '../../tree-search.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import type { LocalWalks } from '../walks/local-walks.ts';
import { LocalNameIndex } from './local-name-index.ts';
import type { NameQuestion, NameType } from './name-question.ts';

/** Services that a name index needs. Without an index, every search walks the tree. */
export interface IndexOptions {
  readonly changes: Pick<TreeChanges, 'subscribe'>;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

interface SearchedRoot {
  readonly root: RootDescriptor;
  readonly driver: Pick<StorageDriver, 'features' | 'resolve'>;
  readonly walks: Pick<LocalWalks, 'search' | 'check'>;
}

type Hits = AsyncGenerator<Uint8Array<ArrayBuffer>>;

/** Searches a local root: with the name index where it can answer, otherwise by walking. */
export class LocalSearch implements TreeSearch {
  readonly #searched: SearchedRoot;
  readonly #index: LocalNameIndex | undefined;

  constructor(searched: SearchedRoot, index: IndexOptions | undefined) {
    this.#searched = searched;
    if (index === undefined) return;
    const names = new LocalNameIndex(searched.root, index.logger);
    index.changes.subscribe((change) => names.noteChange(change));
    this.#index = names;
  }

  begin(): void {
    this.#index?.begin();
  }

  facts(): NameIndexFacts {
    return this.#index?.facts() ?? { state: 'off', names: 0, readAt: undefined };
  }

  async find(task: SearchTask, signal: AbortSignal): Promise<Hits> {
    const index = this.#index;
    if (index?.state() === 'ready' && (await this.#isInIndex(task.resolvedPath))) {
      return this.#findInIndex(index, task, signal);
    }
    return this.#searched.walks.search(task, { signal });
  }

  async close(): Promise<void> {
    await this.#index?.close();
  }

  /** The index may be outdated, so each of its names is checked. Fails at its end if the index has become incomplete. */
  async *#findInIndex(index: LocalNameIndex, task: SearchTask, signal: AbortSignal): Hits {
    for await (const candidates of index.find(questionOf(task), signal)) {
      yield* this.#searched.walks.check({ task, candidates }, { signal });
    }
    index.requireComplete();
  }

  /**
   * Returns true if the index covers a folder. The index is built without following symlinks and with the names on
   * disk, so it contains nothing behind a symlink that leads out of the root, nor a folder under a name in another
   * case.
   */
  async #isInIndex(path: TreePath): Promise<boolean> {
    const { driver, root } = this.#searched;
    if (path === ROOT) return true;
    if (!driver.features.caseSensitive) return false;
    if (!root.followExternalSymlinks) return true;
    for (let folder = path; folder !== ROOT; folder = parentOf(folder)) {
      const found = await driver.resolve(folder, ROOT);
      if (found.kind === 'missing' || found.symlink !== undefined) return false;
    }
    return true;
  }
}

/** The index ignores case. The check of its candidates compares case if the query does. */
function questionOf({ query, resolvedPath: path }: SearchTask): NameQuestion {
  return { terms: foldedTerms(query), types: query.types.map(nameTypeOf), within: path };
}

function nameTypeOf(type: string): NameType {
  const mediaClass = mediaClassNamed(type);
  if (mediaClass !== undefined) return { kind: 'class', mediaClass };
  return { kind: 'extension', extension: type };
}
