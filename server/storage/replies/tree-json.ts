import type { TreePath } from '#contract/paths.ts';
import { ROOT } from '#contract/paths.ts';
import type { Task } from '../../lib/serve-tasks.ts';
import type { ListedBelow } from '../local/walks/list-tree.ts';
import { rfc3339 } from '../../lib/rfc3339.ts';

/** Maximum text per message: enough to make messages rare, few enough to be sent soon. */
const CHUNK_LENGTH = 64 * 1_024;

/**
 * Yields a walk as one JSON array (compatibility.md 3.8), in chunks. `shownAs` is the path of the folder as the user
 * sees it.
 */
export function* treeJson(
  entries: Iterable<ListedBelow | undefined>,
  shownAs: TreePath,
): Task<void> {
  const base = shownAs === ROOT ? '/' : `${shownAs}/`;
  let text = '[';
  let isFirst = true;
  for (const entry of entries) {
    if (entry) {
      text += `${isFirst ? '' : ','}${rowOf(entry, base)}`;
      isFirst = false;
    }
    if (text.length < CHUNK_LENGTH) {
      yield;
    } else {
      yield bytesOf(text);
      text = '';
    }
  }
  yield bytesOf(`${text}]`);
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
