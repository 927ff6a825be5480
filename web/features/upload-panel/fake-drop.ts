import { vi } from 'vitest';

/** A tree to drop: text is a file, an object a folder, undefined an unreadable file. */
export interface DroppedTree {
  readonly [name: string]: string | undefined | DroppedTree;
}

/** Creates file system entries of a dropped tree. For tests. */
export function entriesOf(tree: DroppedTree, batchSize = 100): FileSystemEntry[] {
  return Object.entries(tree).map(([name, content]) =>
    typeof content === 'object'
      ? folderEntry(name, entriesOf(content, batchSize), batchSize)
      : fileEntry(name, content),
  );
}

/** Creates data of a drop, which expires afterwards as in browsers. */
export function dropDataOf(tree: DroppedTree): DataTransfer {
  let entries: FileSystemEntry[] | undefined = entriesOf(tree);
  queueMicrotask(() => {
    entries = undefined;
  });
  const items = Object.keys(tree).map((_, index) => ({
    kind: 'file',
    webkitGetAsEntry: () => entries?.[index] ?? null,
  }));
  // Contains only the fields that the code reads.
  return { types: ['Files'], items, files: [], dropEffect: 'none' } as unknown as DataTransfer;
}

export function fireDrag(
  type: 'dragover' | 'dragleave' | 'drop',
  data: DataTransfer,
  target: EventTarget = window,
): Event {
  const event = new Event(type, { cancelable: true, bubbles: true });
  Object.defineProperty(event, 'dataTransfer', { value: data });
  target.dispatchEvent(event);
  return event;
}

function fileEntry(name: string, text: string | undefined): FileSystemEntry {
  const file: FileSystemFileEntry['file'] = (found, failed) =>
    text === undefined ? failed?.(new DOMException('gone')) : found(new File([text], name));
  return { isFile: true, isDirectory: false, name, file } as unknown as FileSystemFileEntry;
}

function folderEntry(
  name: string,
  entries: readonly FileSystemEntry[],
  batchSize: number,
): FileSystemEntry {
  const createReader = () => {
    let at = 0;
    const readEntries = vi.fn((found: (entries: FileSystemEntry[]) => void) => {
      found(entries.slice(at, (at += batchSize)));
    });
    return { readEntries };
  };
  const entry = { isFile: false, isDirectory: true, name, createReader };
  return entry as unknown as FileSystemDirectoryEntry;
}
