import type { PickedItem } from '../../state/upload-plan.ts';

/** Whether a drag carries files from outside the page. */
export function carriesFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false;
}

/**
 * What was dropped, folders with everything in them, empty ones too. Must be called while the drop is being
 * handled: a moment later the browser has emptied it.
 */
export function readDrop(data: DataTransfer): Promise<PickedItem[]> {
  const items = Array.from(data.items).filter(({ kind }) => kind === 'file');
  const entries = items.flatMap((item) => item.webkitGetAsEntry() ?? []);
  // Without entries there are no folders to be had either.
  const files = entries.length > 0 ? [] : Array.from(data.files);
  return entries.length > 0
    ? readAll(entries)
    : Promise.resolve(files.map((file) => ({ relativePath: file.name, file })));
}

async function readAll(entries: readonly FileSystemEntry[]): Promise<PickedItem[]> {
  const found: PickedItem[] = [];
  await readInto(found, entries, '');
  return found;
}

/** Files of one reading are opened together; folders one after the other, so that the order stays. */
async function readInto(
  found: PickedItem[],
  entries: readonly FileSystemEntry[],
  folder: string,
): Promise<void> {
  const files = await Promise.all(
    entries.map(async (entry) => (isFile(entry) ? openFile(entry) : undefined)),
  );
  for (const [index, entry] of entries.entries()) {
    const relativePath = folder + entry.name;
    if (isFile(entry)) {
      const file = files[index];
      found.push({ relativePath, file, isUnreadable: file === undefined });
    } else if (isDirectory(entry)) {
      found.push({ relativePath, file: undefined });
      for await (const inside of batchesOf(entry))
        await readInto(found, inside, `${relativePath}/`);
    }
  }
}

/** A reader hands out about a hundred entries at a time and is at its end when it hands out none. */
async function* batchesOf(directory: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry[]> {
  const reader = directory.createReader();
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve) =>
      // What cannot be read counts as its end: the folder itself still arrives.
      reader.readEntries(resolve, () => resolve([])),
    );
    if (batch.length === 0) return;
    yield batch;
  }
}

function openFile(entry: FileSystemFileEntry): Promise<File | undefined> {
  return new Promise((resolve) => entry.file(resolve, () => resolve(undefined)));
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
