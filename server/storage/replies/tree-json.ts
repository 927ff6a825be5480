import type { TreePath } from '#contract/paths.ts';
import { ROOT } from '#contract/paths.ts';
import type { Task } from '../../lib/serve-tasks.ts';
import type { EntryFacts } from '../entry.ts';
import { rfc3339 } from '../../lib/rfc3339.ts';

/** An entry below the start of a walk. */
export interface ListedBelow {
  readonly name: string;
  /** Path below the start. */
  readonly below: string;
  readonly facts: EntryFacts;
}

/** Maximum text per message: enough to make messages rare, few enough to be sent soon. */
const CHUNK_LENGTH = 64 * 1_024;

/**
 * Yields the entries of a walk as one JSON array (compatibility.md 3.8), in chunks. `shownAs` is the path of its start as the user
 * sees it. Yields undefined between chunks, so that the thread can pause.
 */
export function* treeJson(
  entries: Iterable<ListedBelow | undefined>,
  shownAs: TreePath,
): Task<void> {
  const writer = new TreeJsonWriter(shownAs);
  for (const entry of entries) yield entry && writer.add(entry);
  yield writer.finish();
}

/** Collects the entries of a walk as one JSON array, which it returns in chunks. */
export class TreeJsonWriter {
  readonly #base: string;
  #text = '[';
  #isFirst = true;

  constructor(shownAs: TreePath) {
    this.#base = shownAs === ROOT ? '/' : `${shownAs}/`;
  }

  /** Returns a chunk once there is enough for one. */
  add(entry: ListedBelow): Uint8Array<ArrayBuffer> | undefined {
    this.#text += `${this.#isFirst ? '' : ','}${rowOf(entry, this.#base)}`;
    this.#isFirst = false;
    if (this.#text.length < CHUNK_LENGTH) return undefined;
    const bytes = bytesOf(this.#text);
    this.#text = '';
    return bytes;
  }

  finish(): Uint8Array<ArrayBuffer> {
    return bytesOf(`${this.#text}]`);
  }
}

function rowOf({ name, below, facts }: ListedBelow, base: string): string {
  const { size, modifiedNs, kind } = facts;
  return (
    `{"path":${JSON.stringify(base + below)},"name":${JSON.stringify(name)},"size":${size},` +
    `"modified":"${rfc3339(modifiedNs)}","isDir":${kind === 'folder'}}`
  );
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
